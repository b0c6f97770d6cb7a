/** @file A site with one lesson of Python cells, made as `normlab build` makes it. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildLessons } from './build-lessons.js';

/** Makes the site in a new folder, and gives its place. @param cells sources */
export async function makePythonSite(cells: readonly string[]): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-python-'));
  const lessons = path.join(folder, 'lessons');
  await fs.mkdir(lessons);
  const fences = cells.map((source) => `\`\`\`python\n${source}\n\`\`\`\n`);
  await fs.writeFile(path.join(lessons, 'python.md'), `# Python\n\n${fences.join('\n')}`);
  const out = path.join(folder, 'site');
  await buildLessons(lessons, out);
  return out;
}
