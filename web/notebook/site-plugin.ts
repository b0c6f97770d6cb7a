/**
 * @file The vite plugin that makes the site: one page per lesson, the front page, help, and what opens lessons from
 * elsewhere, as files that any static host can serve from any folder.
 */
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, type Rolldown, transformWithOxc, type ViteDevServer } from 'vite';
import { benchPageHtml } from './pages/bench.js';
import type { BenchFigures } from './pages/bench-figures.js';
import { helpPageHtml } from './pages/help.js';
import type { LessonPage } from './pages/lesson.js';
import { openPageHtml } from './pages/open.js';
import { readReference } from './reference/read-reference.js';
import { sandboxPageHtml } from './sandbox/sandbox-page.js';
import { assetsOf, lessonFiles, type PageKind, serviceWorkerFile, type SiteFile, type SiteKit } from './site-pages.js';

type Bundle = Rolldown.OutputBundle;

const folder = 'web/notebook';
const kinds: PageKind[] = ['lesson', 'home', 'help', 'open', 'bench'];
const entryOf = (kind: PageKind): string => `${folder}/${kind}-page.ts`;

/**
 * @param readLessons all lessons; read again for each page that a development server is asked for
 * @param widgets names of what lessons can have as figures; their scripts are in widgets/
 */
export function sitePlugin(readLessons: () => Promise<LessonPage[]>, widgets: readonly string[]): Plugin {
  return {
    name: 'normlab-site',
    config: () => ({
      build: { rolldownOptions: { input: byKind(entryOf) } },
    }),

    async generateBundle(_options, bundle) {
      const emit = (name: string, source: string | Uint8Array): string =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }));
      const icon = emit('icon.svg', await fs.readFile(path.join(folder, 'icon.svg')));
      const sandbox = emit('sandbox.js', await classicScript('sandbox/frame.ts'));
      const kit = builtKit(bundle, widgets, icon, await classicScript('service-worker.ts'));
      const shared = sharedFiles(kit, sandbox);
      kit.files = [...Object.keys(bundle), icon, sandbox, ...shared.map(([name]) => name)].filter(isKept);
      const own = lessonFiles(await readLessons(), kit);
      // Texts of the shared pages count for the service worker's version.
      const worker = serviceWorkerFile([...own, ...shared], {
        ...kit,
        // Python is kept once it has been used: it is larger than all the rest.
        files: kit.files.filter((name) => /^(assets|widgets)\/(?!pyodide-|python-)/.test(name)),
      });
      for (const [fileName, source] of [...own, ...shared, worker, ['kit.json', JSON.stringify(kit)] as SiteFile])
        this.emitFile({ type: 'asset', fileName, source });
    },

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
        if (!/^[^/]+\.(html|json)$|^sandbox\.js$/.test(name)) return next();
        devFile(server, readLessons, widgets, name).then((text) => {
          if (text === null) return next();
          const type = name.endsWith('.js')
            ? 'text/javascript'
            : name.endsWith('.json')
              ? 'application/json'
              : 'text/html';
          response.setHeader('Content-Type', `${type}; charset=utf-8`);
          response.end(text);
        }, next);
      });
    },
  };
}

/** Faces that no page of ours uses are not kept for the time without network. */
function isKept(file: string): boolean {
  return !/\.woff2$/.test(file) || /source-|KaTeX_(Main-Regular|Main-Bold|Math-Italic|Size\d)/.test(file);
}

function sharedFiles(kit: SiteKit, sandbox: string): SiteFile[] {
  return [
    ['bench.html', benchPageHtml(readFigures(), assetsOf(kit, 'bench'))],
    ['help.html', helpPageHtml(readReference(process.cwd()), readPythonNames(), assetsOf(kit, 'help'))],
    ['open.html', openPageHtml(assetsOf(kit, 'open'))],
    ['sandbox.html', sandboxPageHtml(sandbox)],
  ];
}

/** What Python cells have; tests/python holds that it is so. */
function readPythonNames(): Record<string, string[]> {
  return JSON.parse(readFileSync(path.join('web', 'python', 'names.json'), 'utf8')) as Record<string, string[]>;
}

/** What `npm run bench -- --save` wrote last. */
function readFigures(): BenchFigures {
  return JSON.parse(readFileSync(path.join('web', 'bench', 'figures.json'), 'utf8')) as BenchFigures;
}

/** A file without imports as a script for places that load no modules. */
async function classicScript(name: string): Promise<string> {
  const file = path.join(folder, name);
  const { code } = await transformWithOxc(await fs.readFile(file, 'utf8'), file, { sourcemap: false });
  return code.replace(/^export \{\};?$/m, '');
}

function builtKit(bundle: Bundle, widgets: readonly string[], icon: string, serviceWorker: string): SiteKit {
  const files = Object.values(bundle);
  const chunks = files.filter((file) => file.type === 'chunk');
  const scriptOf = (source: string): Rolldown.OutputChunk => {
    const script = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(source));
    if (!script) throw new Error(`[site] expected a script built from ${source}, got none`);
    return script;
  };
  const page = (kind: PageKind): SiteKit['pages'][PageKind] => {
    const script = scriptOf(entryOf(kind));
    const imported = script.imports.flatMap((name) => chunks.find((chunk) => chunk.fileName === name) ?? []);
    const styles = new Set([script, ...imported].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
    return { script: script.fileName, styles: [...styles] };
  };
  const faces = files.flatMap((file): [string, string][] =>
    file.type === 'asset' && file.fileName.endsWith('.woff2')
      ? file.names.map((name) => [path.basename(name, '.woff2'), file.fileName])
      : [],
  );
  return {
    pages: byKind(page),
    widgets: scriptsOf(widgets),
    faces: Object.fromEntries(faces),
    icon,
    serviceWorker,
    files: [],
  };
}

function scriptsOf(widgets: readonly string[]): SiteKit['widgets'] {
  return Object.fromEntries(widgets.map((name) => [name, `widgets/${name}.js`]));
}

function byKind<T>(make: (kind: PageKind) => T): Record<PageKind, T> {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<PageKind, T>;
}

async function devFile(
  server: ViteDevServer,
  readLessons: () => Promise<LessonPage[]>,
  widgets: readonly string[],
  name: string,
): Promise<string | null> {
  if (name === 'sandbox.js') return classicScript('sandbox/frame.ts');
  const kit: SiteKit = {
    pages: byKind((kind) => ({ script: `/${entryOf(kind)}`, styles: [`/${folder}/styles/site.css`] })),
    widgets: scriptsOf(widgets),
    faces: {},
    icon: `/${folder}/icon.svg`,
    serviceWorker: '',
    files: [],
  };
  const shared = sharedFiles(kit, 'sandbox.js').find(([fileName]) => fileName === name);
  const text = (shared ?? lessonFiles(await readLessons(), kit).find(([fileName]) => fileName === name))?.[1];
  if (text === undefined || !name.endsWith('.html')) return text ?? null;
  // The development client is an inline script and opens a socket; the policy is for the built site.
  return server.transformIndexHtml(`/${name}`, text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, ''));
}
