/** ResidualConnection through JavaScript; its numbers are PyTorch's. */
import { beforeAll, describe, expect, it } from 'vitest';
import { memory, nn, noGrad, ones, tensor, type Tensor } from '../../web/api/index.js';
import { loadEngine } from './engine.js';
import { golden } from './golden-layers.js';

beforeAll(loadEngine);

/** A custom module: 2 v + 1, of which it may keep one column only. */
class Doubled extends nn.Module {
  constructor(readonly narrow = false) {
    super();
  }
  override forward(v: Tensor): Tensor {
    const y = v.mul(2).add(1);
    return this.narrow ? y.slice(1, 0, 1) : y;
  }
}

describe('ResidualConnection', () => {
  const x = (): Tensor => tensor([[1, 2, 3, 6]]);

  it('normalizes before a custom sub-layer, or after the sum', () => {
    const pre = new nn.ResidualConnection(new Doubled(), { size: 4 });
    const post = new nn.ResidualConnection(new Doubled(), { size: 4, place: 'post' });
    const near = (values: number[]): unknown => values.map((value) => expect.closeTo(value, 5));
    expect(pre(x()).toArray()).toEqual([near([-0.13808688, 1.93095656, 4, 10.20713032])]);
    expect(post(x()).toArray()).toEqual([near([-1.0690448, -0.5345224, 0, 1.60356717])]);
  });

  it.each(golden.residual)('$place: the numbers and gradients of PyTorch around a Linear', (c) => {
    const block = new nn.ResidualConnection(new nn.Linear(4, 4), {
      norm: new nn.LayerNorm(4),
      place: c.place as 'pre',
    }).double();
    const read = ({ shape, data }: { shape: number[]; data: number[] }): Tensor =>
      tensor(data, { dtype: 'float64' }).reshape(shape);
    block.loadStateDict(Object.fromEntries(Object.entries(c.state).map(([key, value]) => [key, read(value)])));
    const at = read(c.x);
    at.requiresGrad = true;
    const y = block(at);
    y.backward(read(c.dy));
    const expectNear = (got: Tensor, { data }: { data: number[] }): void =>
      got.data().forEach((value, i) => expect(Math.abs(value - data[i])).toBeLessThan(1e-12));
    expectNear(y, c.y);
    expectNear(at.grad!, c.dx);
    for (const [name, parameter] of block.namedParameters())
      expectNear(parameter.grad!, c.grads[name as keyof typeof c.grads]);
  });

  it('prints as a tree and passes training mode on', () => {
    const block = new nn.ResidualConnection(new nn.Sequential(new nn.Linear(4, 4), new nn.GELU()), {
      size: 4,
      dropout: 0.1,
    });
    expect(String(block)).toBe(
      'ResidualConnection(\n' +
        "  place='pre'\n" +
        '  (sublayer): Sequential(\n' +
        '    (0): Linear(in_features=4, out_features=4, bias=True)\n' +
        "    (1): GELU(approximate='none')\n" +
        '  )\n' +
        '  (norm): LayerNorm((4,), eps=1e-05, elementwise_affine=True)\n' +
        '  (dropout): Dropout(p=0.1, inplace=False)\n' +
        ')',
    );
    block.eval();
    expect(block.dropout.training).toBe(false);
    expect(block(x()).toArray()).toEqual(block(x()).toArray());
    expect([...block.stateDict().keys()]).toEqual(['sublayer.0.weight', 'sublayer.0.bias', 'norm.weight', 'norm.bias']);
    const inChain = new nn.Sequential(block, new nn.Identity());
    expect(inChain(x()).toArray()).toEqual(block(x()).toArray());
  });

  it('sees a sub-layer that was replaced', () => {
    const block = new nn.ResidualConnection(new nn.Identity(), { norm: new nn.Identity() });
    const chain = new nn.Sequential(block);
    expect(chain(x()).toArray()).toEqual([[2, 4, 6, 12]]);
    (block as { sublayer: nn.Module }).sublayer = new Doubled();
    expect(chain(x()).toArray()).toEqual([[4, 7, 10, 19]]);
  });

  it('refuses a sub-layer that changes the shape, and options that do not fit', () => {
    const block = new nn.ResidualConnection(new Doubled(true), { size: 4 });
    expect(() => block(ones([3, 4]))).toThrow(
      new RangeError('[ResidualConnection] expected a sub-layer that keeps the shape (3, 4), got (3, 1)'),
    );
    const make = (options: object): unknown => new nn.ResidualConnection(new nn.Identity(), options);
    expect(() => make({})).toThrow(/either size or norm, got neither/);
    expect(() => make({ size: 4, norm: new nn.RMSNorm(4) })).toThrow(/got both/);
    expect(() => make({ size: 4, place: 'middle' })).toThrow(/place to be one of pre, post, got "middle"/);
    expect(() => make({ norm: 4 })).toThrow(/norm to be a module, got 4/);
    expect(() => new nn.ResidualConnection(((v: Tensor) => v) as never, { size: 4 })).toThrow(
      /the sub-layer to be a module/,
    );
  });

  it('leaves memory flat', () => {
    const block = new nn.ResidualConnection(new nn.Linear(4, 4), { size: 4, dropout: 0.2 });
    const run = (): void => noGrad(() => block(x()).dispose());
    run();
    const before = memory();
    for (let i = 0; i < 100; i += 1) run();
    expect(memory().nodes).toBe(before.nodes);
    block.dispose();
    expect(() => block(x())).toThrow(ReferenceError);
  });
});
