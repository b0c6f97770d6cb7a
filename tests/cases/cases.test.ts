/** Every case that runs in Node, through the public API. */
import { beforeAll, describe, expect, it } from 'vitest';
import { memory } from '../../web/api/index.js';
import { loadEngine } from '../api/engine.js';
import { type Case, cases, type Category, type Float } from './cases.js';
import { choices } from './choices.js';
import { expectNear } from './compare.js';
import type { Op } from './op.js';
import { runnerOf } from './registry.js';

beforeAll(loadEngine);

const errorTypes: Record<Category, ErrorConstructor> = {
  shape_mismatch: RangeError,
  bad_argument: TypeError,
  bad_target: TypeError,
  batch_too_small: TypeError,
  disposed: ReferenceError,
};

/** How a case's wish for the message reads here; see README.md. */
const places: Record<string, RegExp> = {
  'sample 1': /sample 1\b|\[1\]|element 1\b/,
  'index or type': /\[\d\]|numbers|string/,
};

const forms: readonly Float[] = ['float64', 'float32'];

const groups = [...new Set(cases.map(({ group }) => group))];

describe.each(groups.filter((group) => !group.startsWith('H')))('%s', (group) => {
  const own = cases
    .filter((each) => each.group === group)
    .flatMap((each) => {
      const runner = runnerOf(each);
      return runner === null ? [] : [[each.id, each, runner] as const];
    });

  it.each(own)('%s', async (_, each, runner) => {
    if ('behaviour' in runner) await runner.behaviour(each.input);
    else for (const dtype of forms) check(each, runner.op, dtype);
  });
});

function check(each: Case, op: Op, dtype: Float): void {
  const { id, input, expected, tolerance } = each;
  const choice = choices[id];
  if (choice !== undefined) {
    if (choice.expected instanceof RegExp) expect(errorOf(each, op, dtype).message).toMatch(choice.expected);
    else
      expectNear(op(input, { dtype, watch: () => {} }), choice.expected, {
        atol: 0,
        rtol: dtype === 'float64' ? 1e-15 : 1e-7,
      });
  } else if (expected.kind === 'values') {
    const wanted = dtype === 'float64' ? expected.f64 : expected.f32;
    // What counts or draws integers has one column.
    if (wanted === undefined) return;
    const bounds = tolerance === 'exact' ? tolerance : tolerance[dtype === 'float64' ? 'f64' : 'f32']!;
    expectNear(op(input, { dtype, watch: () => {} }), wanted, bounds);
  } else if (expected.kind === 'error') {
    const error = errorOf(each, op, dtype);
    expect(error.constructor, error.message).toBe(errorTypes[expected.category]);
    expect(error.message).toMatch(
      expected.category === 'disposed' ? /^\[\w+\] used after dispose\(\)$/ : /^\[\w+\] expected .+ got .+/s,
    );
    for (const name of expected.message_must_name ?? []) expect(error.message).toMatch(places[name] ?? name);
  } else {
    expect.fail(`a choice for ${id}`);
  }
}

/** The error, which left the watched state as it was. */
function errorOf({ input }: Case, op: Op, dtype: Float): Error {
  let state: (() => unknown) | null = null;
  let before: unknown;
  const watch = (read: () => unknown): void => {
    state = read;
    before = read();
  };
  const { nodes } = memory();
  let thrown: unknown = null;
  try {
    op(input, { dtype, watch });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Error);
  expect((state as (() => unknown) | null)?.()).toEqual(before);
  expect(memory().nodes).toBeGreaterThanOrEqual(nodes);
  return thrown as Error;
}
