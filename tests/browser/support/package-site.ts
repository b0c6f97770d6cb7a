/** @file The npm package as plain files on a server of its own, with a page that is empty. */
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '..', '..', '..', 'dist', 'package');
const types: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

export interface PackageSite {
  origin: string;
  /** Paths asked for so far. */
  asked: string[];
  /** The Content-Security-Policy of every answer. */
  policy: string | null;
  close(): void;
}

export async function servePackage(): Promise<PackageSite> {
  const server = http.createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    site.asked.push(pathname);
    if (site.policy !== null) response.setHeader('Content-Security-Policy', site.policy);
    if (pathname === '/')
      return response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>a page</title>');
    try {
      const body = await fs.readFile(path.join(folder, path.basename(pathname)));
      return response.setHeader('Content-Type', types[path.extname(pathname)] ?? 'application/octet-stream').end(body);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: PackageSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    policy: null,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return site;
}
