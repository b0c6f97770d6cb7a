/**
 * @file The norms of a small table of numbers, in double precision, and what learners take them for: each is the right
 * formula with one thing changed, so that it can be worked out for any input.
 */

export type Table = number[][];

/** A formula: over which numbers the mean and the spread are taken, and how the spread divides. */
interface Formula {
  over: 'row' | 'column' | 'table';
  centre: boolean;
  /** Subtracted from n when the squares are averaged. */
  correction: 0 | 1;
  divideBy: 'root' | 'variance' | 'nothing';
  eps: 'inside' | 'outside' | 'missing';
}

const right: Omit<Formula, 'over' | 'centre'> = { correction: 0, divideBy: 'root', eps: 'inside' };

/** The operations that an exercise can ask for. `words`: what they average over, for feedback. */
export const operations = {
  'layer norm': { name: 'LayerNorm', formula: { ...right, over: 'row', centre: true }, words: 'along each row' },
  'batch norm': { name: 'BatchNorm', formula: { ...right, over: 'column', centre: true }, words: 'down each column' },
  'rms norm': { name: 'RMSNorm', formula: { ...right, over: 'row', centre: false }, words: 'along each row' },
} satisfies Record<string, { name: string; formula: Formula; words: string }>;

export type Operation = keyof typeof operations;

export interface Misconception {
  /** The changed formula; null where the change is none for this operation. */
  change(formula: Formula): Formula | null;
  says(operation: Operation): string;
}

const otherAxis = { row: 'down each column', column: 'along each row', table: '' } as const;

export const misconceptions = {
  'wrong axis': {
    change: (formula) => ({ ...formula, over: formula.over === 'row' ? 'column' : 'row' }),
    says: (operation) => {
      const { name, formula, words } = operations[operation];
      return `That is what you get by averaging ${otherAxis[formula.over]}. ${name} averages ${words}.`;
    },
  },
  'whole table': {
    change: (formula) => ({ ...formula, over: 'table' }),
    says: (operation) => {
      const { name, words } = operations[operation];
      return `That is what you get by averaging over all numbers at once. ${name} averages ${words}.`;
    },
  },
  'n-1': {
    change: (formula) => (formula.centre ? { ...formula, correction: 1 } : null),
    says: () => 'You divided the sum of squares by n − 1. Norm layers divide by n, all the numbers there are.',
  },
  'eps outside the root': {
    change: (formula) => ({ ...formula, eps: 'outside' }),
    says: () => 'You added eps after taking the root. It belongs under the root: √(variance + eps).',
  },
  'eps missing': {
    change: (formula) => ({ ...formula, eps: 'missing' }),
    says: () => 'eps is missing: numbers that are all equal have no spread, and you divide by zero.',
  },
  'not centred': {
    change: (formula) => (formula.centre ? { ...formula, centre: false } : null),
    says: (operation) => `You did not subtract the mean. ${operations[operation].name} does; only RMSNorm leaves it.`,
  },
  centred: {
    change: (formula) => (formula.centre ? null : { ...formula, centre: true }),
    says: (operation) => `You subtracted the mean. ${operations[operation].name} divides only.`,
  },
  'divided by the variance': {
    change: (formula) => ({ ...formula, divideBy: 'variance' }),
    says: () => 'You divided by the variance. Take its square root first.',
  },
  'not divided': {
    change: (formula) => (formula.centre ? { ...formula, divideBy: 'nothing' } : null),
    says: () => 'You subtracted the mean and stopped there. The result is then divided by the standard deviation.',
  },
} satisfies Record<string, Misconception>;

export type MisconceptionName = keyof typeof misconceptions;

/** What an operation gives. */
export function apply(operation: Operation, table: Table, eps: number): Table {
  return evaluate(operations[operation].formula, table, eps);
}

/** What an operation gives to someone who makes this mistake; null where it is none. */
export function misapply(name: MisconceptionName, operation: Operation, table: Table, eps: number): Table | null {
  const formula = misconceptions[name].change(operations[operation].formula);
  return formula && evaluate(formula, table, eps);
}

function evaluate({ over, centre, correction, divideBy, eps: place }: Formula, table: Table, eps: number): Table {
  const groupOf = (row: number, column: number): number[] =>
    over === 'row' ? table[row] : over === 'column' ? table.map((other) => other[column]) : table.flat();
  return table.map((values, row) =>
    values.map((value, column) => {
      const group = groupOf(row, column);
      const mean = centre ? sum(group) / group.length : 0;
      if (divideBy === 'nothing') return value - mean;
      const variance = sum(group.map((one) => (one - mean) ** 2)) / (group.length - correction);
      if (divideBy === 'variance') return (value - mean) / (variance + eps);
      const root =
        place === 'inside' ? Math.sqrt(variance + eps) : Math.sqrt(variance) + (place === 'outside' ? eps : 0);
      return (value - mean) / root;
    }),
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
