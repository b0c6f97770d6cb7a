/** What goes on inside a model: probes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { manualSeed, memory, nn, ones, optim, rand, randn, tensor, type Tensor, train } from '../../web/api/index.js';
import { Block } from './custom-modules.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

describe('train.probe', () => {
  function model(): nn.Sequential {
    manualSeed(0);
    return new nn.Sequential(new nn.Linear(4, 3), new nn.BatchNorm1d(3), new Block(), new nn.Tanh());
  }
  function step(net: nn.Module): Tensor {
    const opt = new optim.SGD(net.parameters(), { lr: 0.1 });
    manualSeed(1);
    const y = net(randn([8, 4]));
    opt.zeroGrad();
    y.square().sum().backward();
    opt.step();
    return y;
  }

  it('reads outputs, gradients and weights of every leaf, and changes no number', () => {
    const plain = model();
    step(plain);
    const watched = model();
    const probe = train.probe(watched);
    expect(probe.read()[0].mean).toBeNaN();
    const y = step(watched);
    expect([...watched.stateDict().values()].map(String)).toEqual([...plain.stateDict().values()].map(String));
    const layers = probe.read();
    expect(layers.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      '0 Linear',
      '1 BatchNorm1d',
      '2.norm LayerNorm',
      '2.scale Scale',
      '3 Tanh',
    ]);
    const last = layers.at(-1)!;
    const epsilon = 2 ** -23;
    expect(Math.abs(last.mean - y.mean().item())).toBeLessThan(4 * epsilon);
    expect(Math.abs(last.std - y.std().item())).toBeLessThan(4 * epsilon);
    // The loss is Σ y²: its gradient is 2 y.
    const norm = 2 * Math.sqrt(y.square().sum().item());
    expect(Math.abs(last.gradNorm - norm)).toBeLessThan(24 * epsilon * norm);
    const scale = layers[3].weights[0];
    expect(scale.name).toBe('weight');
    const weight = (watched as unknown as { 2: Block })[2].scale.weight;
    expect(scale.norm).toBeCloseTo(Math.abs(weight.item()), 12);
    expect(scale.gradNorm).toBeCloseTo(Math.abs(weight.grad!.item()), 12);
    expect(scale.updateRatio).toBeCloseTo(Math.abs(weight.item() - 2) / 2, 12);
    expect(layers[0].weights.map(({ name }) => name)).toEqual(['weight', 'bias']);
    for (const { gradNorm } of layers) expect(gradNorm).toBeGreaterThan(0);
    probe.remove();
    expect(probe.read()).toEqual([]);
    expect(watched(ones([2, 4])).gradFn).toBe('TanhBackward0');
  });

  it('looks at an input without a trace', () => {
    const net = model();
    step(net);
    const state = (): string[] => [...net.stateDict().values()].map(String);
    const before = state();
    manualSeed(5);
    const next = rand([2]).toArray();
    manualSeed(5);
    net.registerForwardHook(() => void randn([3]));
    const x = tensor([
      [1, 2, 3, 4],
      [4, 3, 2, 1],
    ]);
    const used = memory();
    const probe = train.probe(net, { layers: ['1', '2'] });
    const layers = probe.look(x).read();
    probe.remove();
    expect(memory()).toEqual(used);
    expect(layers.map(({ name }) => name)).toEqual(['1', '2']);
    const shift = (net as unknown as { 1: nn.BatchNorm1d })[1].bias!.detach().mean().item();
    expect(layers[0].mean, 'what BatchNorm adds to mean 0').toBeCloseTo(shift, 6);
    expect(layers[0].gradNorm).toBeNaN();
    expect(state()).toEqual(before);
    expect(rand([2]).toArray()).toEqual(next);
    expect(() => train.probe(net).look([1] as never)).toThrow(/x to be a tensor/);
    expect(() => train.probe(net).look(ones([1, 4]))).toThrow(/more than 1 value per channel/);
    expect(state()).toEqual(before);
  });

  it('refuses what it does not know', () => {
    expect(() => train.probe(5 as never)).toThrow('[probe] expected a module, got 5');
    expect(() => train.probe(model(), { layers: ['7'] })).toThrow(/one of the layers .*"2.norm".*, got "7"/);
    expect(() => train.probe(model(), { layers: '1' as never })).toThrow(/an array of names, got "1"/);
    expect(() => train.probe(model(), { layer: ['1'] } as never)).toThrow(/only the options layers/);
  });
});
