/** What probes say of the blocks of an encoder, beside the same computed by hand. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  functional,
  manualSeed,
  memory,
  nn,
  noGrad,
  optim,
  randn,
  type Tensor,
  tidy,
  train,
} from '../../web/api/index.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

function make(
  options: nn.TransformerEncoderOptions = {},
  layer: nn.TransformerEncoderLayerOptions = {},
): nn.TransformerEncoder {
  manualSeed(0);
  const settings = { dimFeedforward: 16, dropout: 0, batchFirst: true, normFirst: true, ...layer };
  return new nn.TransformerEncoder(() => new nn.TransformerEncoderLayer(8, 2, settings), 3, options);
}

const normOf = (x: Tensor): number => x.norm().item();

describe('probeBlocks', () => {
  it('measures streams, gradients, updates and similarities', () => {
    const model = make();
    const optimizer = new optim.SGD(model.parameters(), { lr: 0.1 });
    const probe = train.probeBlocks(model);
    const x = randn([2, 5, 8]);
    const dy = randn([2, 5, 8]);
    const before = model.parameters().map((weight) => weight.detach().clone());
    const streams: Tensor[] = [x];
    noGrad(() => {
      for (const block of model.layers) streams.push(block(streams.at(-1)!));
    });
    model(x).mul(dy).sum().backward();
    optimizer.step();
    const reports = probe.read();
    expect(reports.map(({ block }) => block)).toEqual([0, 1, 2]);
    // The stream after the last block is the output, so its gradient is dy.
    expect(reports[2].gradNorm).toBeCloseTo(normOf(dy), 5);
    reports.forEach((report, index) => {
      const [h, next] = [streams[index], streams[index + 1]];
      expect(report.std).toBeCloseTo(next.std().item(), 5);
      expect(report.neighbourSimilarity).toBeCloseTo(functional.cosineSimilarity(h, next).mean().item(), 5);
      const cosines = [0, 1].flatMap((example) =>
        [0, 1, 2, 3, 4].flatMap((i) =>
          [0, 1, 2, 3, 4]
            .filter((j) => j !== i)
            .map((j) =>
              functional.cosineSimilarity(h.select(0, example).select(0, i), h.select(0, example).select(0, j)).item(),
            ),
        ),
      );
      expect(report.tokenSimilarity).toBeCloseTo(cosines.reduce((a, b) => a + b) / cosines.length, 5);
      const weights = [...model.layers][index].namedParameters();
      expect(report.weights.map(({ name }) => name)).toEqual(weights.map(([name]) => name));
      report.weights.forEach(({ gradNorm, updateRatio }, at) => {
        const [, weight] = weights[at];
        expect(gradNorm).toBeCloseTo(normOf(weight.grad!), 5);
        const old = normOf(before[index * weights.length + at]);
        if (old > 0) expect(updateRatio / ((0.1 * normOf(weight.grad!)) / old)).toBeCloseTo(1, 2);
      });
    });
  });

  it.each([{}, { hyperConnections: 3 }])('changes nothing, and ends: %o', (options) => {
    const model = make({ ...options, norm: new nn.LayerNorm(8) });
    const x = randn([2, 5, 8]);
    const run = (): unknown => {
      model.zeroGrad();
      tidy(() => model(x).square().sum().backward());
      return model.parameters().map(({ grad }) => grad!.toArray());
    };
    const plain = run();
    const before = memory();
    const probe = train.probeBlocks(model);
    expect(
      probe.read().every(({ std, neighbourSimilarity }) => Number.isNaN(std) && Number.isNaN(neighbourSimilarity)),
    ).toBe(true);
    expect(run()).toEqual(plain);
    expect(probe.read().every(({ gradNorm, tokenSimilarity }) => gradNorm > 0 && Math.abs(tokenSimilarity) <= 1)).toBe(
      true,
    );
    probe.remove();
    expect(run()).toEqual(plain);
    expect(memory()).toEqual(before);
  });

  it('hyper-connections start with the similarities of pre-norm, also with tokens first', () => {
    const x = randn([5, 2, 8]);
    const [plain, hyper] = [{}, { hyperConnections: 4 }].map((options) => {
      const model = make(options, { batchFirst: false });
      const probe = train.probeBlocks(model);
      tidy(() => void model(x));
      return probe.read();
    });
    plain.forEach(({ neighbourSimilarity, tokenSimilarity }, index) => {
      expect(hyper[index].neighbourSimilarity).toBeCloseTo(neighbourSimilarity, 5);
      expect(hyper[index].tokenSimilarity).toBeCloseTo(tokenSimilarity, 5);
    });
  });
});
