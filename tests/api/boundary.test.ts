/**
 * Every function, constructor and method of the library, with every wrong value in place of every argument and option:
 * refused in words, or taken where its type allows it, and afterwards the engine is as it was.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import { badValues } from './bad-values.js';
import { engineHeap, loadEngine } from './engine.js';
import { type Item, type Parameter, publicApi } from './public-api.js';
import { receivers, validArguments } from './specimens.js';

const { memory, ones, Scope, setYield, tensor } = library;

beforeAll(loadEngine);

type Callable = Item & { parameters: Parameter[] };
const callables = publicApi().filter((item): item is Callable => item.parameters !== null);

/** NaN is a number like others where numbers are data. */
const takesNaN =
  /^(tensor|full|where)$|^Tensor\.(add|sub|mul|div|pow|maximum|minimum|eq|ne|lt|le|gt|ge|maskedFill|fill|setIndex)_?$/;

/** A call of the thing at `path`, with a receiver of its own. */
function caller({ path, kind }: Item): (...values: unknown[]) => unknown {
  const names = path.split('.');
  const find = (parts: string[]): any => parts.reduce((at: any, name) => at[name], library);
  if (kind === 'class') {
    const Class = find(names);
    return (...values) => new Class(...values);
  }
  if (kind === 'function') return find(names);
  const owner = names.slice(0, -1).join('.');
  const make =
    receivers[path] ??
    receivers[owner] ??
    (() => new (find(names.slice(0, -1)))(...validArguments(owner, parametersOf(owner))));
  return (...values) => (make() as any)[names.at(-1)!](...values);
}

function methodAt(path: string): (...values: unknown[]) => unknown {
  const names = path.split('.');
  const owner = names.slice(0, -1);
  const Class = owner.reduce((at: any, name) => at[name], library);
  // A class that is exported as a type only is met in its objects.
  const home = Class?.prototype ?? new Scope().run(receivers[owner.join('.')]);
  return home[names.at(-1)!];
}

function parametersOf(path: string): Parameter[] {
  return callables.find((item) => item.path === path)?.parameters ?? [];
}

/** Runs it in a scope of its own; gives what was thrown, or null. */
async function attempt(body: () => unknown): Promise<{ thrown: unknown } | null> {
  const scope = new Scope();
  try {
    await scope.run(body);
    return null;
  } catch (thrown) {
    return { thrown };
  } finally {
    scope.dispose();
    setYield(null);
  }
}

function expectWords(failure: { thrown: unknown } | null, what: string): void {
  const { thrown } = failure ?? expect.fail(`${what}: expected an error, got none`);
  expect(thrown, what).toBeInstanceOf(Error);
  const { message, name } = thrown as Error;
  expect(['TypeError', 'RangeError', 'ReferenceError'], `${what}: ${name}: ${message}`).toContain(name);
  expect(message, what).toMatch(/^\[[\w.]+\] /);
}

describe('every public function', () => {
  it('is found', () => {
    expect(callables.length).toBeGreaterThan(120);
  });

  it.each(callables.map((item) => [item.path, item] as const))(
    '%s refuses wrong values in words',
    async (path, item) => {
      const call = caller(item);
      const valid = (): unknown[] => validArguments(path, item.parameters);
      const works = await attempt(() => call(...valid()));
      expect(works?.thrown, `${path} with valid arguments; see specimens.ts`).toBeUndefined();
      const before = memory();
      for (const bad of badValues) {
        for (const [index, parameter] of item.parameters.entries()) {
          const withBad = (): unknown[] => [...filled(valid(), index), bad.make(), ...valid().slice(index + 1)];
          check(await attempt(() => call(...withBad())), parameter, bad, `${path}: ${bad.name} as ${parameter.name}`);
          for (const field of parameter.fields) {
            const options = (): object => ({ ...(valid()[index] as object | undefined), [field.name]: bad.make() });
            const withOption = (): unknown[] => [...filled(valid(), index), options()];
            check(
              await attempt(() => call(...withOption())),
              { ...field, forms: without(field.forms) },
              bad,
              `${path}: ${bad.name} as option ${field.name}`,
            );
          }
        }
      }
      expect(memory()).toEqual(before);
    },
  );

  it.each(callables.filter(({ kind }) => kind === 'method').map((item) => [item.path, item] as const))(
    '%s on something else is an error, no crash',
    async (path, item) => {
      const method = methodAt(path);
      for (const receiver of [undefined, 5, {}, [1, 2], new Date(0), new library.data.TensorDataset(ones([1]))]) {
        const failure = await attempt(() => method.call(receiver, ...validArguments(path, item.parameters)));
        if (failure === null) continue;
        expect(failure.thrown, path).toBeInstanceOf(Error);
        expect(failure.thrown, path).not.toBeInstanceOf(WebAssembly.RuntimeError);
        expect((failure.thrown as Error).name, path).toMatch(/^(Type|Range|Reference)Error$/);
      }
    },
  );

  it('and the engine works on, with gradients, in the memory it had', async () => {
    const x = tensor([3], { requiresGrad: true });
    x.mul(x).backward();
    expect(x.grad!.item()).toBe(6);
    expect(ones([2]).sum().item()).toBe(2);
    expect(engineHeap()).toBeLessThan(2 ** 26);
  });
});

function check(
  failure: { thrown: unknown } | null,
  { forms, name, literals }: Parameter,
  bad: (typeof badValues)[number],
  what: string,
): void {
  const isData = takesNaN.test(what.split(':')[0]) && ['value', 'values', 'other', 'a', 'b'].includes(name);
  const fits =
    bad.fits.some((form) => forms.includes(form)) &&
    (bad.name !== 'NaN' || isData) &&
    (bad.name !== 'a string' || literals.length === 0);
  if (!fits || failure !== null) expectWords(failure, what);
}

/** An option that is named has a value. */
function without(forms: Parameter['forms']): Parameter['forms'] {
  return forms.filter((form) => form !== 'undefined');
}

function filled(values: unknown[], count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => values[index]);
}
