/** @file The files beside a lesson that it shows or links to. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { addressesIn, type Lesson } from '../lesson/index.js';

export interface LinkedFiles {
  /** Paths below the lesson's folder, with slashes. */
  files: string[];
  problems: { line: number; message: string }[];
}

/**
 * @param folder of the lesson
 * @param isPage whether the site has a file of that name; null where there is no site, and only pictures can be checked
 */
export function linkedFiles(lesson: Lesson, folder: string, isPage: ((name: string) => boolean) | null): LinkedFiles {
  const found: LinkedFiles = { files: [], problems: [] };
  for (const { kind, href, line } of addressesIn(lesson)) {
    const isPicture = kind === 'picture';
    const problem = (message: string): number => found.problems.push({ line, message });
    if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href)) {
      // A page of the site shows only what comes with it.
      if (isPicture)
        problem(`expected the picture '${href}' to be a file beside the lesson: from there it is not shown`);
      continue;
    }
    const name = path.posix.normalize(decoded(href.replace(/[?#].*$/s, '')));
    if (/^\.?\/?$/.test(name)) continue;
    const place = path.join(folder, name);
    if (isPage?.(name.replace(/\.md$/, '.html'))) continue;
    if (!isPicture && isPage === null) continue;
    if (name.startsWith('..')) problem(`expected the file '${href}' to be in the folder of the lesson`);
    else if (!existsSync(place) || !statSync(place).isFile() || name.endsWith('.md'))
      problem(missing(kind, href, name));
    else found.files.push(name);
  }
  return found;
}

function missing(kind: 'picture' | 'link', href: string, name: string): string {
  if (kind === 'picture') return `there is no picture '${href}' beside the lesson`;
  return `the link '${href}' leads nowhere: there is no such ${name.endsWith('.md') ? 'lesson' : 'file'}`;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
