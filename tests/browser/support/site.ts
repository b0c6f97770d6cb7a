/**
 * @file The built site on a server of its own: in a folder, as a course would host it, and with the strictest policy
 * that it promises to work under.
 */
import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const built = path.resolve(import.meta.dirname, '..', '..', '..', 'dist', 'site');
const prefix = '/some/course/';

/** Every page of the built site that a reader can open. */
export function pageNames(): string[] {
  return readdirSync(built).filter((name) => name.endsWith('.html') && name !== 'sandbox.html');
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

export interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

export interface Site {
  /** Address of the front page. */
  url: string;
  origin: string;
  /** Paths asked for so far, below the site's folder, and how many bytes each answer had. */
  asked: { path: string; bytes: number }[];
  /** Paths that are answered with an error from now on. */
  broken: Set<string>;
  /** Changes answers on their way, as a host with other habits would; null leaves them. */
  alter: ((path: string, answer: Answer) => void) | null;
  /** Paths whose answer stops half way, until `breakOff` cuts the connection. */
  slow: Set<string>;
  breakOff(): void;
  close(): Promise<void>;
}

/**
 * @param folder another site than the built one
 * @param serviceWorker without it every request comes here
 */
export async function serveSite({ folder = built, serviceWorker = false } = {}): Promise<Site> {
  const asked: Site['asked'] = [];
  const broken = new Set<string>();
  const slow = new Set<string>();
  const waiting: http.ServerResponse[] = [];
  const server = http.createServer((request, response) => void answer(request.url ?? '/', response));

  async function answer(url: string, response: http.ServerResponse): Promise<void> {
    const name = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const inside = name.startsWith(prefix) ? name.slice(prefix.length) || 'index.html' : null;
    const body =
      inside === null || [...broken].some((part) => inside.includes(part))
        ? null
        : await fs.readFile(path.join(folder, inside)).catch(() => null);
    if (inside === 'sw.js' && !serviceWorker) {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('// keeps nothing');
      return;
    }
    asked.push({ path: inside ?? name, bytes: body?.length ?? 0 });
    if (!body) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
      return;
    }
    // The worker and the sandbox compile cells; everything else gets by without eval.
    const scripts = /worker|sandbox\.html/.test(inside!) ? "'self' 'unsafe-eval'" : "'self' 'wasm-unsafe-eval'";
    const headers = {
      'Content-Type': types[path.extname(inside!)] ?? 'application/octet-stream',
      'Content-Security-Policy': `script-src ${scripts}; worker-src 'self' blob:`,
    };
    const given: Answer = { headers, body };
    site.alter?.(inside!, given);
    response.writeHead(200, { ...given.headers, 'Content-Length': given.body.length });
    if ([...slow].some((part) => inside!.includes(part))) {
      response.write(given.body.subarray(0, given.body.length / 2));
      waiting.push(response);
    } else {
      response.end(given.body);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: Site = {
    url: origin + prefix,
    origin,
    asked,
    broken,
    alter: null,
    slow,
    breakOff: () => waiting.splice(0).forEach((response) => response.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
