// What can be measured in a JavaScript engine, by name, in Node and in a browser alike. A task is begun once, and then
// repeated in rounds of any length.
import { digitBatches, engineRun, lesson, lr } from './digits.mjs';
import { encoder, encoderRun } from './encoder.mjs';
import { KernelModule } from './kernels.mjs';

/** Where the built modules are, from this file: as file addresses in Node, from the server in a browser. */
const built = {
  package: '../../../dist/package/index.js',
  engineWasm: '../../../dist/package/normlab.wasm',
  digits: '../../../dist/package/digits.bin',
  kernels: '../../../build/wasm/bench/bench.mjs',
  kernelsWasm: '../../../build/wasm/bench/bench.wasm',
};

/**
 * `readBytes(url)` gives a file's bytes. `peers`: name to { kinds, start, startEncoder } as the peer modules give it. `norms`:
 * { kind, className } of the C++ table. Names of tasks:
 *   step/<ours|limit|peer>/<kind>                  the digits step
 *   grow/<kind>/<batch>/<width>/<depth>            ours in other sizes
 *   encoder, encoder/<peer>                        the transformer's step
 *   norm/<kind>/<r>x<c>, copy/…, gemm/…, peak/…    the kernels, as cpp/bench/kernel_tasks.cpp lists them
 */
export async function createTasks({ readBytes, norms, peers = {} }) {
  const url = Object.fromEntries(Object.entries(built).map(([name, path]) => [name, new URL(path, import.meta.url)]));
  const api = await import(url.package.href);
  await api.load({ wasmBinary: await readBytes(url.engineWasm), digits: await readBytes(url.digits) });
  const { default: createModule } = await import(url.kernels.href);
  const kernels = new KernelModule(await createModule({ wasmBinary: await readBytes(url.kernelsWasm) }));
  const batches = await digitBatches(api);
  const plain = batches.map(([x, y]) => plainBatch(x, y));
  kernels.useBatches(plain.map(({ x, labels }) => ({ x: x.data, labels })));
  const begun = new Map();

  const classOf = (kind) => norms.find((norm) => norm.kind === kind)?.className ?? null;
  const weights = (kind) => engineRun(api, classOf(kind), batches).parameters();

  const begin = {
    step(side, kind) {
      if (side === 'ours') return eachBatch(engineRun(api, classOf(kind), batches).step, batches.length, item);
      if (side === 'limit') return eachBatch(kernels.startLimit(kind, weights(kind), lr), batches.length);
      const run = peers[side].start(kind, weights(kind), plain);
      return eachBatch(run.step, batches.length, run.finish);
    },
    encoder(side) {
      if (side === undefined) return eachBatch(encoderRun(api).step, 1, item);
      const run = peers[side].startEncoder(encoderRun(api).plain(), encoder);
      return eachBatch(run.step, 1, run.finish);
    },
    async grow(kind, batch, width, depth) {
      const sized = await digitBatches(api, Number(batch));
      const run = engineRun(api, classOf(kind), sized, { width: Number(width), depth: Number(depth) });
      return eachBatch(run.step, sized.length, item);
    },
  };

  async function task(name) {
    if (!begun.has(name)) begun.set(name, await begunAnew(name));
    return begun.get(name);
  }

  function begunAnew(name) {
    const [family, ...rest] = name.split('/');
    return begin[family] ? begin[family](...rest) : { repeat: kernels.prepare(name) };
  }

  return {
    /** { wall }: milliseconds by the clock for `count` repetitions; in Node { wall, cpu }, of the processor too. */
    async run(name, count) {
      const { repeat, finish } = await task(name);
      const usage = globalThis.process?.cpuUsage;
      const before = usage?.();
      const started = performance.now();
      const last = repeat(count);
      await finish?.(last);
      const wall = performance.now() - started;
      // Lets what the steps left behind be collected, as the loader of a cell does.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (!usage) return { wall };
      const { user, system } = usage(before);
      return { wall, cpu: (user + system) / 1000 };
    },
    /** The losses of the first steps of a new run. */
    async losses(name, count) {
      const { repeat, finish } = await begunAnew(name);
      const values = [];
      for (let step = 0; step < count; step += 1) {
        const last = repeat(1);
        values.push(finish ? await finish(last) : last);
      }
      return values;
    },
    /** The batches as plain numbers, for peers in other processes. */
    plain: () => plain.map(({ x, labels }) => ({ x: x.data, labels })),
    /** What the kernels' tasks move and calculate. */
    kernels: () => kernels.tasks,
    has: (name) => {
      const [family, side, kind] = name.split('/');
      if (family === 'encoder') return side === undefined || peers[side]?.startEncoder !== undefined;
      if (family !== 'step' || side === 'ours') return true;
      return side === 'limit' ? kernels.hasLimit(kind) : (peers[side]?.kinds.includes(kind) ?? false);
    },
  };
}

function item(loss) {
  return loss.item();
}

// A task that steps over the batches in turn; `finish(last)` gives the last loss as a number.
function eachBatch(step, batchCount, finish = (loss) => loss) {
  let batch = 0;
  return {
    finish,
    repeat(count) {
      let last;
      for (let i = 0; i < count; i += 1) {
        last = step(batch);
        batch = (batch + 1) % batchCount;
      }
      return last;
    },
  };
}

function plainBatch(x, y) {
  const labels = [...y.data()].map(Number);
  const oneHot = labels.flatMap((label) => Array.from({ length: 10 }, (_, digit) => (digit === label ? 1 : 0)));
  return {
    x: { data: [...x.data()], shape: x.shape },
    labels,
    oneHot: { data: oneHot, shape: [labels.length, 10] },
  };
}
