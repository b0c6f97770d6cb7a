/** @file `normlab build DIR --out SITE`: a static site of a course author's lessons. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Session } from '../kernel/session.js';
import { formulaProblems } from '../lesson/index.js';
import { lessonPage } from '../notebook/lesson-source.js';
import type { LessonPage } from '../notebook/pages/lesson.js';
import { lessonFiles, serviceWorkerFile, type SiteFile, type SiteKit } from '../notebook/site-pages.js';
import { runStills } from '../notebook/still-outputs.js';
import { pageStill } from '../widgets/stills.js';
import { attributeProblems } from './check-figures.js';
import type { Io } from './command.js';
import { linkedFiles } from './linked-files.js';
import { readText } from './read-text.js';
import { type BuildCall, UsageError } from './usage.js';

/** @returns the exit code: 1 when a lesson has a mistake, or a cell prints something else than what is stored */
export async function buildSite({ folder, out, timeout }: BuildCall, io: Io): Promise<number> {
  if (existsSync(out) && !statSync(out).isDirectory()) {
    throw new UsageError(`expected a folder for --out, '${out}' is a file`);
  }
  const files = lessonsIn(folder, io);
  if (path.resolve(out) === path.resolve(folder)) {
    throw new UsageError(`expected another folder for --out than that of the lessons, '${folder}'`);
  }
  const { kit, from } = readKit(io);
  const engine = await io.loadEngine();
  const starts = startsIn(io, timeout);
  const names = new Set([...kit.files, 'index.html', ...files.map((file) => `${idOf(file)}.html`)]);
  const linked = new Set<string>();
  let mistakes = 0;
  const lessons: LessonPage[] = [];
  for (const file of files) {
    const text = readText(path.join(folder, file));
    const warn = (message: string, line: number): void => {
      mistakes++;
      io.stderr(`${file}:${line}: ${message}\n`);
    };
    const lesson = await lessonPage(idOf(file), text, {
      runCells: (cells) => runStills(cells, engine, starts(file, 'the cell')),
      runFigure: (code) => runStills([code], engine, starts(file, "the figure's chart")).then(([still]) => still),
      stillOf: pageStill,
      warn,
      widgets: Object.keys(kit.widgets),
    });
    io.running(null);
    const { source } = lesson;
    const beside = linkedFiles(source, folder, (name) => names.has(name));
    for (const name of beside.files) linked.add(name);
    const problems = [
      ...source.blocks.filter((block) => block.kind === 'problem'),
      ...formulaProblems(source),
      ...attributeProblems(source),
      ...beside.problems,
    ].sort((a, b) => a.line - b.line);
    for (const { message, line } of problems) warn(message, line);
    for (const { message, line } of source.warnings) io.stderr(`${file}:${line}: note: ${message}\n`);
    lessons.push(lesson);
  }
  const pages = lessonFiles(lessons, kit);
  for (const [name, content] of pages) write(out, name, content);
  for (const name of linked) copy(folder, out, name);
  // Their bytes as a text: when a picture changes, it is fetched anew.
  const beside = [...linked].map((name): SiteFile => [name, readFileSync(path.join(folder, name), 'latin1')]);
  write(out, ...serviceWorkerFile([...pages, ...beside], kit));
  for (const name of new Set([...kit.files, ...Object.values(kit.faces)])) copy(from, out, name);
  io.stderr(`${out}: ${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}\n`);
  return mistakes > 0 ? 1 : 0;
}

type Starts = Parameters<typeof runStills>[2];

/** Names what runs, and gives it the errors that nothing caught. */
export function startsIn(io: Io, timeout: number | null): (file: string, what: string) => Starts {
  let latest: Session | null = null;
  io.onUncaught((thrown) => latest?.uncaught(thrown));
  return (file, what) => (session, line) => {
    latest = session;
    io.running(`${file}:${line}: ${what}`, timeout);
  };
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

/** Says which lessons are not among those of the site. */
function lessonsIn(folder: string, io: Io): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`there is no folder '${folder}'`);
  const isMarkdown = (name: string): boolean => /\.(md|markdown)$/i.test(name);
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => !entry.isDirectory() && isMarkdown(entry.name)).map(({ name }) => name);
  const lessons = files.filter((name) => !/^readme\./i.test(name));
  for (const name of files) if (!lessons.includes(name)) io.stderr(`${name}: note: left out, it is no lesson\n`);
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const inside = readdirSync(path.join(folder, entry.name)).filter(isMarkdown).length;
    if (inside > 0)
      io.stderr(`${entry.name}/: note: left out, only lessons right in '${folder}' are pages of the site\n`);
  }
  if (lessons.length === 0) throw new UsageError(`expected lessons (.md) in '${folder}', got none`);
  return lessons;
}

function write(out: string, name: string, content: string): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, name), content);
}

function copy(from: string, out: string, name: string): void {
  mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
  copyFileSync(path.join(from, name), path.join(out, name));
}
