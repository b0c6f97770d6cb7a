/** @file The script of the page that opens lessons from elsewhere. */
import 'katex/dist/katex.min.css';
import './styles/site.css';
import { keepOffline } from './offline.js';
import { part } from './part.js';

/** Longest file that is read. */
const maxBytes = 2_000_000;

const page = document.getElementById('lesson')!;
const address = part<HTMLInputElement>(page, '#open-address');
const file = part<HTMLInputElement>(page, '#open-file');
const words = part(page, '.open-words');

part(page, 'form').addEventListener('submit', (event) => {
  event.preventDefault();
  void openAddress(address.value);
});
file.addEventListener('change', () => void openFile(file.files?.[0]));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void openFile(event.dataTransfer?.files[0]);
});
for (const control of page.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button'))
  control.disabled = false;

// A browser may have kept the last choice, and would not tell of the same one again.
file.value = '';
// An address that the page was opened with is asked for only when the reader presses Open.
const asked = new URLSearchParams(location.search).get('src');
if (asked !== null) {
  address.type = 'text';
  address.value = asked;
  words.textContent = 'This page was opened with the address above. Press Open to ask for the lesson there.';
  part(page, 'button').focus();
}
keepOffline();

async function openAddress(text: string): Promise<void> {
  try {
    const url = new URL(text, document.baseURI);
    if (!/^https?:$/.test(url.protocol))
      throw new Error(`expected an address that begins with https://, got ${url.protocol}`);
    words.textContent = `Asking ${url.host}.`;
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) throw new Error(`${url.host} answered ${response.status}`);
    await show(`src:${url.href}`, await textOf(await response.blob()), url);
  } catch (error) {
    const isNetwork = error instanceof TypeError && !/URL/.test(error.message);
    const reason = isNetwork
      ? 'no answer; the other site must allow it (Access-Control-Allow-Origin)'
      : (error as Error).message;
    words.textContent = `The lesson could not be opened: ${reason}.`;
  }
}

async function openFile(chosen: File | undefined): Promise<void> {
  if (!chosen) return;
  try {
    await show(`file:${chosen.name}`, await textOf(chosen), null);
  } catch (error) {
    words.textContent = `${chosen.name} could not be opened: ${(error as Error).message}.`;
  }
}

async function textOf(blob: Blob): Promise<string> {
  if (blob.size > maxBytes)
    throw new Error(`expected at most ${maxBytes / 1e6} MB, got ${(blob.size / 1e6).toFixed(1)} MB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer());
  } catch {
    throw new Error('expected a text file in UTF-8');
  }
}

async function show(id: string, text: string, base: URL | null): Promise<void> {
  words.textContent = 'Opening the lesson.';
  const { openForeignLesson } = await import('./foreign-lesson.js');
  await openForeignLesson(page, id, text, base);
}
