// The programs of one run: built and started when something first asks for them, ended together.
import fs from 'node:fs';
import path from 'node:path';
import { buildEngine, buildSite } from '../build.mjs';
import { build, configure } from '../cmake.mjs';
import { buildPackage } from '../package.mjs';
import { mustRun, root, step } from '../steps.mjs';
import { norms } from './norms.mjs';
import { installedPeers } from './peers.mjs';
import { startChromium, startNative, startNode, startPyTorch } from './sides.mjs';

const env = { NODE_PATH: '/usr/share/nodejs' };

export class BenchPrograms {
  #started = new Map();
  #warn;
  norms = norms();
  /** What was measured with: compilers, browsers, libraries. */
  versions = [];

  constructor(warn) {
    this.#warn = warn;
  }

  /** native, node, chromium, pytorch; null, with a warning, for one that can't be started. */
  program(name) {
    if (!this.#started.has(name)) {
      const starting = this.#start(name).catch((error) => {
        this.#warn(`${name} is left out: ${error.message.trim()}`);
        return null;
      });
      this.#started.set(name, starting);
    }
    return this.#started.get(name);
  }

  async prepare(names) {
    for (const name of names) await (name === 'site' ? this.builtSite() : this.program(name));
  }

  /** What the kernels' tasks move and calculate: { name, bytes, flops }. */
  async kernels() {
    return (await this.program('node')).ask('kernels');
  }

  async close() {
    for (const program of await Promise.all(this.#started.values())) await program?.close?.();
  }

  async #start(name) {
    if (name === 'native') {
      await buildNative();
      const program = startNative();
      this.versions.push(await program.ask('about'));
      return program;
    }
    if (name === 'pytorch') {
      const node = await this.program('node');
      const program = await startPyTorch(await node.ask('plain'));
      if (program) this.versions.push(await program.ask('about'));
      return program;
    }
    await this.built();
    if (name === 'node') {
      this.versions.push(`Node ${process.versions.node}`);
      return startNode(this.norms);
    }
    const installed = await installedPeers(this.#warn);
    const program = await startChromium(this.norms, installed.map(({ name: peer }) => peer));
    this.versions.push(program.about, ...installed.map(({ about }) => about));
    return program;
  }

  #site = null;
  /** dist/site. */
  builtSite() {
    this.#site ??= this.built().then(buildSite);
    return this.#site;
  }

  #built = null;
  /** The engine, the package around it, and the kernels' own wasm module. */
  built() {
    this.#built ??= buildWasm();
    return this.#built;
  }
}

async function buildNative() {
  await step('Native benchmark (C++)', async (note) => {
    const fresh = !fs.existsSync(path.join(root, 'build', 'native', 'CMakeCache.txt'));
    await configure('native', { NORMLAB_BUILD_BENCH: 'ON', ...(fresh ? { NORMLAB_BUILD_TESTS: 'OFF' } : {}) });
    await build('native', note, 'normlab_bench');
  });
}

async function buildWasm() {
  await buildEngine();
  await step('Package (dist/package)', buildPackage);
  await step('Kernels and the limit (C++ to WebAssembly)', async () => {
    const folder = path.join('build', 'wasm', 'bench');
    const fresh = !fs.existsSync(path.join(root, folder, 'CMakeCache.txt'));
    const toolchain = path.join(root, 'cpp', 'cmake', 'emscripten-toolchain.cmake');
    const settings = [`-DCMAKE_TOOLCHAIN_FILE=${toolchain}`, '-DCMAKE_BUILD_TYPE=Release'];
    await mustRun('cmake', ['-S', path.join('cpp', 'bench', 'wasm'), '-B', folder, ...settings], {
      env: fresh ? { ...env, CMAKE_GENERATOR: 'Ninja' } : env,
    });
    await mustRun('cmake', ['--build', folder], { env });
  });
}
