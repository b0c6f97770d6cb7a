// The tasks in a browser's page, with the peers that are installed: window.bench.
import { lesson, lr } from './digits.mjs';
import { createJax } from './peer-jax.mjs';
import { createTfjs } from './peer-tfjs.mjs';
import { createTasks } from './tasks.mjs';

const packages = new URL('../peers/node_modules/', import.meta.url);

window.startBench = async ({ norms, installed }) => {
  const readBytes = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());
  const settings = { depth: lesson.depth, lr };
  const peers = {};
  if (installed.includes('tfjs-wasm')) {
    const wasmFolder = new URL('@tensorflow/tfjs-backend-wasm/dist/', packages).href;
    peers['tfjs-wasm'] = await createTfjs(await import('../../../build/bench/tfjs.js'), { ...settings, wasmFolder });
  }
  if (installed.includes('jax-js')) {
    peers['jax-js'] = await createJax(await import(new URL('@jax-js/jax/dist/index.js', packages)), settings);
  }
  window.bench = await createTasks({ readBytes, norms, peers });
};
