/** @file `normlab build DIR --out SITE`: a static site of a course author's lessons. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formulaProblems } from '../lesson/index.js';
import { lessonPage } from '../notebook/lesson-source.js';
import type { LessonPage } from '../notebook/pages/lesson.js';
import { lessonFiles, serviceWorkerFile, type SiteKit } from '../notebook/site-pages.js';
import { runStills } from '../notebook/still-outputs.js';
import type { Io } from './command.js';
import { readText } from './read-text.js';
import { type BuildCall, UsageError } from './usage.js';

/** @returns the exit code: 1 when a lesson has a mistake, or a cell prints something else than what is stored */
export async function buildSite({ folder, out }: BuildCall, io: Io): Promise<number> {
  if (existsSync(out) && !statSync(out).isDirectory()) {
    throw new UsageError(`expected a folder for --out, '${out}' is a file`);
  }
  const files = lessonsIn(folder);
  const { kit, from } = readKit(io);
  const engine = await io.loadEngine();
  let mistakes = 0;
  const lessons: LessonPage[] = [];
  for (const file of files) {
    const text = readText(path.join(folder, file));
    const warn = (message: string, line: number): void => {
      mistakes++;
      io.stderr(`${file}:${line}: ${message}\n`);
    };
    const lesson = await lessonPage(idOf(file), text, {
      runCells: (sources) => runStills(sources, engine),
      runFigure: (source) => runStills([source], engine).then(([still]) => still),
      warn,
      widgets: Object.keys(kit.widgets),
    });
    for (const block of lesson.source.blocks) if (block.kind === 'problem') warn(block.message, block.line);
    for (const { message, line } of formulaProblems(lesson.source)) warn(message, line);
    lessons.push(lesson);
  }
  const pages = lessonFiles(lessons, kit);
  for (const [name, content] of [...pages, serviceWorkerFile(pages, kit)]) write(out, name, content);
  for (const name of new Set([...kit.files, ...Object.values(kit.faces)])) {
    mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    copyFileSync(path.join(from, name), path.join(out, name));
  }
  io.stderr(`${out}: ${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}\n`);
  return mistakes > 0 ? 1 : 0;
}

/** The page's scripts and styles, and where they are. */
export function readKit(io: Io): { kit: SiteKit; from: string } {
  const from = io.siteKit();
  return { kit: JSON.parse(readFileSync(path.join(from, 'kit.json'), 'utf8')) as SiteKit, from };
}

/** Name of a lesson's page, from the name of its file. @throws UsageError for a name that the site needs itself */
export function idOf(file: string): string {
  const id = path.basename(file).replace(/\.(md|markdown)$/i, '');
  if (['index', 'help', 'open', 'sandbox', 'kit'].includes(id)) {
    throw new UsageError(`expected another name than '${path.basename(file)}': the site has a page of that name`);
  }
  return id;
}

function lessonsIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`there is no folder '${folder}'`);
  const files = readdirSync(folder)
    .filter((name) => /\.(md|markdown)$/i.test(name) && !/^readme\./i.test(name))
    .sort();
  if (files.length === 0) throw new UsageError(`expected lessons (.md) in '${folder}', got none`);
  return files;
}

function write(out: string, name: string, content: string): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, name), content);
}
