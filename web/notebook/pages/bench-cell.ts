/** @file The code that the bench page runs: a cell like any other, which a reader can copy into a lesson. */

export const benchCell = `const { data: pixels, target } = await data.loadDigits();
const [X, , Y] = data.trainTestSplit([pixels.div(16).float(), target], { testSize: 0.2, randomState: 0 });
const batches = Array.from({ length: 22 }, (_, i) => [X, Y].map((t) => t.slice(0, 64 * i, 64 * (i + 1))));
const norms = { 'no norm': null, BatchNorm: nn.BatchNorm1d, LayerNorm: nn.LayerNorm, RMSNorm: nn.RMSNorm };
const sizes = [[64, 64], [1024, 768], [4096, 512]];

// One training step of the digits lesson.
function stepOf(Norm) {
  manualSeed(0);
  const layers = [];
  for (let i = 0; i < 8; i++) layers.push(new nn.Linear(64, 64), ...(Norm ? [new Norm(64)] : []), new nn.Tanh());
  const model = new nn.Sequential(...layers, new nn.Linear(64, 10));
  const optimizer = new optim.SGD(model.parameters(), { lr: 0.05 });
  const lossOf = new nn.CrossEntropyLoss();
  let turn = 0;
  return () => {
    const [x, y] = batches[turn++ % batches.length];
    optimizer.zeroGrad();
    lossOf(model(x), y).backward();
    optimizer.step();
  };
}

// A layer forward and backward, with its graph.
function layerOf(Norm, [rows, cols]) {
  const [layer, x, gradient] = [new Norm(cols), randn([rows, cols]), randn([rows, cols])];
  return () => {
    layer.zeroGrad();
    const leaf = x.detach();
    leaf.requiresGrad = true;
    layer(leaf).backward(gradient);
  };
}

function time(work, count) {
  const started = performance.now();
  tidy(() => { for (let i = 0; i < count; i++) work(); });
  return (performance.now() - started) / count;
}

const breathe = () => new Promise((resolve) => setTimeout(resolve));
const median = (values) => values.slice().sort((a, b) => a - b)[values.length >> 1];

// All sides warm up, then take turns, so that a slow moment of the machine meets them all.
async function measure(label, sides) {
  const bar = progress(label, rounds);
  const runs = [];
  for (const [name, work] of Object.entries(sides)) {
    let each = 1e9;
    for (let spent = 0, count = 1; spent < 150; count = Math.min(4 * count, Math.ceil(10 / each))) {
      each = Math.min(each, Math.max(time(work, count), 0.1 / count));
      spent += each * count;
      await breathe();
    }
    runs.push({ name, work, count: Math.max(1, Math.round(10 / each)), times: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const run of round % 2 ? [...runs].reverse() : runs) {
      run.times.push(time(run.work, run.count));
      await breathe();
    }
    bar.update(round + 1);
  }
  return Object.fromEntries(runs.map(({ name, times }) => [name, median(times)]));
}

const steps = Object.entries(norms).map(([name, Norm]) => [name, stepOf(Norm)]);
bars(await measure('training steps', Object.fromEntries(steps)), {
  title: 'One training step in this browser', x: 'time (ms)',
});
const layers = {};
for (const size of sizes) {
  const sides = Object.entries(norms).filter(([, Norm]) => Norm).map(([name, Norm]) => [name, layerOf(Norm, size)]);
  const name = size.join(' × ');
  layers[name] = await measure('layers of ' + name, Object.fromEntries(sides));
}
bars(layers, { title: 'A layer forward and backward in this browser', x: 'time (ms)' });
`;

/** Fewer rounds for tests; the page's own are enough for a steady median. */
export function benchCellOf(rounds: number): string {
  return `const rounds = ${rounds};\n${benchCell}`;
}
