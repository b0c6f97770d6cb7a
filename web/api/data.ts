/** @file Datasets, loaders and the handwritten digits. */

import { checkBoolean, checkInt, checkNumber, checkOptions, shown } from './check.js';
import { digitsFile, engine } from './engine.js';
import { checkGenerator, type Generator, rawGenerator } from './generator.js';
import { Owned } from './memory.js';
import type { RawLoader, RawLoaderIterator, RawTensor } from './raw.js';
import { checkTensor, Tensor } from './tensor.js';
import { yieldIfDue } from './yield.js';

/** Examples that a DataLoader can go through: rows of one or more tensors. */
export abstract class Dataset {
  /** @internal */
  abstract readonly tensors: readonly Tensor[];
  /** @internal Which rows of the tensors, in this order; null: all. */
  abstract readonly rows: readonly number[] | null;

  /** Number of examples. */
  get length(): number {
    return this.rows === null ? this.tensors[0].shape[0] : this.rows.length;
  }

  /** One example: its row of each tensor. A negative index counts from the end. */
  get(index: number): Tensor[] {
    const { length } = this;
    if (length === 0) throw new RangeError('[get] expected a dataset with examples, got an empty one');
    const at = checkInt('get', 'index', index, -length, length - 1);
    const example = at < 0 ? at + length : at;
    return this.tensors.map((tensor) => tensor.select(0, this.rows === null ? example : this.rows[example]));
  }
}

/** Tensors whose first axis counts the examples. */
export class TensorDataset extends Dataset {
  /** One for inputs, one for targets, …; their first sizes are equal. */
  readonly tensors: readonly Tensor[];
  /** @internal */
  readonly rows = null;

  constructor(...tensors: Tensor[]) {
    super();
    const shapes = tensors.map((tensor, index) => checkTensor('TensorDataset', `tensor ${index}`, tensor).shape);
    if (shapes.length === 0) throw new TypeError('[TensorDataset] expected at least one tensor, got none');
    if (shapes.some((shape) => shape.length === 0 || shape[0] !== shapes[0][0])) {
      const got = shapes.map((shape) => `(${shape.join(', ')})`).join(', ');
      throw new RangeError(`[TensorDataset] expected tensors of the same first size, got the shapes ${got}`);
    }
    this.tensors = tensors;
  }
}

/** Some examples of another dataset, in the given order. The tensors are shared. */
export class Subset extends Dataset {
  /** The dataset that the examples are from. */
  readonly dataset: Dataset;
  /** Their positions in it. */
  readonly indices: readonly number[];
  /** @internal */
  readonly tensors: readonly Tensor[];
  /** @internal */
  readonly rows: readonly number[];

  constructor(dataset: Dataset, indices: number[]) {
    super();
    this.dataset = checkDataset('Subset', dataset);
    if (!Array.isArray(indices)) throw new TypeError(`[Subset] expected indices to be an array, got ${shown(indices)}`);
    const last = dataset.length - 1;
    this.indices = Array.from(indices, (index, at) => checkInt('Subset', `indices[${at}]`, index, 0, last));
    this.tensors = dataset.tensors;
    this.rows = this.indices.map((index) => dataset.rows?.[index] ?? index);
  }
}

function checkDataset(tag: string, value: unknown): Dataset {
  if (!(value instanceof Dataset)) {
    throw new TypeError(`[${tag}] expected a TensorDataset or Subset, got ${shown(value)}`);
  }
  return value;
}

/**
 * Splits a dataset at random into subsets, as torch's random_split: `lengths` are numbers of examples that sum to the
 * whole, or fractions that sum to 1, rounded down, with what is left going to the first parts one by one.
 */
export function randomSplit(dataset: Dataset, lengths: number[], options?: { generator?: Generator }): Subset[] {
  checkDataset('randomSplit', dataset);
  if (!Array.isArray(lengths) || lengths.length === 0) {
    throw new TypeError(`[randomSplit] expected lengths to be an array of numbers, got ${shown(lengths)}`);
  }
  const numbers = Array.from(lengths, (length, index) => checkNumber('randomSplit', `lengths[${index}]`, length));
  const { generator } = checkOptions('randomSplit', options, ['generator']);
  const parts = engine()._randomSplit(rawGenerator('randomSplit', generator), dataset.length, numbers);
  return parts.map((part) => new Subset(dataset, part));
}

/** Options of DataLoader. */
export interface DataLoaderOptions {
  /** Examples in a batch; 1 by default. */
  batchSize?: number;
  /** A new order in every epoch; false by default. */
  shuffle?: boolean;
  /** Leave out a last batch that is smaller. */
  dropLast?: boolean;
  /** The stream that orders are drawn from; the default generator otherwise. */
  generator?: Generator;
}

/** One way through a loader's batches: freed as its loop ends or is left, with the loader's scope, or collected. */
class Epoch extends Owned<RawLoaderIterator> {
  constructor(loader: DataLoader, orderBytes: number) {
    super('DataLoader', loader.raw._iter(), orderBytes);
    // Not with a tidy() that happens to be around: the loop may go on after it.
    this.moveBeside(loader);
  }

  *batches(): IterableIterator<Tensor[]> {
    try {
      for (;;) {
        const batch = this.raw._next().map((raw) => new Tensor(raw));
        if (batch.length === 0) return;
        yield batch;
      }
    } finally {
      this.dispose();
    }
  }
}

