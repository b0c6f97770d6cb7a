/**
 * @file The vite plugin that makes the site: one page per lesson and a front page, as files that any static host can
 * serve from any folder.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown, ViteDevServer } from 'vite';
import type { LineChart } from '../kernel/protocol.js';
import { formulaFaces } from './formula-faces.js';
import { homePageHtml, lessonFacts, type LessonPage, lessonPageHtml, type PageAssets } from './page-template.js';

type Bundle = Rolldown.OutputBundle;

const folder = 'web/notebook';
const entries = { lesson: `${folder}/lesson-page.ts`, home: `${folder}/home-page.ts` };
/** Faces of the first screen, in the order they matter. The rest is fetched when it is used. */
const firstFaces = [
  'source-serif-4-latin-400-normal',
  'source-serif-4-latin-600-normal',
  'source-serif-4-latin-400-italic',
  'source-sans-3-latin-400-normal',
  'source-sans-3-latin-600-normal',
  'source-code-pro-latin-400-normal',
];

/** @param readLessons all lessons, in reading order; read again for each page that a development server is asked for */
export function sitePlugin(readLessons: () => Promise<LessonPage[]>): Plugin {
  return {
    name: 'normlab-site',
    config: () => ({ build: { rolldownOptions: { input: entries } } }),

    async generateBundle(_options, bundle) {
      const icon = this.getFileName(
        this.emitFile({ type: 'asset', name: 'icon.svg', source: await fs.readFile(path.join(folder, 'icon.svg')) }),
      );
      const lessons = await readLessons();
      const assetsOf = (entry: keyof typeof entries, prose: string): PageAssets => ({
        ...builtAssets(bundle, entries[entry], prose),
        icon,
      });
      for (const [fileName, source] of sitePages(lessons, assetsOf)) this.emitFile({ type: 'asset', fileName, source });
    },

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
        if (!name.endsWith('.html')) return next();
        devPage(server, readLessons, name).then((page) => {
          if (page === null) return next();
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(page);
        }, next);
      });
    },
  };
}

/** File name and text of every page. */
function sitePages(
  lessons: LessonPage[],
  assetsOf: (entry: keyof typeof entries, prose: string) => PageAssets,
): [fileName: string, html: string][] {
  const list = lessons.map((lesson) => ({
    href: `${lesson.id}.html`,
    title: lesson.title,
    summary: lesson.summary,
    facts: lessonFacts(lesson),
  }));
  const figures = lessons.flatMap((lesson, i) => chartsOf(lesson).map((chart) => ({ chart, lesson: list[i] })));
  return [
    ['index.html', homePageHtml(list, figures[0] ?? null, assetsOf('home', ''))],
    ...lessons.map((lesson): [string, string] => [
      `${lesson.id}.html`,
      lessonPageHtml(lesson, assetsOf('lesson', proseOf(lesson)), './'),
    ]),
  ];
}

function proseOf(lesson: LessonPage): string {
  return lesson.blocks.map((block) => (block.kind === 'prose' ? block.html : '')).join('');
}

function chartsOf(lesson: LessonPage): LineChart[] {
  const outputs = lesson.blocks.flatMap((block) => (block.kind === 'cell' ? block.outputs : []));
  return outputs.flatMap((output) => (output.kind === 'chart' ? [output.chart] : []));
}

/** @param prose text of the page; its formulas say which of their faces are needed */
function builtAssets(bundle: Bundle, entry: string, prose: string): Omit<PageAssets, 'icon'> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const script = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(entry));
  if (!script) throw new Error(`[site] expected a script built from ${entry}, got none`);
  const styles = new Set(
    [script, ...script.imports.flatMap((name) => chunks.find((chunk) => chunk.fileName === name) ?? [])].flatMap(
      (chunk) => [...(chunk.viteMetadata?.importedCss ?? [])],
    ),
  );
  const faces = [...firstFaces, ...formulaFaces(prose)];
  return { script: script.fileName, styles: [...styles], fonts: faces.map((face) => assetNamed(bundle, face)) };
}

/** File name of the asset whose source file or given name begins so. */
function assetNamed(bundle: Bundle, start: string): string {
  const asset = Object.values(bundle).find(
    (file) => file.type === 'asset' && file.names.some((name) => path.basename(name).startsWith(start)),
  );
  if (!asset) throw new Error(`[site] expected an asset ${start}, got none`);
  return asset.fileName;
}

async function devPage(
  server: ViteDevServer,
  readLessons: () => Promise<LessonPage[]>,
  name: string,
): Promise<string | null> {
  const assets = (entry: keyof typeof entries): PageAssets => ({
    script: `/${entries[entry]}`,
    styles: [`/${folder}/styles/site.css`],
    fonts: [],
    icon: `/${folder}/icon.svg`,
  });
  const page = sitePages(await readLessons(), assets).find(([fileName]) => fileName === name)?.[1];
  if (page === undefined) return null;
  // The development client is an inline script and opens a socket; the policy is for the built site.
  return server.transformIndexHtml(`/${name}`, page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, ''));
}
