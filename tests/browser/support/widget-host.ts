/** @file The built widgets on a server of their own, with the one header that they need, and pages of another origin. */
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { until } from './browsers.js';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const folders = ['widgets', 'wasm'].map((name) => path.join(root, 'build', name));
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface WidgetHost {
  /** Where the widgets are: the folder that holds widgets/ and embed/. */
  assets: string;
  /** Where the course pages are. */
  pages: string;
  /** Files of the widgets that were asked for. */
  asked: string[];
  /** Files that are missing from now on. */
  broken: Set<string>;
  /** Puts a page up and gives its address. @param policy its Content-Security-Policy */
  page(body: string, policy?: string | null): string;
  /** Puts a file beside the pages. */
  file(name: string, text: string): void;
  close(): Promise<void>;
}

export async function serveWidgets(): Promise<WidgetHost> {
  const asked: string[] = [];
  const broken = new Set<string>();
  const assets = await listen(async (name, response) => {
    asked.push(name);
    for (const folder of broken.has(name) ? [] : folders) {
      const body = await fs.readFile(path.join(folder, name)).catch(() => null);
      if (!body) continue;
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
      return;
    }
    response.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end('not found');
  });
  const texts = new Map<string, { html: string; type: string; policy: string | null }>();
  const pages = await listen((name, response) => {
    const page = texts.get(name);
    if (!page) return void response.writeHead(404).end('not found');
    const policy = page.policy === null ? {} : { 'Content-Security-Policy': page.policy };
    response.writeHead(200, { 'Content-Type': page.type, ...policy }).end(page.html);
  });
  return {
    assets: assets.url,
    pages: pages.url,
    asked,
    broken,
    page: (body, policy = null) => {
      const name = `page-${texts.size}.html`;
      texts.set(name, { html: pageAround(body), type: 'text/html', policy });
      return pages.url + name;
    },
    file: (name, text) => void texts.set(name, { html: text, type: types[path.extname(name)], policy: null }),
    close: async () => {
      await Promise.all([assets.close(), pages.close()]);
    },
  };
}

function pageAround(body: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="icon" href="data:,"></head>',
    `<body><main><h1>A course</h1>${body}</main></body></html>`,
  ].join('\n');
}

async function listen(
  answer: (name: string, response: http.ServerResponse) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) =>
    answer(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)), response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The text of a widget's part, once it is there. */
export function partText(page: Page, selector: string, part: string): Promise<string> {
  return until(
    page,
    `${part} of ${selector}`,
    (where: string, name: string) =>
      document.querySelector(where)?.shadowRoot?.querySelector(`[part="${name}"]`)?.textContent?.trim() || null,
    selector,
    part,
  );
}

/** What a widget says of its result, once it has one and computes no more. */
export function wordsOf(page: Page, selector: string): Promise<string> {
  return until(
    page,
    `the result of ${selector}`,
    (where: string) => {
      const tree = document.querySelector(where)?.shadowRoot;
      if (tree?.querySelector('[part="figure"]')?.getAttribute('aria-busy') !== 'false') return null;
      return tree.querySelector('[part="words"]')?.textContent?.trim() || null;
    },
    selector,
  );
}
