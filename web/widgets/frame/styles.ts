/** @file The styles of every widget: the charts' and the frame's, in px, since a page may give rem another size. */
import { unsafeCSS } from 'lit';
import chartStyles from '../../charts/chart.css?inline';
import controlStyles from './controls.css?inline';
import ownStyles from './frame.css?inline';
import { groupProperties } from './groups.js';
import printStyles from './print.css?inline';
import toolStyles from './tools.css?inline';

const inPx = (text: string): string => text.replace(/(-?[\d.]+)rem\b/g, (_, rem: string) => `${Number(rem) * 16}px`);

export const frameStyles = unsafeCSS(
  `${inPx(chartStyles + ownStyles + controlStyles + toolStyles + printStyles)} :host { ${groupProperties()} }`,
);
