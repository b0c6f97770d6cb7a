/**
 * @file The vite plugin that makes the site: one page per lesson and a front page, as files that any static host can
 * serve from any folder.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, type Rolldown, transformWithOxc, type ViteDevServer } from 'vite';
import type { LessonPage } from './page-template.js';
import { sandboxPageHtml } from './sandbox/sandbox-page.js';
import { type PageKind, type SiteKit, sitePages } from './site-pages.js';

type Bundle = Rolldown.OutputBundle;

const folder = 'web/notebook';
const entries: Record<PageKind, string> = { lesson: `${folder}/lesson-page.ts`, home: `${folder}/home-page.ts` };
const kinds = Object.keys(entries) as PageKind[];

/** @param readLessons all lessons, in reading order; read again for each page that a development server is asked for */
export function sitePlugin(readLessons: () => Promise<LessonPage[]>): Plugin {
  return {
    name: 'normlab-site',
    config: () => ({ build: { rolldownOptions: { input: entries } } }),

    async generateBundle(_options, bundle) {
      const emit = (name: string, source: string | Uint8Array): string =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }));
      const kit = builtKit(bundle, emit('icon.svg', await fs.readFile(path.join(folder, 'icon.svg'))));
      const pages: [string, string][] = [
        ['sandbox.html', sandboxPageHtml(emit('sandbox.js', await sandboxScript()))],
        ...sitePages(await readLessons(), kit),
      ];
      for (const [fileName, source] of pages) this.emitFile({ type: 'asset', fileName, source });
    },

    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
        if (!/^[^/]+\.(html|json)$|^sandbox\.js$/.test(name)) return next();
        devFile(server, readLessons, name).then((text) => {
          if (text === null) return next();
          const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.json') ? 'application/json' : 'text/html';
          response.setHeader('Content-Type', `${type}; charset=utf-8`);
          response.end(text);
        }, next);
      });
    },
  };
}

/** One classic script: a frame without an origin can load no other. */
async function sandboxScript(): Promise<string> {
  const file = path.join(folder, 'sandbox', 'frame.ts');
  const { code } = await transformWithOxc(await fs.readFile(file, 'utf8'), file, { sourcemap: false });
  return code.replace(/^export \{\};?$/m, '');
}

function builtKit(bundle: Bundle, icon: string): SiteKit {
  const files = Object.values(bundle);
  const chunks = files.filter((file) => file.type === 'chunk');
  const page = (kind: PageKind): SiteKit['pages'][PageKind] => {
    const script = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(entries[kind]));
    if (!script) throw new Error(`[site] expected a script built from ${entries[kind]}, got none`);
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
    pages: Object.fromEntries(kinds.map((kind) => [kind, page(kind)])) as SiteKit['pages'],
    faces: Object.fromEntries(faces),
    icon,
  };
}

async function devFile(
  server: ViteDevServer,
  readLessons: () => Promise<LessonPage[]>,
  name: string,
): Promise<string | null> {
  if (name === 'sandbox.html') return sandboxPageHtml('sandbox.js');
  if (name === 'sandbox.js') return sandboxScript();
  const page = (kind: PageKind): SiteKit['pages'][PageKind] => ({
    script: `/${entries[kind]}`,
    styles: [`/${folder}/styles/site.css`],
  });
  const kit: SiteKit = {
    pages: Object.fromEntries(kinds.map((kind) => [kind, page(kind)])) as SiteKit['pages'],
    faces: {},
    icon: `/${folder}/icon.svg`,
  };
  const text = sitePages(await readLessons(), kit).find(([fileName]) => fileName === name)?.[1];
  if (text === undefined || !name.endsWith('.html')) return text ?? null;
  // The development client is an inline script and opens a socket; the policy is for the built site.
  return server.transformIndexHtml(`/${name}`, text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, ''));
}
