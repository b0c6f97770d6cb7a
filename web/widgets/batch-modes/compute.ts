/** @file A BatchNorm layer sees batch after batch; then one example, among other companions each time. */
import { cat, Generator, nn, noGrad, randn, tensor, type Tensor, tidy } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import { companionSets, type ModesInput, type ModesResult, truth } from './model.js';

export const computeModes: Compute<ModesInput, ModesResult> = (input, run) =>
  run.own(() => noGrad(() => modesOf(input)));

function modesOf({ mode, batchSize, momentum, variance, batches, example, seed }: ModesInput): ModesResult {
  const generator = new Generator().manualSeed(seed);
  const draw = (count: number): Tensor =>
    randn([count, 1], { generator }).mul(Math.sqrt(truth.variance)).add(truth.mean);
  const norm = new nn.BatchNorm1d(1, { momentum });
  const result: ModesResult = {
    batchMeans: [],
    batchVariances: [],
    runningMeans: [],
    runningVariances: [],
    error: null,
    outputs: [],
    spread: 0,
  };
  for (let batch = 0; batch < batches && result.error === null; batch += 1) {
    tidy(() => {
      const x = draw(batchSize);
      try {
        const before = norm.runningVar!.item();
        norm(x);
        const biased = x.var(undefined, { correction: 0 });
        if (variance === 'biased') norm.runningVar!.copy_(biased.mul(momentum).add((1 - momentum) * before));
        result.batchMeans.push(x.mean().item());
        result.batchVariances.push(variance === 'biased' ? biased.item() : x.var().item());
        result.runningMeans.push(norm.runningMean!.item());
        result.runningVariances.push(norm.runningVar!.item());
      } catch (error) {
        result.error = error instanceof Error ? error.message : String(error);
      }
    });
  }
  if (mode === 'eval') norm.eval();
  // A look at the example must move nothing that was learned.
  norm.trackRunningStats = false;
  if (mode === 'train' && result.error !== null) return result;
  for (let set = 0; set < companionSets; set += 1) {
    const x = tensor([[example]]);
    result.outputs.push(
      tidy(() =>
        norm(batchSize === 1 ? x : cat([x, draw(batchSize - 1)]))
          .index(0, 0)
          .item(),
      ),
    );
  }
  result.spread = Math.max(...result.outputs) - Math.min(...result.outputs);
  return result;
}
