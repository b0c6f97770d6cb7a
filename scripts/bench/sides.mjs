// The programs that measure, each in a process of its own: all answer run(name, count) and losses(name, count).
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import puppeteer from 'puppeteer-core';
import { onPath } from '../needs.mjs';
import { serve } from '../serve.mjs';
import { Failure, root } from '../steps.mjs';

/** A program that answers lines of stdin with lines of JSON, as cpp/bench/serve.hpp says. */
export class LineProgram {
  #child;
  #waiting = [];
  #errors = '';

  constructor(command, args, env = {}) {
    this.#child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#errors += text;
    });
    readline.createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { value, error } = JSON.parse(line);
      const { resolve, reject } = this.#waiting.shift();
      if (error) reject(new Failure(error));
      else resolve(value);
    });
    const fail = (error) => {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    };
    this.#child.on('error', fail);
    this.#child.stdin.on('error', fail);
    this.#child.on('close', (code) => fail(this.#ended(`${command} ended with exit code ${code}`)));
  }

  ask(...words) {
    if (this.#child.exitCode !== null) return Promise.reject(this.#ended('the program has ended'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin.write(`${words.join(' ')}\n`);
    });
  }

  #ended(otherwise) {
    return new Failure(this.#errors.trim() || otherwise);
  }

  run(name, count) {
    return this.ask('run', name, count);
  }

  losses(name, count) {
    return this.ask('losses', name, count);
  }

  async close() {
    this.#child.stdin.end();
  }
}

export function startNative() {
  return new LineProgram(path.join(root, 'build', 'native', 'cpp', 'bench', 'normlab_bench'), ['--serve']);
}

export function startNode(norms) {
  const program = path.join(root, 'scripts', 'bench', 'tasks', 'in-node.mjs');
  return new LineProgram(process.execPath, [program, JSON.stringify(norms)]);
}

/** Debian's python3 first: that is where Debian's PyTorch is. Null where no Python has torch. */
export async function startPyTorch(batches) {
  const file = path.join(root, 'build', 'bench-batches.bin');
  fs.writeFileSync(file, Buffer.concat(batches.flatMap(({ x, labels }) => [
    Buffer.from(Float32Array.from(x).buffer),
    Buffer.from(labels),
  ])));
  const env = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  for (const python of ['/usr/bin/python3', onPath('python3')].filter((name) => name && fs.existsSync(name))) {
    const program = new LineProgram(python, [path.join(root, 'scripts', 'bench', 'pytorch.py'), file], env);
    try {
      await program.ask('about');
      return program;
    } catch (error) {
      if (!/No module named 'torch'/.test(error.message)) throw error;
    }
  }
  return null;
}

// An isolated page has a clock of 5 microseconds, any other one of 100. The page takes SharedArrayBuffer, the other thing
// that isolation gives, away again: everybody runs on one thread, as on plain hosting.
const fineClock = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** A page of Chromium with the tasks and the installed peers; `root` served on a port of its own. */
export async function startChromium(norms, installed) {
  const server = await serve(root, 0, fineClock);
  const browser = await launchChromium();
  const page = await browser.newPage();
  const close = async () => {
    await browser.close();
    await server.close();
  };
  const call = (method) => (...args) =>
    page.evaluate((name, values) => window.bench[name](...values), method, args).catch((error) => {
      throw new Failure(error.message);
    });
  try {
    await page.goto(`http://127.0.0.1:${server.port}/scripts/bench/tasks/page.html`);
    await page.evaluate((settings) => window.startBench(settings), { norms, installed });
  } catch (error) {
    await close();
    throw error;
  }
  const about = (await browser.version()).replace('/', ' ');
  return { run: call('run'), losses: call('losses'), has: call('has'), about, close };
}

export function launchChromium() {
  const executablePath = ['chromium', 'chromium-browser', 'google-chrome'].map(onPath).find(Boolean);
  if (!executablePath) throw new Failure('chromium is not on PATH.');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'];
  return puppeteer.launch({ executablePath, headless: true, protocolTimeout: 600_000, args: [...sandbox, ...args] });
}
