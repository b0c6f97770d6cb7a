/** @file What JavaScript can hand in, and what comes back out of wasm. */
import { expect } from 'vitest';
import { data, functional, memory, nn, ones, randint, randperm, Scope, tensor, zeros } from '../../../web/api/index.js';
import { engineHeap, engineMemory } from '../../api/engine.js';
import type { Input } from '../cases.js';
import type { Behaviour, Op } from '../op.js';

/** The JavaScript value that a case writes down. */
export function evaluated(source: string): unknown {
  return (0, eval)(`(${source})`);
}

const batchSize = (value: never): number =>
  new data.DataLoader(new data.TensorDataset(ones([2, 1])), { batchSize: value }).length;

/** Places that take a whole number of at least 1. */
const integers: ((value: never) => unknown)[] = [
  (value) => new nn.Linear(value, 1),
  (value) => new nn.Linear(1, value),
  (value) => new nn.BatchNorm1d(value),
  (value) => new nn.LayerNorm([value]),
  (value) => randperm(value),
  (value) => ones([value]),
  (value) => randint(0, 5, [value]),
  (value) => functional.layerNorm(ones([1]), [value]),
];

const integer: Op = ({ js_value: source }) => {
  const value = evaluated(source) as never;
  if (source === '2147483647') {
    expect(batchSize(value)).toBe(1);
    return { accepted_as: value };
  }
  for (const use of integers) expect(() => use(value), String(use)).toThrow(TypeError);
  return { accepted_as: batchSize(value) };
};

const array: Op = ({ js_value: source, js_values: sources }) => {
  if (sources !== undefined)
    return { seen: (sources as string[]).map((each) => tensor(evaluated(each) as never).toArray()) };
  return { seen: tensor(evaluated(source) as never) };
};

const useAfterDispose: Op = () => {
  const layer = new nn.LayerNorm(4);
  const x = ones([1, 4]);
  for (let i = 0; i < 2; i += 1) layer.dispose();
  expect(() => layer.stateDict().get('weight')!.data()).toThrow(ReferenceError);
  const gone = ones([4]);
  for (let i = 0; i < 2; i += 1) gone.dispose();
  expect(() => gone.add(1)).toThrow(ReferenceError);
  return { y: layer(x) };
};

const viewAfterGrowth: Behaviour = () => {
  const layer = new nn.LayerNorm(4);
  const y = layer(tensor([[1, 2, 3, 4]])).data();
  const before = [...y];
  const { buffer } = engineMemory();
  const kept = [];
  while (engineMemory().buffer === buffer) kept.push(zeros([16, 1024, 1024]));
  expect(buffer.byteLength).toBe(0);
  expect(y.length).toBe(4);
  expect([...y]).toEqual(before);
  expect(y.buffer).not.toBe(engineMemory().buffer);
  for (const block of kept) block.dispose();
};

const exceptionText: Behaviour = (input) => {
  expect(input.trigger).toBe('BatchNorm train on shape [1,3]');
  const layer = new nn.BatchNorm1d(3);
  const x = ones([1, 3]);
  const attempt = (): unknown => {
    try {
      return layer(x);
    } catch (error) {
      return error;
    }
  };
  const first = attempt();
  expect(first).toBeInstanceOf(Error);
  expect((first as Error).message).toMatch(
    /^\[batch_norm\] expected more than 1 value per channel .*got x of shape \(1, 3\)/,
  );
  const before = { ...memory(), heap: engineHeap() };
  for (let i = 0; i < input.repeat; i += 1) expect(attempt()).toEqual(first);
  expect({ ...memory(), heap: engineHeap() }).toEqual(before);
  expect(layer(ones([2, 3])).shape).toEqual([2, 3]);
};

const handles: Behaviour = (input: Input) => {
  const { tensors, nodes } = memory();
  let heap = 0;
  for (let i = 0; i < input.create_and_drop; i += 1) {
    const scope = new Scope();
    const use = (): void => {
      const layer = new nn.Linear(4, 4);
      if (i % input.with_exception_every === 0) layer(ones([3, 5]));
      layer(ones([3, 4]));
    };
    if (i % input.with_exception_every === 0) expect(() => scope.run(use)).toThrow(RangeError);
    else scope.run(use);
    scope.dispose();
    expect(scope.handles.size).toBe(0);
    if (i === 99) heap = engineHeap();
  }
  expect(memory()).toMatchObject({ tensors, nodes });
  expect(engineHeap()).toBe(heap);
};

export const ops: Record<string, Op> = { 'wasm.int_argument': integer, 'wasm.array_argument': array };
export const byId: Record<string, Op> = { G06b_use_after_dispose: useAfterDispose };
export const behaviours: Record<string, Behaviour> = {
  'wasm.memory_growth': viewAfterGrowth,
  'wasm.exception': exceptionText,
  'wasm.handles': handles,
};
