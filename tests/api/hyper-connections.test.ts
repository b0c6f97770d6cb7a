/** Hyper-connections: they start as pre-norm, and follow their equation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { manualSeed, nn, ones, randn } from '../../web/api/index.js';
import { loadEngine } from './engine.js';
import { expectNear } from './golden-encoder.js';

beforeAll(loadEngine);

describe('hyper-connections', () => {
  const model = (options: object, depth = 3): nn.TransformerEncoder => {
    manualSeed(2);
    const blockOptions = { dimFeedforward: 16, dropout: 0, batchFirst: true, normFirst: true };
    const block = new nn.TransformerEncoderLayer(8, 2, blockOptions);
    return new nn.TransformerEncoder(block, depth, options).double();
  };

  it.each([1, 2, 4])('start as pre-norm: with %i streams, outputs and gradients of all weights', (rate) => {
    const x = randn([2, 5, 8], { dtype: 'float64' });
    const [plain, hyper] = [model({}), model({ hyperConnections: rate })];
    const [y, z] = [plain(x), hyper(x)];
    expectNear(z.div(rate), { shape: y.shape, data: [...y.data()] });
    y.square().sum().backward();
    z.div(rate).square().sum().backward();
    const grads = new Map(hyper.namedParameters());
    for (const [name, { grad }] of plain.namedParameters()) {
      expectNear(grads.get(name)!.grad, { shape: grad!.shape, data: [...grad!.data()] }, 1e-10);
    }
  });

  it('follow equation 2: streams become Bᵀ f(Aₘᵀ H) + Aᵣᵀ H', () => {
    manualSeed(4);
    const connection = new nn.HyperConnection({ rate: 3, index: 4 });
    expect(connection.alpha.toArray()).toEqual([[0, 1, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]);
    expect(connection.beta.toArray()).toEqual([[1, 1, 1]]);
    connection.loadStateDict({ alpha: randn([3, 4]), beta: randn([1, 3]) });
    const streams = randn([3, 2, 5]);
    const got = connection.connect(streams, (h) => h.mul(h));
    const [alpha, beta, h] = [connection.alpha.data(), connection.beta.data(), streams.data()];
    const at = (stream: number, i: number): number => h[stream * 10 + i];
    const mixed = (column: number, i: number): number =>
      [0, 1, 2].reduce((sum, j) => sum + alpha[j * 4 + column] * at(j, i), 0);
    got.data().forEach((value, index) => {
      const [stream, i] = [Math.floor(index / 10), index % 10];
      expect(value).toBeCloseTo(beta[stream] * mixed(0, i) ** 2 + mixed(1 + stream, i), 4);
    });
  });

  it('refuse other numbers of streams, a function that changes the shape, and post-norm blocks', () => {
    const connection = new nn.HyperConnection({ rate: 2 });
    expect(() => connection.connect(ones([3, 4]), (h) => h)).toThrow(
      '[HyperConnection] expected streams of shape (2, …, d), got (3, 4)',
    );
    expect(() => connection.connect(ones([2, 4]), (h) => h.slice(0, 1))).toThrow(
      'expected f to keep the shape (4), got (3)',
    );
    const block = new nn.TransformerEncoderLayer(4, 2);
    expect(() => new nn.TransformerEncoder(block, 1, { hyperConnections: 2 })).toThrow(
      'with normFirst for hyperConnections',
    );
  });
});
