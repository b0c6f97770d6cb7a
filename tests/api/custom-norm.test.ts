/** A norm of the learner's own: `class MyNorm extends nn.Module` does all that a built-in layer does. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import { engineFrom } from '../../web/kernel/engine.js';
import { loadEngine } from './engine.js';
import { Notebook } from './kernel-notebook.js';

const { data, functional, manualSeed, nn, ones, optim, randint, randn, tensor, train, zeros } = library;
type Tensor = library.Tensor;

beforeAll(loadEngine);

/** LayerNorm from single operations, with a count of its calls in training. */
class MyNorm extends nn.Module {
  weight: library.nn.Parameter;
  bias: library.nn.Parameter;
  calls = 0;
  constructor(
    readonly features: number,
    readonly eps = 1e-5,
  ) {
    super();
    this.weight = new nn.Parameter(ones([features]));
    this.bias = new nn.Parameter(zeros([features]));
  }
  override extraRepr(): string {
    return `${this.features}, eps=${this.eps}`;
  }
  override forward(x: Tensor): Tensor {
    if (this.training) this.calls += 1;
    const centred = x.sub(x.mean(-1, { keepdim: true }));
    const variance = centred.square().mean(-1, { keepdim: true });
    return centred.div(variance.add(this.eps).sqrt()).mul(this.weight).add(this.bias);
  }
}

describe('a norm of your own', () => {
  it('computes, forward and backward, what the built-in one computes', () => {
    manualSeed(0);
    const x = randn([8, 6], { requiresGrad: true });
    const g = randn([8, 6]);
    const own = new MyNorm(6);
    own(x).backward(g);
    const dx = x.grad!.toArray();
    x.grad!.dispose();
    const copy = x.detach();
    copy.requiresGrad = true;
    const weight = ones([6], { requiresGrad: true });
    functional.layerNorm(copy, 6, { weight, bias: zeros([6]) }).backward(g);
    // Six values and a dozen float32 operations on numbers of order 1: 16 ulp.
    const near = (a: Tensor | null, b: Tensor | null): void =>
      expect(a!.sub(b!).abs().max().item()).toBeLessThan(16 * 2 ** -23);
    near(tensor(dx as number[]), copy.grad);
    near(own.weight.grad, weight.grad);
    near(own.bias.grad, g.sum(0));
  });

  it('has its parameters found and its state saved and loaded', () => {
    const model = new nn.Sequential(new nn.Linear(4, 6), new MyNorm(6), new nn.Linear(6, 2));
    expect(model.namedParameters().map(([name]) => name)).toEqual([
      '0.weight',
      '0.bias',
      '1.weight',
      '1.bias',
      '2.weight',
      '2.bias',
    ]);
    const other = new nn.Sequential(new nn.Linear(4, 6), new MyNorm(6), new nn.Linear(6, 2));
    other.loadStateDict(model.stateDict());
    const x = randn([3, 4]);
    expect(other(x).toArray()).toEqual(model(x).toArray());
    expect(model.double()(x.double()).dtype).toBe('float64');
  });

  it('prints as a branch of the tree', () => {
    expect(String(new nn.Sequential(new nn.Tanh(), new MyNorm(6)))).toBe(
      'Sequential(\n  (0): Tanh()\n  (1): MyNorm(6, eps=0.00001)\n)',
    );
  });

  it('follows train() and eval(), from outside and below', () => {
    const norm = new MyNorm(6);
    const model = new nn.Sequential(new nn.Sequential(norm));
    model.eval();
    model(randn([2, 6]));
    expect([norm.training, norm.calls]).toEqual([false, 0]);
    model.train();
    model(randn([2, 6]));
    expect([norm.training, norm.calls]).toEqual([true, 1]);
  });

  it('trains in a Trainer, inside a chain and as the model itself', async () => {
    manualSeed(0);
    const loader = new data.DataLoader(new data.TensorDataset(randn([32, 6]), randint(0, 6, [32])), { batchSize: 8 });
    for (const model of [new nn.Sequential(new nn.Linear(6, 6), new MyNorm(6)), new MyNorm(6)]) {
      const optimizer = new optim.SGD(model.parameters(), { lr: 0.1 });
      const lossOf = new nn.CrossEntropyLoss();
      const trainer = new train.Trainer(model, optimizer, lossOf, loader);
      const first = (await trainer.fit({ epochs: 1 })).loss;
      expect((await trainer.fit({ epochs: 30 })).loss).toBeLessThan(first);
      expect(model.parameters().at(-1)!.abs().max().item()).toBeGreaterThan(0);
    }
  });

  it.each([
    ['called', 'model(x)'],
    [
      'run by a trainer',
      'await new train.Trainer(model, new optim.SGD(model.parameters(), { lr: 1 }), new nn.CrossEntropyLoss(), loader).fit({ epochs: 1 })',
    ],
  ])('%s, an error in it points at its line', async (_, use) => {
    const notebook = new Notebook(engineFrom(library));
    const cell = `class Wrong extends nn.Module {
  constructor() {
    super();
    this.weight = new nn.Parameter(ones([3]));
  }
  forward(x) {
    const y = x.mul(2);
    return y.mul(this.weight);
  }
}
const x = ones([2, 4]);
const model = new nn.Sequential(new nn.Linear(4, 4), new Wrong());
const loader = new data.DataLoader(new data.TensorDataset(x, tensor([0, 1], { dtype: 'int64' })));
${use}`;
    const error = await notebook.error(cell);
    expect(error).toMatchObject({ name: 'RangeError', line: 8 });
    expect(error.message).toMatch(/^\[mul\] expected shapes that broadcast, got \(\d, 4\) and \(3\)/);
  });

  it('that gives back no tensor is told so', () => {
    class Nothing extends nn.Module {
      override forward(): Tensor {
        return undefined as never;
      }
    }
    const inChain = new nn.Sequential(new Nothing());
    expect(() => inChain(ones([2]))).toThrow('[Nothing] expected the result of forward to be a tensor, got undefined');
    expect(() => new Nothing()(ones([2]))).toThrow('[Nothing] expected forward to return a value, got undefined');
  });

  it('that forgets super() is told by the language, before any use', () => {
    class Forgets extends nn.Module {
      // @ts-expect-error the point of the test
      constructor() {}
    }
    expect(() => new Forgets()).toThrow(ReferenceError);
  });
});
