/** @file The page that opens lessons from elsewhere: a file, or an address. */
import { html, toHtml } from '../../charts/markup.js';
import { untilScript } from '../until-script.js';
import { type PageAssets, pageHtml } from './shell.js';

export function openPageHtml(assets: PageAssets): string {
  const main = html(
    'main',
    { class: 'page open', id: 'lesson' },
    html(
      'header',
      { class: 'title-block' },
      html('h1', {}, 'Open a lesson'),
      html(
        'p',
        { class: 'summary' },
        'A lesson is a Markdown file. Open one from your computer, or from an address on the web.',
      ),
      html('p', { class: 'facts without-script' }, 'JavaScript is off: lessons from elsewhere cannot be opened.'),
    ),
    html(
      'form',
      { class: 'open-form needs-script' },
      html('p', {}, html('label', { for: 'open-address' }, 'Address of a Markdown file')),
      html(
        'p',
        { class: 'open-row' },
        html('input', {
          id: 'open-address',
          type: 'url',
          required: true,
          placeholder: 'https://…/lesson.md',
          disabled: true,
        }),
        html('button', { type: 'submit', class: 'primary', ...untilScript }, 'Open'),
      ),
      html('p', {}, html('label', { for: 'open-file' }, 'Or a file; it can also be dropped on this page')),
      html(
        'p',
        {},
        html('input', { id: 'open-file', type: 'file', accept: '.md,.markdown,text/markdown', ...untilScript }),
      ),
      html('p', { class: 'open-words', role: 'status' }, ''),
      html(
        'p',
        { class: 'facts' },
        'Whoever wrote the lesson, its cells run only when you press Run, in a sandbox: without the storage of this ',
        'site, without cookies, without the network. The address is asked for the file, and for nothing else.',
      ),
    ),
  );
  return pageHtml(
    {
      title: 'Open a lesson · Normlab',
      description: 'Open a lesson from a file or an address.',
      main: toHtml(main),
      fetches: true,
    },
    assets,
    'open.html',
  );
}
