// The libraries that are measured beside ours in a browser: packages of their own (peers/package.json), installed by
// the first run. Without network they are left out.
import fs from 'node:fs';
import path from 'node:path';
import { Failure, root, run, step } from '../steps.mjs';

const folder = path.join(root, 'scripts', 'bench', 'peers');
const packages = { 'tfjs-wasm': '@tensorflow/tfjs-backend-wasm', 'jax-js': '@jax-js/jax' };

/** { name, about } of each peer that is there, after an attempt to install them. */
export async function installedPeers(warn) {
  const lock = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const wanted = JSON.parse(lock).packages;
  const version = (name) => {
    const file = path.join(folder, 'node_modules', name, 'package.json');
    return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).version : null;
  };
  const isThere = (name) => version(name) === wanted[`node_modules/${name}`].version;
  if (!Object.values(packages).every(isThere)) {
    try {
      await step('Peers (npm packages)', install);
    } catch (error) {
      warn(`TensorFlow.js and jax-js are left out where they are not installed: ${error.message.trim()}`);
    }
  }
  if (isThere(packages['tfjs-wasm'])) await bundleTfjs();
  return Object.entries(packages)
    .filter(([, name]) => isThere(name))
    .map(([peer, name]) => ({ name: peer, about: `${name} ${version(name)}` }));
}

/** build/bench/tfjs.js. */
async function bundleTfjs() {
  const vite = await import('vite');
  await vite.build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: path.join(root, 'build', 'bench'),
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: { tfjs: path.join(folder, 'tfjs.mjs') }, formats: ['es'] },
      rolldownOptions: { external: ['fs', 'path', 'os', 'perf_hooks', 'worker_threads'] },
    },
  });
}

async function install() {
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  // `npm run -s` would silence this npm too.
  const { code, output } = await run(command, [...first, ...args], {
    cwd: folder,
    env: { npm_config_loglevel: 'error' },
  });
  if (code !== 0) throw new Failure(output.trim().split('\n')[0]);
}
