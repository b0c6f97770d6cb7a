/** @file From the text of an exercise fence to the exercise, or to words on what is wrong with it. */
import {
  entries,
  type Fields,
  FenceMistake,
  flag,
  isFields,
  list,
  number,
  oneOf,
  onlyKnown,
  readFields,
  size,
  textOf,
  told,
} from '../fields.js';
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
    hints: list(fields, 'hints').map((hint) => textOf({ hint }, 'hint')),
    solution: fields.solution === undefined ? '' : textOf(fields, 'solution'),
    predict: flag(fields, 'predict', kind === 'guess'),
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
  const tolerance = size(fields, 'tolerance', 0.01);
  const foreseenIn = (own: Fields[]): NumberExercise['foreseen'] =>
    own.map((entry) => ({ value: number(entry, 'value'), says: textOf(entry, 'says') }));
  if (fields.operation === undefined) {
    const needless = ['input', 'at', 'eps'].find((name) => fields[name] !== undefined);
    if (needless !== undefined) throw new FenceMistake(`expected ${needless} only with an operation`);
    const foreseen = foreseenIn(entries(fields, 'misconceptions', ['value', 'says']));
    return { kind: 'number', tolerance, answer: { value: number(fields, 'answer') }, misconceptions: [], foreseen };
  }
  if (fields.answer !== undefined) throw new FenceMistake('expected an answer or an operation, got both');
  const operation = oneOf(fields, 'operation', Object.keys(operations) as Operation[]);
  const input = table(fields, 'input');
  const at = list(fields, 'at').map(Number);
  const [row, column] = at;
  if (at.length !== 2 || input[row]?.[column] === undefined) {
    throw new FenceMistake(`expected at: [row, column] inside the input, counted from 0, got [${at.join(', ')}]`);
  }
  const eps = size(fields, 'eps', 1e-5);
  return {
    kind: 'number',
    tolerance,
    answer: { operation, input, at: [row, column], eps },
    misconceptions: names(fields),
    foreseen: foreseenIn(ownMistakes(fields, ['value', 'says'])),
  };
}

function choiceFields(fields: Fields): Own<ChoiceExercise> {
  const options = entries(fields, 'options', ['text', 'right', 'says']).map((entry) => ({
    text: textOf(entry, 'text'),
    right: flag(entry, 'right', false),
    says: entry.says === undefined ? '' : textOf(entry, 'says'),
  }));
  if (options.length < 2) throw new FenceMistake('expected at least two options');
  if (!options.some(({ right }) => right)) throw new FenceMistake("expected an option with 'right: true', got none");
  return { kind: 'choice', options };
}

function guessFields(fields: Fields): Own<GuessExercise> {
  const axis = (name: string): GuessExercise['x'] => {
    const value = fields[name];
    if (!isFields(value)) throw new FenceMistake(`expected ${name}: { label, from, to }, got ${told(value)}`);
    onlyKnown(value, ['label', 'from', 'to']);
    const made = { label: textOf(value, 'label'), from: number(value, 'from'), to: number(value, 'to') };
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
    within: size(fields, 'within', 0.12),
    foreseen: entries(fields, 'misconceptions', ['series', 'says']).map((entry) => ({
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
  const own = operation ? ownMistakes(fields, ['code', 'says']) : entries(fields, 'misconceptions', ['code', 'says']);
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

/** Mistakes with words of the author's; those by name may stand beside them. */
function ownMistakes(fields: Fields, known: readonly string[]): Fields[] {
  const own = list(fields, 'misconceptions').filter((one) => typeof one === 'object');
  return entries({ misconceptions: own }, 'misconceptions', known);
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
