/** Forward hooks: what they see, what they may replace, what they keep. */
import { beforeAll, describe, expect, it } from 'vitest';
import { memory, nn, ones, tensor, type Tensor, tidy } from '../../web/api/index.js';
import { Scale } from './custom-modules.js';
import { loadEngine } from './engine.js';

beforeAll(loadEngine);

describe('registerForwardHook', () => {
  it('sees input and output wherever the module is used', () => {
    const [linear, tanh, own] = [new nn.Linear(3, 3), new nn.Tanh(), new Scale()];
    const inner = new nn.Sequential(tanh, own);
    const model = new nn.Sequential(linear, inner);
    const x = ones([2, 3]);
    const expected = model(x).toArray();
    const seen: [nn.Module, unknown, unknown][] = [];
    const watch = (module: nn.Module): nn.HookHandle =>
      module.registerForwardHook(
        (which, inputs, output) => void seen.push([which, inputs[0].toArray(), output.toArray()]),
      );
    const handles = [model, inner, own, tanh, linear].map(watch);
    expect(model(x).toArray()).toEqual(expected);
    expect(seen.map(([module]) => module)).toEqual([linear, tanh, own, inner, model]);
    expect(seen[0][1]).toEqual(x.toArray());
    expect(seen[1][1]).toEqual(seen[0][2]);
    expect(seen[2][1]).toEqual(seen[1][2]);
    expect(seen[3].slice(1)).toEqual([seen[0][2], expected]);
    expect(seen[4].slice(1)).toEqual([x.toArray(), expected]);
    for (const handle of handles) handle.remove();
    for (const handle of handles) handle.remove();
    model(x);
    expect(seen.length).toBe(5);
    watch(linear);
    model(x);
    expect(seen.length).toBe(6);
  });

  it('may replace the output, with gradients', () => {
    for (const module of [new nn.Tanh(), new Scale(), new nn.Sequential(new nn.Tanh())]) {
      const x = tensor([0.5], { requiresGrad: true });
      const before = module(x).item();
      const first = module.registerForwardHook((_module, _inputs, output) => output.mul(3));
      module.registerForwardHook((_module, _inputs, output) => output.add(1));
      expect(module(x).item()).toBeCloseTo(3 * before + 1, 6);
      module(x).sum().backward();
      expect(x.grad!.item()).not.toBe(0);
      first.remove();
      expect(module(x).item()).toBeCloseTo(before + 1, 6);
    }
  });

  it('passes on errors, and refuses what is no function and no tensor', () => {
    const layer = new nn.Tanh();
    expect(() => layer.registerForwardHook(5 as never)).toThrow(
      '[registerForwardHook] expected hook to be a function, got 5',
    );
    const bad = layer.registerForwardHook(() => 5 as never);
    expect(() => layer(ones([1]))).toThrow(/the result of the hook to be a tensor, got 5/);
    bad.remove();
    layer.registerForwardHook(() => {
      throw new SyntaxError('mine');
    });
    expect(() => new nn.Sequential(layer)(ones([1]))).toThrow(new SyntaxError('mine'));
  });

  it('keeps no memory when its module is disposed', () => {
    const before = memory().bytes;
    tidy(() => {
      const layer = new nn.Linear(10, 10);
      const kept: Tensor[] = [];
      layer.registerForwardHook((_module, inputs, output) => void kept.push(...inputs, output));
      layer(ones([2, 10]));
      layer.dispose();
    });
    expect(memory().bytes).toBe(before);
  });
});
