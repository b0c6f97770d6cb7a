/** @file The npm package in an empty project: its library and its widgets in Node, in a bundle, and as plain files. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'puppeteer-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widgets } from '../../web/widgets/all.js';
import { browserNames, launch } from './support/browsers.js';
import { wordsOf } from './support/widget-host.js';

const packed = path.resolve(import.meta.dirname, '../../dist/package');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
};

describe('the package, installed', () => {
  let project: string;
  let server: http.Server;
  let url: string;

  beforeAll(async () => {
    project = await fs.mkdtemp(path.join(os.tmpdir(), 'normlab-project-'));
    const [{ filename }] = JSON.parse(npm(['pack', packed, '--json', '--silent'])) as { filename: string }[];
    await fs.writeFile(path.join(project, 'package.json'), '{ "private": true, "type": "module" }');
    npm(['install', `./${filename}`, '--offline', '--no-audit', '--no-fund', '--silent']);
    server = http.createServer(async ({ url: asked = '/' }, response) => {
      const name = decodeURIComponent(new URL(asked, 'http://localhost').pathname);
      const body = await fs.readFile(path.join(project, name)).catch(() => null);
      if (!body) return void response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': types[path.extname(name)] ?? 'application/octet-stream' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await fs.rm(project, { recursive: true, force: true });
  });

  function npm(parts: string[]): string {
    return execFileSync('npm', parts, { cwd: project, encoding: 'utf8' });
  }

  test('in Node the widgets can be imported, and the library computes', async () => {
    await fs.writeFile(
      path.join(project, 'main.mjs'),
      `import 'normlab/widgets/race';
import 'normlab/widgets';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load, nn, tensor } from 'normlab';
await load({ wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('normlab/normlab.wasm'))) });
const { name } = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('normlab/package.json')), 'utf8'));
console.log(name, String(new nn.LayerNorm(4)(tensor([2, 4, 4, 10])).detach()));`,
    );
    expect(execFileSync(process.execPath, ['main.mjs'], { cwd: project, encoding: 'utf8' })).toBe(
      'normlab tensor([-1.0000, -0.3333, -0.3333,  1.6667])\n',
    );
  });

  const lane = '<normlab-race lanes="batch" epochs="1" depth="2"></normlab-race>';
  const main =
    "import 'normlab/widgets/race';\nimport { load, nn, tensor } from 'normlab';\n" +
    'load().then(() => { document.title = String(new nn.RMSNorm(2)(tensor([1, 7])).detach()); });\n';

  async function showsRace(browser: Browser, address: string): Promise<string> {
    const page = await browser.newPage();
    try {
      await page.goto(address);
      expect(await wordsOf(page, 'normlab-race')).toContain('After 23 steps');
      await expect.poll(() => page.title()).not.toBe('');
      return await page.title();
    } finally {
      await page.close();
    }
  }

  test('in a bundle that Vite made, and as plain files', async () => {
    await fs.writeFile(
      path.join(project, 'index.html'),
      `<!doctype html><title></title>${lane}<script type="module" src="/main.js"></script>`,
    );
    await fs.writeFile(path.join(project, 'main.js'), main);
    await build({
      configFile: false,
      root: project,
      base: './',
      logLevel: 'error',
      build: { outDir: 'out', target: 'es2022' },
    });
    const imports = {
      normlab: '/node_modules/normlab/index.js',
      'normlab/widgets/race': '/node_modules/normlab/widgets/race.js',
    };
    await fs.writeFile(
      path.join(project, 'plain.html'),
      `<!doctype html><title></title><script type="importmap">${JSON.stringify({ imports })}</script>${lane}<script type="module" src="/main.js"></script>`,
    );
    for (const name of browserNames) {
      const browser = await launch(name);
      try {
        expect(await showsRace(browser, `${url}out/index.html`)).toBe('tensor([0.2000, 1.4000])');
        expect(await showsRace(browser, `${url}plain.html`)).toBe('tensor([0.2000, 1.4000])');
      } finally {
        await browser.close();
      }
    }
  });

  test.each(widgets.map(({ name }) => name))(
    'the script of %s is at most 80 kB, with all that it imports',
    async (name) => {
      const folder = path.join(project, 'node_modules', 'normlab', 'widgets');
      const seen = new Map<string, number>();
      const add = async (file: string): Promise<void> => {
        if (seen.has(file)) return;
        const text = await fs.readFile(path.join(folder, file), 'utf8');
        seen.set(file, gzipSync(text, { level: 9 }).length);
        for (const [, other] of text.matchAll(/(?:from|import)\s*\(?["'`]\.\/([\w.-]+\.js)["'`]/g)) await add(other);
      };
      await add(`${name}.js`);
      expect(seen.size).toBeGreaterThan(1);
      const bytes = [...seen.values()].reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeLessThan(80_000);
    },
  );
});
