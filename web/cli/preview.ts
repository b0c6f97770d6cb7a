/** @file `normlab preview LESSON.md`: the lesson as its page, on this machine only, made anew at each change. */
import { createReadStream, existsSync, watch } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { lessonPage, notRun } from '../notebook/lesson-source.js';
import { runStills } from '../notebook/still-outputs.js';
import { lessonFiles } from '../notebook/site-pages.js';
import { pageStill } from '../widgets/stills.js';
import { idOf, readKit, startsIn } from './build-site.js';
import type { Io } from './command.js';
import { linkedFiles } from './linked-files.js';
import { readText } from './read-text.js';
import { UsageError } from './usage.js';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

const own: Record<string, string> = {
  'reload.js': "new EventSource('changes').onmessage = () => location.reload();\n",
  'sw.js': '// A preview is never kept.\n',
};

interface Preview {
  /** Texts of the page and its data by name. */
  pages: ReadonlyMap<string, string>;
  /** Files beside the lesson that it shows or links to. */
  beside: readonly string[];
}

/** Serves until the process ends. Of the cells the page shows what is stored, and runs them itself. */
export async function preview(file: string, io: Io): Promise<http.Server> {
  const { kit, from } = readKit(io);
  const id = idOf(file);
  readText(file);
  const engine = await io.loadEngine();
  const folder = path.dirname(path.resolve(file));
  const starts = startsIn(io, null)(file, "the figure's chart");
  const listeners = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    // An editor may be between two steps of writing the file.
    answer(request.url ?? '/', response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`${error.message}\n`);
    });
  });

  async function answer(url: string, response: http.ServerResponse): Promise<void> {
    const name = decodeURIComponent(new URL(url, 'http://localhost').pathname).slice(1);
    if (name === '') {
      response.writeHead(302, { Location: `/${encodeURIComponent(id)}.html` }).end();
    } else if (name === 'changes') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).write('\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    } else if (name in own) {
      send(response, name, own[name], from);
    } else {
      const { pages, beside } = await current();
      send(response, name, pages.get(name) ?? null, beside.includes(name) ? folder : from);
    }
  }

  /** What the lesson is as it is written now: made once for its page, its data and all that is asked for with them. */
  let made: { text: string; preview: Promise<Preview> } | null = null;
  function current(): Promise<Preview> {
    const text = readText(file);
    if (made?.text !== text) made = { text, preview: make(text) };
    return made.preview;
  }

  async function make(text: string): Promise<Preview> {
    const lesson = await lessonPage(id, text, {
      ...notRun,
      stillOf: pageStill,
      runFigure: (code) => runStills([code], engine, starts).then(([still]) => still),
      warn: () => undefined,
      widgets: Object.keys(kit.widgets),
    });
    io.running(null);
    const files = new Map(lessonFiles([lesson], kit));
    const [page, data] = [`${id}.html`, `${id}.json`];
    const script = '<script type="module" src="reload.js"></script>\n</head>';
    const pages = new Map([
      [page, files.get(page)!.replace('</head>', script)],
      [data, files.get(data)!],
    ]);
    return { pages, beside: linkedFiles(lesson.source, folder, () => false).files };
  }

  let last = 0;
  const watcher = watch(folder, (_, name) => {
    if (name !== path.basename(file) || Date.now() - last < 50) return;
    last = Date.now();
    // Editors write in steps; the page asks when they are through.
    setTimeout(() => listeners.forEach((response) => response.write('data: changed\n\n')), 100);
  });
  server.on('close', () => watcher.close());
  await listen(server);
  const { port } = server.address() as AddressInfo;
  io.stderr(`${file} is at http://localhost:${port}   (Ctrl-C stops it)\n`);
  return server;
}

function send(response: http.ServerResponse, name: string, text: string | null, from: string): void {
  const headers = {
    'Content-Type': types[path.extname(name)] ?? 'application/octet-stream',
    'Cache-Control': 'no-store',
  };
  const place = path.join(from, path.normalize(`/${name}`));
  if (text !== null) response.writeHead(200, headers).end(text);
  else if (existsSync(place) && path.extname(place) !== '')
    createReadStream(place)
      .on('error', () => response.destroy())
      .pipe(response.writeHead(200, headers));
  else response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found\n');
}

function listen(server: http.Server): Promise<void> {
  const port = Number(process.env.PORT || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new UsageError(`expected PORT to be a number from 0 to 65535, got '${process.env.PORT}'`);
  }
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new UsageError(`port ${port} is taken: choose another, for example PORT=${port + 1}`)
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
