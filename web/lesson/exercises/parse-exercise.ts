/** @file From the text of an exercise fence to the exercise, or to words on what is wrong with it. */
import { entries, type Fields, FenceMistake, list, number, oneOf, onlyKnown, readFields, textOf } from '../fields.js';
import type { ChoiceExercise, CodeExercise, Exercise, GuessExercise, NumberExercise } from './exercise.js';
import { type MisconceptionName, misconceptions, type Operation, operations, type Table } from './norms.js';

const common = ['id', 'kind', 'question', 'hints', 'solution', 'predict'];
const fieldsOf: Record<Exercise['kind'], string[]> = {
  number: ['answer', 'tolerance', 'operation', 'input', 'at', 'eps', 'misconceptions'],
  choice: ['options'],
  guess: ['x', 'y', 'points', 'series', 'within', 'misconceptions'],
  code: ['function', 'start', 'code', 'operation', 'inputs', 'misconceptions'],
};

/** @throws FenceMistake */
export function parseExercise(text: string): Exercise {
  const fields = readFields(text);
  const kind = oneOf(fields, 'kind', Object.keys(fieldsOf) as Exercise['kind'][]);
  onlyKnown(fields, [...common, ...fieldsOf[kind]]);
  const shared = {
    id: textOf(fields, 'id'),
    question: textOf(fields, 'question'),
    hints: list(fields, 'hints').map(String),
    solution: fields.solution === undefined ? '' : textOf(fields, 'solution'),
    predict: fields.predict === undefined ? kind === 'guess' : fields.predict === true,
  };
  if (!/^[\w-]+$/.test(shared.id))
    throw new FenceMistake(`expected id of letters, digits and dashes, got '${shared.id}'`);
  switch (kind) {
    case 'number':
      return { ...shared, ...numberFields(fields) };
    case 'choice':
      return { ...shared, ...choiceFields(fields) };
    case 'guess':
      return { ...shared, ...guessFields(fields) };
    case 'code':
      return { ...shared, ...codeFields(fields) };
  }
}

type Own<T extends Exercise> = Omit<T, 'id' | 'question' | 'hints' | 'solution' | 'predict'>;

function numberFields(fields: Fields): Own<NumberExercise> {
  const tolerance = fields.tolerance === undefined ? 0.01 : number(fields, 'tolerance');
  if (fields.operation === undefined) {
    const foreseen = entries(fields, 'misconceptions').map((entry) => ({
      value: number(entry, 'value'),
      says: textOf(entry, 'says'),
    }));
    return { kind: 'number', tolerance, answer: { value: number(fields, 'answer') }, misconceptions: [], foreseen };
  }
  const operation = oneOf(fields, 'operation', Object.keys(operations) as Operation[]);
  const input = table(fields, 'input');
  const at = list(fields, 'at').map(Number);
  const [row, column] = at;
  if (at.length !== 2 || input[row]?.[column] === undefined) {
    throw new FenceMistake(`expected at: [row, column] inside the input, counted from 0, got [${at.join(', ')}]`);
  }
  const eps = fields.eps === undefined ? 1e-5 : number(fields, 'eps');
  const own = list(fields, 'misconceptions')
    .filter((one) => typeof one === 'object')
    .map((entry) => ({
      value: number(entry as Fields, 'value'),
      says: textOf(entry as Fields, 'says'),
    }));
  return {
    kind: 'number',
    tolerance,
    answer: { operation, input, at: [row, column], eps },
    misconceptions: names(fields),
    foreseen: own,
  };
}

function choiceFields(fields: Fields): Own<ChoiceExercise> {
  const options = entries(fields, 'options').map((entry) => ({
    text: textOf(entry, 'text'),
    right: entry.right === true,
    says: entry.says === undefined ? '' : textOf(entry, 'says'),
  }));
  if (options.length < 2) throw new FenceMistake('expected at least two options');
  if (!options.some(({ right }) => right)) throw new FenceMistake("expected an option with 'right: true', got none");
  return { kind: 'choice', options };
}

function guessFields(fields: Fields): Own<GuessExercise> {
  const axis = (name: string): GuessExercise['x'] => {
    const value = fields[name];
    if (typeof value !== 'object' || value === null) throw new FenceMistake(`expected ${name}: { label, from, to }`);
    const made = {
      label: textOf(value as Fields, 'label'),
      from: number(value as Fields, 'from'),
      to: number(value as Fields, 'to'),
    };
    if (made.to <= made.from) throw new FenceMistake(`expected ${name} to go up, got from ${made.from} to ${made.to}`);
    return made;
  };
  const points = fields.points === undefined ? 6 : number(fields, 'points');
  if (!Number.isInteger(points) || points < 2 || points > 20)
    throw new FenceMistake(`expected points from 2 to 20, got ${points}`);
  return {
    kind: 'guess',
    x: axis('x'),
    y: axis('y'),
    points,
    series: textOf(fields, 'series'),
    within: fields.within === undefined ? 0.12 : number(fields, 'within'),
    foreseen: entries(fields, 'misconceptions').map((entry) => ({
      series: textOf(entry, 'series'),
      says: textOf(entry, 'says'),
    })),
  };
}

function codeFields(fields: Fields): Own<CodeExercise> {
  const name = textOf(fields, 'function');
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw new FenceMistake(`expected the name of a function, got '${name}'`);
  const operation =
    fields.operation === undefined ? null : oneOf(fields, 'operation', Object.keys(operations) as Operation[]);
  const inputs = list(fields, 'inputs').map((one) => {
    if (!Array.isArray(one)) throw new FenceMistake('expected inputs: a list of lists of arguments');
    return one as unknown[];
  });
  if (!operation && inputs.length === 0)
    throw new FenceMistake('expected an operation, or inputs to call the function with');
  const own = list(fields, 'misconceptions').filter((one) => typeof one === 'object') as Fields[];
  return {
    kind: 'code',
    function: name,
    start: textOf(fields, 'start').trimEnd(),
    code: textOf(fields, 'code').trimEnd(),
    operation,
    inputs,
    misconceptions: operation ? names(fields) : [],
    foreseen: own.map((entry) => ({ code: textOf(entry, 'code'), says: textOf(entry, 'says') })),
  };
}

/** Named mistakes: those that the author lists, or all. */
function names(fields: Fields): MisconceptionName[] {
  const all = Object.keys(misconceptions) as MisconceptionName[];
  if (fields.misconceptions === undefined) return all;
  return list(fields, 'misconceptions')
    .filter((one) => typeof one !== 'object')
    .map((one) => {
      const name = String(one).replace('−', '-') as MisconceptionName;
      if (!all.includes(name))
        throw new FenceMistake(`expected a misconception of ${all.join(', ')}, got '${String(one)}'`);
      return name;
    });
}

function table(fields: Fields, name: string): Table {
  const rows = list(fields, name);
  const isRow = (row: unknown): row is number[] =>
    Array.isArray(row) && row.length > 0 && row.every((value) => Number.isFinite(value));
  const whole = rows.every(isRow) ? rows : isRow(rows) ? [rows] : [];
  if (whole.length === 0 || whole.some((row) => row.length !== whole[0].length)) {
    throw new FenceMistake(`expected ${name}: rows of numbers, all of one length`);
  }
  return whole;
}
