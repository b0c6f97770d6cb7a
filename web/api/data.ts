/** @file Datasets, loaders and the handwritten digits. */

import { checkBoolean, checkInt, checkNumber, checkOptions, shown } from './check.js';
import { digitsFile, engine } from './engine.js';
import { Owned } from './memory.js';
import type { RawLoader } from './raw.js';
import { checkTensor, Tensor } from './tensor.js';
import { yieldIfDue } from './yield.js';

/** Tensors whose first axis counts the examples. */
export class TensorDataset {
  /** One for inputs, one for targets, …; their first sizes are equal. */
  readonly tensors: readonly Tensor[];

  constructor(...tensors: Tensor[]) {
    const shapes = tensors.map((tensor, index) => checkTensor('TensorDataset', `tensor ${index}`, tensor).shape);
    if (shapes.length === 0) throw new TypeError('[TensorDataset] expected at least one tensor, got none');
    if (shapes.some((shape) => shape.length === 0 || shape[0] !== shapes[0][0])) {
      const got = shapes.map((shape) => `(${shape.join(', ')})`).join(', ');
      throw new RangeError(`[TensorDataset] expected tensors of the same first size, got the shapes ${got}`);
    }
    this.tensors = tensors;
  }

  /** Number of examples. */
  get length(): number {
    return this.tensors[0].shape[0];
  }
}

/** Options of DataLoader. */
export interface DataLoaderOptions {
  /** Examples in a batch; 1 by default. */
  batchSize?: number;
  /** A new order in every epoch, from the default generator; false by default. */
  shuffle?: boolean;
  /** Leave out a last batch that is smaller. */
  dropLast?: boolean;
}

/**
 * Batches of a dataset, in PyTorch's order for the same seed. `for await` gives each batch as an array of tensors and
 * lets the page breathe about every 16 ms; a plain `for` works too, but nothing else runs meanwhile.
 */
export class DataLoader extends Owned<RawLoader> {
  constructor(dataset: TensorDataset, options?: DataLoaderOptions) {
    const { batchSize = 1, shuffle = false, dropLast = false } =
      checkOptions('DataLoader', options, ['batchSize', 'shuffle', 'dropLast']);
    if (!(dataset instanceof TensorDataset)) {
      throw new TypeError(`[DataLoader] expected a TensorDataset, got ${shown(dataset)}`);
    }
    super(
      'DataLoader',
      engine()._DataLoader._make(dataset.tensors.map((tensor) => tensor.raw), {
        batchSize: checkInt('DataLoader', 'batchSize', batchSize, 1),
        shuffle: checkBoolean('DataLoader', 'shuffle', shuffle),
        dropLast: checkBoolean('DataLoader', 'dropLast', dropLast),
      }),
    );
  }

  /** Number of batches in an epoch. */
  get length(): number {
    return this.raw._size();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Tensor[], void> {
    for (const batch of this) {
      await yieldIfDue();
      yield batch;
    }
  }

  *[Symbol.iterator](): Generator<Tensor[], void> {
    this.raw._start();
    for (;;) {
      const batch = this.raw._next().map((raw) => new Tensor(raw));
      if (batch.length === 0) return;
      yield batch;
    }
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
}

/**
 * Splits each tensor into a training and a test part, with the same examples in each: [a, b] gives
 * [aTrain, aTest, bTrain, bTest], as scikit-learn's train_test_split.
 */
export function trainTestSplit(tensors: Tensor[], options?: SplitOptions): Tensor[] {
  const { testSize, trainSize, randomState = 0, shuffle = true } =
    checkOptions('trainTestSplit', options, ['testSize', 'trainSize', 'randomState', 'shuffle']);
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
