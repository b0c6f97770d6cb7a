// Times the lesson's training step in Node or a browser: the engine as a reader's cell uses it, beside the limit.
import { LimitModule } from './limit-module.mjs';

const lr = 0.05;
const batchSize = 64;
const comparedSteps = 8;
const epochs = 5;

/** Where the built modules are, from this file: as file addresses in Node, from the server in a browser. */
const built = {
  package: '../../dist/package/index.js',
  engineWasm: '../../dist/package/normlab.wasm',
  digits: '../../dist/package/digits.bin',
  limit: '../../build/wasm/bench/limit.mjs',
  limitWasm: '../../build/wasm/bench/limit.wasm',
};

/**
 * For each norm, { kind, ours, limit }: milliseconds per step of each round, our own and the limit's in turn; limit is
 * null where none is written for this norm. `norms`: { kind, className }, className null for no norm.
 * `readBytes(url)` gives a file's bytes. Throws if the limit does not compute what the engine computes.
 */
export async function measureDigitSteps({ norms, readBytes, rounds = 41, stepsPerRound = 20, warmUpSteps = 200 }) {
  const url = Object.fromEntries(Object.entries(built).map(([name, path]) => [name, new URL(path, import.meta.url)]));
  const api = await import(url.package.href);
  await api.load({ wasmBinary: await readBytes(url.engineWasm), digits: await readBytes(url.digits) });
  const batches = await digitBatches(api);
  const { default: createLimit } = await import(url.limit.href);
  const limits = new LimitModule(
    await createLimit({ wasmBinary: await readBytes(url.limitWasm) }),
    batches.map(([x, y]) => ({ x: x.data(), labels: y.data() })),
  );

  const results = [];
  for (const norm of norms) {
    if (limits.has(norm.kind)) check(api, limits, norm, batches);
    const engine = engineRun(api, norm, batches);
    const sides = { ours: inTurn(engine.step, batches.length) };
    if (limits.has(norm.kind)) {
      sides.limit = inTurn(limits.start(norm.kind, engine.parameters(), lr), batches.length);
    }
    const times = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
    for (const step of Object.values(sides)) repeat(step, warmUpSteps);
    for (let round = 0; round < rounds; round += 1) {
      const order = Object.keys(sides);
      if (round % 2 === 1) order.reverse();
      for (const side of order) times[side].push(repeat(sides[side], stepsPerRound));
      // Lets what the steps left behind be collected, as the loader of a cell does.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    results.push({ kind: norm.kind, ours: times.ours, limit: times.limit ?? null });
  }
  return results;
}

// Milliseconds per call.
function repeat(step, count) {
  const started = performance.now();
  for (let i = 0; i < count; i += 1) step();
  return (performance.now() - started) / count;
}

function inTurn(step, batchCount) {
  let batch = 0;
  return () => {
    step(batch);
    batch = (batch + 1) % batchCount;
  };
}

// The 22 whole batches of the lesson's training digits.
async function digitBatches(api) {
  const { data: pixels, target } = await api.data.loadDigits();
  const [x, , y] = api.data.trainTestSplit([pixels.div(16).float(), target], { testSize: 0.2, randomState: 0 });
  const count = Math.floor(x.shape[0] / batchSize);
  return Array.from({ length: count }, (_, batch) => {
    const [start, stop] = [batch * batchSize, (batch + 1) * batchSize];
    return [x.slice(0, start, stop), y.slice(0, start, stop)];
  });
}

// The lesson's network and its training step, word for word.
function engineRun({ nn, optim, manualSeed }, { className }, batches) {
  manualSeed(0);
  const layers = [];
  for (let block = 0; block < 8; block += 1) {
    layers.push(new nn.Linear(64, 64));
    if (className) layers.push(new nn[className](64));
    layers.push(new nn.Tanh());
  }
  const model = new nn.Sequential(...layers, new nn.Linear(64, 10));
  const opt = new optim.SGD(model.parameters(), { lr });
  const lossFn = new nn.CrossEntropyLoss();
  return {
    parameters: () => model.parameters().flatMap((parameter) => [...parameter.data()]),
    step(batch) {
      const [xb, yb] = batches[batch];
      opt.zeroGrad();
      const loss = lossFn(model(xb), yb);
      loss.backward();
      opt.step();
      return loss;
    },
  };
}

// As cpp/bench/limit_check.cpp, with the same bounds for the same reasons.
function check(api, limits, norm, batches) {
  const engine = engineRun(api, norm, batches);
  const limitStep = limits.start(norm.kind, engine.parameters(), lr);
  let epochLoss = 0;
  for (let step = 0; step < epochs * batches.length; step += 1) {
    const batch = step % batches.length;
    if (batch === 0) epochLoss = 0;
    const loss = limitStep(batch);
    epochLoss += loss / batches.length;
    if (step >= comparedSteps) continue;
    const expected = engine.step(batch).item();
    if (!(Math.abs(loss - expected) <= 1e-6 * 10 ** (step / 5))) {
      throw new Error(`the limit of ${norm.kind} has loss ${loss} at step ${step}, the engine ${expected}`);
    }
  }
  if (norm.className && !(epochLoss < 1)) {
    throw new Error(`the limit of ${norm.kind} does not learn: mean loss ${epochLoss} in epoch ${epochs}`);
  }
}