/**
 * Batches of a dataset, in PyTorch's order for the same seed. `for await` gives each batch as an array of tensors and
 * lets the page breathe about every 16 ms; a plain `for` works too, but nothing else runs meanwhile. Loops over one
 * loader may be nested or take turns: each iterator has an order and a place of its own, and draws as PyTorch's, one
 * seed when it is made and its order with the first batch.
 */
export class DataLoader extends Owned<RawLoader> {
  /** Bytes of an epoch's order. */
  readonly #orderBytes: number;

  constructor(dataset: Dataset, options?: DataLoaderOptions) {
    const { batchSize = 1, shuffle = false, dropLast = false, generator } =
      checkOptions('DataLoader', options, ['batchSize', 'shuffle', 'dropLast', 'generator']);
    const { tensors, rows } = checkDataset('DataLoader', dataset);
    super(
      'DataLoader',
      engine()._DataLoader._make(tensors.map((tensor) => tensor.raw), rows as number[] | null, {
        batchSize: checkInt('DataLoader', 'batchSize', batchSize, 1),
        shuffle: checkBoolean('DataLoader', 'shuffle', shuffle),
        dropLast: checkBoolean('DataLoader', 'dropLast', dropLast),
        generator: generator === undefined ? null : checkGenerator('DataLoader', generator).raw,
      }),
    );
    this.#orderBytes = shuffle ? 8 * dataset.length : 0;
  }

  /** Number of batches in an epoch. */
  get length(): number {
    return this.raw._size();
  }

  [Symbol.asyncIterator](): AsyncGenerator<Tensor[], void> {
    return breathing(this[Symbol.iterator]());
  }

  [Symbol.iterator](): IterableIterator<Tensor[]> {
    return new Epoch(this, this.#orderBytes).batches();
  }
}

async function* breathing(batches: Iterable<Tensor[]>): AsyncGenerator<Tensor[], void> {
  for (const batch of batches) {
    await yieldIfDue();
    yield batch;
  }
}

/**
 * 1797 scans of handwritten digits: data (1797, 64) float64 with values 0..16, target (1797) int64, as scikit-learn's
 * load_digits. The first call fetches them (46 kB). Errors: the file missing or damaged.
 */
export async function loadDigits(): Promise<{ data: Tensor; target: Tensor }> {
  const { data, target } = engine()._unpackDigits(await digitsFile());
  return { data: new Tensor(data), target: new Tensor(target) };
}

/** Options of trainTestSplit. */
export interface SplitOptions {
  /** A part of the whole (0..1) or a number of examples; 0.25 by default. */
  testSize?: number;
  /** As testSize; the rest by default. */
  trainSize?: number;
  /** The seed; the split is scikit-learn's for the same one. */
  randomState?: number;
  /** Draws the test part at random; without it the last examples are the test part. */
  shuffle?: boolean;
  /** One class per example, in whole numbers: both parts keep the proportions of the classes. */
  stratify?: Tensor;
}

/**
 * Splits each tensor into a training and a test part, with the same examples in each: [a, b] gives
 * [aTrain, aTest, bTrain, bTest], as scikit-learn's train_test_split.
 */
export function trainTestSplit(tensors: Tensor[], options?: SplitOptions): Tensor[] {
  const { testSize, trainSize, randomState = 0, shuffle = true, stratify } =
    checkOptions('trainTestSplit', options, ['testSize', 'trainSize', 'randomState', 'shuffle', 'stratify']);
  if (!Array.isArray(tensors) || tensors.length === 0) {
    throw new TypeError(`[trainTestSplit] expected an array of tensors, got ${shown(tensors)}`);
  }
  const counts = tensors.map((item, index) => checkTensor('trainTestSplit', `tensors[${index}]`, item).shape[0]);
  if (counts.some((count) => count !== counts[0])) {
    throw new RangeError(`[trainTestSplit] expected tensors with equally many examples, got ${counts.join(', ')}`);
  }
  const size = (name: string, value: number | undefined): number | null =>
    value === undefined ? null : checkNumber('trainTestSplit', name, value);
  const raw = engine()._trainTestSplit(counts[0], {
    testSize: size('testSize', testSize),
    trainSize: size('trainSize', trainSize),
    randomState: checkInt('trainTestSplit', 'randomState', randomState, 0, 2 ** 32 - 1),
    shuffle: checkBoolean('trainTestSplit', 'shuffle', shuffle),
    stratify: stratify === undefined ? null : checkClasses(stratify, counts[0]),
  });
  const train = new Tensor(raw.train);
  const test = new Tensor(raw.test);
  try {
    return tensors.flatMap((item) => [item.indexSelect(train), item.indexSelect(test)]);
  } finally {
    train.dispose();
    test.dispose();
  }
}

function checkClasses(stratify: Tensor, count: number): RawTensor {
  const { shape, raw } = checkTensor('trainTestSplit', 'stratify', stratify);
  if (shape.length !== 1 || shape[0] !== count) {
    throw new RangeError(`[trainTestSplit] expected stratify of shape (${count}), got (${shape.join(', ')})`);
  }
  const fraction = stratify.data().find((value) => !Number.isInteger(value));
  if (fraction !== undefined) {
    throw new TypeError(`[trainTestSplit] expected stratify to hold classes as whole numbers, got ${fraction}`);
  }
  return raw;
}
