/** @file The calls that a code exercise makes: their inputs, and the code that makes them in a kernel. */
import type { CallResult } from './check.js';
import type { CodeExercise } from './exercise.js';
import { apply, misapply, misconceptions, type Operation, operations, type Table } from './norms.js';

/** Arguments of every call: those that nobody sees, then the author's. */
export function callsOf({ operation, inputs }: CodeExercise): unknown[][] {
  return [...(operation ? hiddenInputs(operation) : []), ...inputs];
}

/**
 * Small and large numbers, a single group, groups of equal numbers (which have no spread), and an eps that is large
 * enough to see where it goes.
 */
function hiddenInputs(operation: Operation): [x: Table, eps: number][] {
  let state = 7;
  const next = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  const random = (rows: number, columns: number, scale: number, shift: number): Table =>
    Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => Math.round(scale * (next() - 0.5) * 8) / 8 + shift),
    );
  const equal = [
    [3, 3, 3, 3],
    [1, 2, 3, 5],
    [0, 0, 0, 0],
  ];
  const inputs: [Table, number][] = [
    [random(3, 4, 6, 0), 1e-5],
    [random(4, 3, 10, 50), 1e-5],
    [equal, 1e-5],
    [random(2, 6, 2, 0), 0.5],
    [random(1, 5, 4, 1), 0.1],
  ];
  if (operations[operation].formula.over === 'row') return inputs;
  return inputs.map(([x, eps]) => [x[0].map((_, column) => x.map((row) => row[column])), eps]);
}

/** For an operation: what is right for each call, and what each mistake would give. */
export function knownResults(
  { operation, misconceptions: names }: CodeExercise & { operation: Operation },
  calls: readonly unknown[][],
): { right: Table[]; wrong: { name: string; says: string; values: Table[] }[] } {
  const tables = calls as [x: Table, eps?: number][];
  const wrong = names.flatMap((name) => {
    const values = tables.map(([x, eps = 1e-5]) => misapply(name, operation, x, eps));
    return values[0] === null ? [] : [{ name, says: misconceptions[name].says(operation), values: values as Table[] }];
  });
  return { right: tables.map(([x, eps = 1e-5]) => apply(operation, x, eps)), wrong };
}

/** Starts the line that the results are printed on. */
const mark = '\u0002normlab results ';

/**
 * Code for a cell: the learner's, then the calls. Arrays are handed over as tensors; tensors and numbers are taken
 * back.
 * @param callee name or expression of the function
 */
export function callCode(code: string, callee: string, calls: readonly unknown[][]): string {
  const text = JSON.stringify(JSON.stringify(calls));
  return `${code}
;console.log(${JSON.stringify(mark)} + await (async () => {
  const plain = (value) => (typeof value?.toArray === 'function' ? value.toArray() : value);
  const given = (value) => (Array.isArray(value) ? tensor(value) : value);
  const told = (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value);
  const results = [];
  for (const values of JSON.parse(${text})) {
    try {
      results.push({ value: plain(await (${callee})(...values.map(given))) });
    } catch (error) {
      results.push({ error: error instanceof Error ? error.message : String(error) });
    }
  }
  return JSON.stringify(results, told);
})())`;
}

/** The results among what the code printed; null without any. */
export function resultsIn(printed: string): CallResult[] | null {
  const line = printed.split('\n').find((one) => one.startsWith(mark));
  if (line === undefined) return null;
  return JSON.parse(line.slice(mark.length), (_, value: unknown) => {
    const number = (value as { number?: unknown } | null)?.number;
    return typeof number === 'string' ? Number(number) : value;
  }) as CallResult[];
}
