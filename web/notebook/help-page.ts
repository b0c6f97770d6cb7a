/** @file The script of the help page: a link to a name opens its section. */
import './styles/site.css';
import { keepOffline } from './offline.js';

function openTarget(): void {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();
keepOffline();
