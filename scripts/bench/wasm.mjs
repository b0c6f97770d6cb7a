// The digits step in WebAssembly, in Node and in Chromium: what is built for it, and the rows.
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { buildEngine } from '../build.mjs';
import { onPath } from '../needs.mjs';
import { buildPackage } from '../package.mjs';
import { serve } from '../serve.mjs';
import { Failure, mustRun, root, run, step } from '../steps.mjs';
import { median, spread } from './statistics.mjs';

const env = { NODE_PATH: '/usr/share/nodejs' };

/** The engine, the package around it, and the limit as a module of its own. Gives true when all are there. */
export async function buildWasm() {
  await buildEngine();
  await step('Package (dist/package)', buildPackage);
  await step('The limit (C++ to WebAssembly)', async () => {
    const folder = path.join('build', 'wasm', 'bench');
    const fresh = !fs.existsSync(path.join(root, folder, 'CMakeCache.txt'));
    const toolchain = path.join(root, 'cpp', 'cmake', 'emscripten-toolchain.cmake');
    const settings = [`-DCMAKE_TOOLCHAIN_FILE=${toolchain}`, '-DCMAKE_BUILD_TYPE=Release'];
    await mustRun('cmake', ['-S', path.join('cpp', 'bench', 'wasm'), '-B', folder, ...settings], {
      env: fresh ? { ...env, CMAKE_GENERATOR: 'Ninja' } : env,
    });
    await mustRun('cmake', ['--build', folder], { env });
  });
  return true;
}

export async function measureNode() {
  const results = await step('Measuring in Node', async () => {
    const program = path.join('scripts', 'bench', 'in-node.mjs');
    const { code, output } = await run(process.execPath, [program, JSON.stringify(norms())]);
    if (code !== 0) throw new Failure(output);
    return JSON.parse(output);
  });
  return { about: `Node ${process.versions.node} (V8 ${process.versions.v8})`, rows: rowsOf(results, 'node') };
}

export async function measureChromium() {
  return step('Measuring in Chromium', async () => {
    const server = await serve(root, 0);
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.port}/scripts/bench/page.html`);
      const results = await page.evaluate(async (wanted) => {
        const { measureDigitSteps } = await import('/scripts/bench/digits-step.mjs');
        const readBytes = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());
        return measureDigitSteps({ norms: wanted, readBytes });
      }, norms());
      return { about: (await browser.version()).replace('/', ' '), rows: rowsOf(results, 'chromium') };
    } finally {
      await browser.close();
      await server.close();
    }
  });
}

function launch() {
  const executablePath = ['chromium', 'chromium-browser', 'google-chrome'].map(onPath).find(Boolean);
  if (!executablePath) throw new Failure('chromium is not on PATH.');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'];
  return puppeteer.launch({ executablePath, headless: true, args: [...sandbox, ...args] });
}

// No norm, then those of the C++ table.
function norms() {
  const table = fs.readFileSync(path.join(root, 'cpp', 'normlab', 'kernels', 'norms.inc'), 'utf8');
  const rows = [...table.matchAll(/^NORMLAB_NORM\((\w+), \w+, (\w+),/gm)];
  return [{ kind: 'none', className: null }, ...rows.map(([, kind, className]) => ({ kind, className }))];
}

function rowsOf(results, where) {
  return results.map(({ kind, ours, limit }) => {
    const ratios = limit?.map((time, round) => ours[round] / time);
    return {
      name: `step/digits/${kind}/${where}`,
      ours: median(ours),
      spread: spread(ours),
      limit: limit ? median(limit) : null,
      ratio: ratios ? median(ratios) : null,
      ratioSpread: ratios ? spread(ratios) : null,
      rate: null,
    };
  });
}
