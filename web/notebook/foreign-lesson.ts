/**
 * @file A lesson from elsewhere, made into a page by the reader's browser: sanitized, and its cells apart from the
 * site.
 */
import DOMPurify from 'dompurify';
import { lessonPage, notRun } from './lesson-source.js';
import { Notebook } from './notebook.js';
import { exercisesOf, lessonMainHtml } from './pages/lesson.js';

/**
 * @param old the element that the lesson takes the place of
 * @param base where relative links lead; null for a file
 */
export async function openForeignLesson(old: HTMLElement, id: string, text: string, base: URL | null): Promise<void> {
  // Nothing is run: the page shows what the author stored.
  const lesson = await lessonPage(id, text, { ...notRun, warn: () => undefined, widgets: null });
  const title = lesson.title || id.replace(/^.*[/:]/s, '');
  const fragment = sanitize(lessonMainHtml({ ...lesson, title }));
  mendAddresses(fragment, base);
  const main = fragment.querySelector<HTMLElement>('main');
  if (!main) throw new Error('nothing was left of it after cleaning');
  old.replaceWith(main);
  document.title = `${title} · Normlab`;
  const { source } = lesson;
  new Notebook({
    page: main,
    stills: [],
    exercises: exercisesOf(lesson),
    figures: null,
    source: () => Promise.resolve(source),
    foreign: true,
  });
  main.querySelector<HTMLElement>('h1')?.setAttribute('tabindex', '-1');
  main.querySelector<HTMLElement>('h1')?.focus();
}

/** KaTeX's MathML keeps the formula's source, so that it can be copied. */
function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ADD_TAGS: ['semantics', 'annotation'],
    ADD_ATTR: ['inputmode', 'encoding'],
    FORBID_TAGS: ['style', 'iframe', 'object', 'embed', 'video', 'audio', 'link', 'base'],
  });
}

/**
 * Relative links lead to where the lesson is from; pictures from other hosts become links, so that nothing is asked.
 */
function mendAddresses(fragment: DocumentFragment, base: URL | null): void {
  for (const link of fragment.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href')!;
    if (href.startsWith('#')) continue;
    const url = resolve(href, base);
    if (url === null) link.removeAttribute('href');
    else link.setAttribute('href', url);
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const picture of fragment.querySelectorAll('img')) {
    const url = resolve(picture.getAttribute('src') ?? '', base);
    const label = `picture: ${picture.alt || 'without words'}`;
    const stand = document.createElement(url === null ? 'span' : 'a');
    stand.textContent = label;
    if (url !== null) {
      stand.setAttribute('href', url);
      stand.setAttribute('rel', 'noopener noreferrer');
    }
    picture.replaceWith(stand);
  }
}

function resolve(href: string, base: URL | null): string | null {
  try {
    const url = base ? new URL(href, base) : new URL(href);
    return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
