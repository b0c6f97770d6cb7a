/** @file One lane: its network, its batches, a step, and what a look inside shows. */
import { arange, data, manualSeed, nn, noGrad, optim, type Tensor, tidy, zeros } from '../../api/index.js';
import type { Lane } from './lanes.js';
import { activationRange, bins, gradientRange, type LaneResult, type LayerFrame, type Spread } from './model.js';

export interface RaceData {
  train: Tensor;
  trainLabels: Tensor;
  unseen: Tensor;
  unseenLabels: Tensor;
  classes: number;
}

const norms = { batch: nn.BatchNorm1d, layer: nn.LayerNorm, rms: nn.RMSNorm };

export class LaneRun {
  readonly result: LaneResult;
  /** How much of the losses was told. */
  told = 0;
  private readonly layers: nn.Module[] = [];
  private readonly model: nn.Sequential;
  private readonly optimizer: optim.SGD;
  private readonly loss = new nn.CrossEntropyLoss();
  /** The rows of each step: all drawn at once, so that lanes and widgets do not mix their random streams. */
  private readonly batches: Tensor[];

  constructor(
    { name, norm, depth, width, lr, init, batch, seed }: Lane,
    private readonly set: RaceData,
    epochs: number,
  ) {
    manualSeed(seed);
    for (let block = 0; block < depth; block += 1) {
      this.layers.push(new nn.Linear(block === 0 ? set.train.shape[1] : width, width));
      if (norm !== 'none') this.layers.push(new norms[norm](width));
      this.layers.push(new nn.Tanh());
    }
    this.layers.push(new nn.Linear(width, set.classes));
    this.model = new nn.Sequential(...this.layers);
    this.batches = batchesOf(set.trainLabels.shape[0], batch, epochs);
    if (init !== 1) {
      noGrad(() => this.layers.forEach((layer) => layer instanceof nn.Linear && void layer.weight.mul_(init)));
    }
    this.optimizer = new optim.SGD(this.model.parameters(), { lr });
    this.result = { name, losses: [], broken: null, final: null };
  }

  get steps(): number {
    return this.batches.length;
  }
  get isDone(): boolean {
    return this.result.broken !== null || this.result.losses.length === this.batches.length;
  }

  step(): void {
    const at = this.result.losses.length;
    tidy(() => {
      const x = this.set.train.indexSelect(this.batches[at]);
      this.optimizer.zeroGrad();
      const loss = this.loss(this.model(x), this.set.trainLabels.indexSelect(this.batches[at]));
      this.result.losses.push(loss.item());
      if (!Number.isFinite(loss.item())) {
        this.result.broken = { step: at + 1, layer: this.firstBroken(x) };
        return;
      }
      loss.backward();
      this.optimizer.step();
    });
    if (this.isDone && !this.result.broken) this.finish();
  }

  /** Activations and their gradients on the first examples, as they are now; leaves no trace. */
  look(): LayerFrame[] {
    if (this.result.broken) return [];
    const buffers = this.model.namedBuffers().map(([, buffer]) => [buffer, buffer.clone()] as const);
    const frames = tidy(() => {
      const seen = this.set.train.slice(0, 0, 128);
      const probes: { output: Tensor; probe: Tensor }[] = [];
      let h = seen;
      for (const layer of this.layers) {
        h = layer(h);
        if (!(layer instanceof nn.Tanh)) continue;
        // A leaf of zeros receives the gradient of the output that it is added to.
        const probe = zeros(h.shape, { requiresGrad: true });
        h = h.add(probe);
        probes.push({ output: h, probe });
      }
      this.loss(h, this.set.trainLabels.slice(0, 0, 128)).backward();
      return probes.map(({ output, probe }) => ({
        activations: spreadOf(output.data(), activationRange, (value) => value),
        gradients: spreadOf(probe.grad!.data(), gradientRange, (value) => Math.log10(Math.abs(value))),
      }));
    });
    tidy(() => buffers.forEach(([buffer, old]) => void buffer.copy_(old)));
    buffers.forEach(([, old]) => old.dispose());
    return frames;
  }

  private finish(): void {
    this.model.eval();
    this.result.final = tidy(() =>
      noGrad(() => ({
        loss: this.loss(this.model(this.set.train), this.set.trainLabels).item(),
        accuracy: this.model(this.set.unseen).argmax(1).eq(this.set.unseenLabels).float().mean().item(),
      })),
    );
    this.model.train();
  }

  private firstBroken(x: Tensor): string {
    return noGrad(() => {
      let h = x;
      for (const [i, layer] of this.layers.entries()) {
        h = layer(h);
        if (!h.isfinite().all().item()) return `layer ${i + 1} (${layer.className})`;
      }
      return 'the loss';
    });
  }
}

/** The order in which DataLoader would draw them, epoch after epoch. */
function batchesOf(count: number, batchSize: number, epochs: number): Tensor[] {
  const rows = new data.TensorDataset(arange(0, count, 1, { dtype: 'int64' }));
  // A last batch of one example has no batch statistics: it is left out, as PyTorch asks for.
  const dropLast = count % batchSize === 1;
  const loader = new data.DataLoader(rows, { batchSize, shuffle: true, dropLast });
  return Array.from({ length: epochs }, () => [...loader].map(([batch]) => batch)).flat();
}

function spreadOf(
  values: ArrayLike<number>,
  [low, high]: readonly [number, number],
  place: (value: number) => number,
): Spread {
  const counts = new Array<number>(bins).fill(0);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i += 1) {
    sum += values[i];
    squares += values[i] * values[i];
    const at = Math.floor(((place(values[i]) - low) / (high - low)) * bins);
    counts[Math.min(bins - 1, Math.max(0, at))] += 1;
  }
  const mean = sum / values.length;
  return { counts, std: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) };
}
