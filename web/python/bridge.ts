/**
 * @file What Python calls. Tensors, layers and generators are numbers there, see handles.ts; Python frees each when its
 * last reference is gone.
 */

import { digitsFile, engine } from '../api/engine.js';
import type { DType, RawLayer, RawLoaderIterator, RawLoss, RawOptimizer, RawTensor } from '../api/raw.js';
import { chain } from './chain.js';
import { generator, get, items, liveHandles, once, optional, put, release, tensor } from './handles.js';

let digits: Uint8Array | null = null;

/** Gets what Python needs at hand, since it cannot wait: the file of the digits. */
export async function prepareBridge(): Promise<void> {
  digits = await digitsFile();
}

/** The module `_normlab` of Python. `post` takes printed text. */
export function createBridge(post: (stream: 'stdout' | 'stderr', text: string) => void): Record<string, unknown> {
  return {
    write: post,
    free: release,
    live: liveHandles,

    // Values.
    fromValues: (proxy: Values, dtype: DType, ...shape: number[]): number => {
      const buffer = proxy.getBuffer('f64');
      try {
        const values = buffer.data as Float64Array;
        const converted =
          dtype === 'float32' ? Float32Array.from(values)
          : dtype === 'int32' ? Int32Array.from(values)
          : dtype === 'bool' ? Uint8Array.from(values)
          : values.slice();
        return put(engine()._Tensor._from(converted, shape, dtype));
      } finally {
        buffer.release();
      }
    },
    full: (value: number, dtype: DType, ...shape: number[]): number => put(engine()._Tensor._full(shape, value, dtype)),
    shape: (id: number): string => tensor(id)._shape().join(),
    dtype: (id: number): string => tensor(id)._dtype(),
    item: (id: number): number => tensor(id)._item(),
    values: (id: number): ArrayBufferView => tensor(id)._data(),
    text: (id: number): string => tensor(id)._toString(),
    to: (id: number, dtype: DType): number => put(tensor(id)._to(dtype)),
    convert: (id: number, dtype: DType): void => tensor(id)._convert(dtype),
    assign: (id: number, values: number): void => tensor(id)._assign(tensor(values)),

    // Gradients.
    requiresGrad: (id: number): boolean => tensor(id)._requiresGrad(),
    setRequiresGrad: (id: number, on: boolean): void => tensor(id)._setRequiresGrad(on),
    isLeaf: (id: number): boolean => tensor(id)._isLeaf(),
    gradFn: (id: number): string => tensor(id)._gradFn(),
    grad: (id: number): number => {
      const found = tensor(id)._grad();
      return found === null ? -1 : put(found);
    },
    setGrad: (id: number, gradient: number): void => {
      tensor(id)._zeroGrad(true);
      if (gradient >= 0) tensor(id)._setGrad(tensor(gradient));
    },
    zeroGrad: (id: number, toNone: boolean): void => tensor(id)._zeroGrad(toNone),
    backward: (id: number, gradient: number, retain: boolean): void =>
      gradient < 0 ? tensor(id)._backward(retain) : tensor(id)._backwardFrom(tensor(gradient), retain),
    setGradEnabled: (on: boolean): boolean => engine()._setGradEnabled(on),
    detach: (id: number): number => put(tensor(id)._detach()),
    clone: (id: number): number => put(tensor(id)._clone()),
    snapshot: (id: number): number => put(tensor(id)._snapshot()),
    become: (id: number, tag: string, result: number): void => tensor(id)._become(tag, tensor(result)),

    // Operations: each name gives a function of its own.
    unary: (name: string) => (id: number): number => put(tensor(id)._unary(name)),
    binary: (name: string) => (a: number, b: number): number => put(tensor(a)._binary(name, tensor(b))),
    scalar: (name: string) => (a: number, value: number, integral: boolean, reversed: boolean): number =>
      put(tensor(a)._binaryScalar(name, value, integral, reversed)),
    compare: (name: string) => (a: number, b: number): number => put(tensor(a)._compare(name, tensor(b))),
    compareScalar: (name: string) => (a: number, value: number, integral: boolean): number =>
      put(tensor(a)._compareScalar(name, value, integral)),
    clamp: (id: number, low: number | null, high: number | null): number =>
      put(tensor(id)._clamp(low ?? null, high ?? null)),
    maskedFill: (id: number, mask: number, value: number): number => put(tensor(id)._maskedFill(tensor(mask), value)),
    filled: (id: number, value: number): number => put(tensor(id)._filled(value)),
    scalarLike: (id: number, value: number, integral: boolean): number => put(tensor(id)._scalar(value, integral)),
    reduce: (name: string) => (id: number, keepdim: boolean, ...dims: number[]): number =>
      put(tensor(id)._reduce(name, dims, keepdim)),
    flatReduce: (name: string) => (id: number, keepdim: boolean, ...dims: number[]): number =>
      put(tensor(id)._flatReduce(name, dims, keepdim)),
    spread: (name: string) => (id: number, correction: number, keepdim: boolean, ...dims: number[]): number =>
      put(tensor(id)._spread(name, dims, correction, keepdim)),
    norm: (id: number, p: number, keepdim: boolean, ...dims: number[]): number =>
      put(tensor(id)._norm(p, dims, keepdim)),
    arg: (name: string) => (id: number, dim: number, keepdim: boolean): number =>
      put(tensor(id)._arg(name, dim, keepdim)),
    extreme: (name: string) => (id: number, dim: number, keepdim: boolean): string => {
      const { values, indices } = tensor(id)._extreme(name, dim, keepdim);
      return `${put(values)},${put(indices)}`;
    },
    reshape: (id: number, ...shape: number[]): number => put(tensor(id)._reshape(shape)),
    permute: (id: number, ...axes: number[]): number => put(tensor(id)._permute(axes)),
    transpose: (id: number, a: number, b: number): number => put(tensor(id)._transpose(a, b)),
    expand: (id: number, ...shape: number[]): number => put(tensor(id)._expand(shape)),
    unsqueeze: (id: number, axis: number): number => put(tensor(id)._unsqueeze(axis)),
    squeezeAxis: (id: number, axis: number): number => put(tensor(id)._squeezeAxis(axis)),
    index: (id: number, ...codes: number[]): number => put(tensor(id)._index(items(codes))),
    indexPut: (id: number, values: number, ...codes: number[]): void =>
      tensor(id)._indexPut(items(codes), tensor(values)),
    indexRows: (id: number, rows: number): number => put(tensor(id)._indexRows(tensor(rows))),
    gather: (id: number, axis: number, positions: number): number => put(tensor(id)._gather(axis, tensor(positions))),
    where: (condition: number, a: number, b: number): number =>
      put(engine()._Tensor._where(tensor(condition), tensor(a), tensor(b))),
    cat: (axis: number, ...parts: number[]): number => put(engine()._Tensor._cat(parts.map(tensor), axis)),
    stack: (axis: number, ...parts: number[]): number => put(engine()._Tensor._stack(parts.map(tensor), axis)),

    // Layers and losses.
    linear: (x: number, weight: number, bias: number): number =>
      put(engine()._linear(tensor(x), tensor(weight), optional(bias))),
    batchNorm: (
      x: number, mean: number, variance: number, weight: number, bias: number, training: boolean, momentum: number,
      eps: number,
    ): number =>
      put(
        engine()._batchNorm(
          tensor(x), optional(mean), optional(variance), optional(weight), optional(bias), training, momentum, eps,
        ),
      ),
    layerNorm: (x: number, weight: number, bias: number, eps: number, ...shape: number[]): number =>
      put(engine()._layerNorm(tensor(x), shape, optional(weight), optional(bias), eps)),
    rmsNorm: (x: number, weight: number, bias: number, eps: number, ...shape: number[]): number =>
      put(engine()._rmsNorm(tensor(x), shape, optional(weight), optional(bias), eps < 0 ? null : eps)),
    multiHeadAttention: (
      query: number, key: number, value: number, heads: number, inWeight: number, inBias: number, outWeight: number,
      outBias: number, mask: number, padding: number, dropout: number, batchFirst: boolean,
    ): number =>
      put(
        engine()._multiHeadAttention(
          [query, key, value].map(tensor), heads, [inWeight, inBias, outWeight, outBias].map(optional),
          [mask, padding].map(optional), false, dropout, batchFirst,
        ),
      ),
    embedding: (indices: number, weight: number, padding: number | null): number =>
      put(engine()._embedding(tensor(indices), tensor(weight), padding ?? null)),
    dropout: (x: number, p: number): number =>
      once(engine()._Layer._dropout(p), (layer) => (layer as RawLayer)._forward(tensor(x))),
    gelu: (x: number, tanh: boolean): number =>
      once(engine()._Layer._gelu(tanh), (layer) => (layer as RawLayer)._forward(tensor(x))),
    silu: (x: number): number =>
      once(engine()._Layer._activation('SiLU'), (layer) => (layer as RawLayer)._forward(tensor(x))),
    dropoutLayer: (p: number): number => put(engine()._Layer._dropout(p)),
    geluLayer: (tanh: boolean): number => put(engine()._Layer._gelu(tanh)),
    siluLayer: (): number => put(engine()._Layer._activation('SiLU')),
    crossEntropy: (ignore: number, smoothing: number, reduction: number): number =>
      put(engine()._Loss._crossEntropy(ignore, smoothing, reduction)),
    mse: (reduction: number): number => put(engine()._Loss._mse(reduction)),
    loss: (id: number, prediction: number, target: number): number =>
      put(get<RawLoss>(id)._forward(tensor(prediction), tensor(target))),
    chain: (...codes: (number | string)[]) => chain(codes),

    // Optimisers.
    sgd: (lr: number, momentum: number, dampening: number, weightDecay: number, nesterov: boolean, ...ids: number[]) =>
      put(engine()._Optimizer._sgd(ids.map(tensor), { lr, momentum, dampening, weightDecay, nesterov })),
    adam: (
      lr: number, beta1: number, beta2: number, eps: number, weightDecay: number, decoupled: boolean, ...ids: number[]
    ): number => put(engine()._Optimizer._adam(ids.map(tensor), { lr, beta1, beta2, eps, weightDecay }, decoupled)),
    step: (id: number): void => get<RawOptimizer>(id)._step(),
    optimizerZeroGrad: (id: number, toNone: boolean): void => get<RawOptimizer>(id)._zeroGrad(toNone),
    setLearningRate: (id: number, lr: number): void => get<RawOptimizer>(id)._setLearningRate(lr),
    /** Per parameter: steps, and the numbers of its two running tensors or -1. */
    state: (id: number): string =>
      get<RawOptimizer>(id)
        ._state()
        .map(([count, first, second]) => [count, first ? put(first) : -1, second ? put(second) : -1].join(':'))
        .join(),
    loadState: (id: number, ...flat: number[]): void => {
      const rows = Array.from({ length: flat.length / 3 }, (_, row): [number, RawTensor | null, RawTensor | null] => [
        flat[3 * row], optional(flat[3 * row + 1]), optional(flat[3 * row + 2]),
      ]);
      get<RawOptimizer>(id)._loadState(rows);
    },
    clipGradNorm: (maxNorm: number, normType: number, strict: boolean, ...ids: number[]): number =>
      engine()._clipGradNorm(ids.map(tensor), maxNorm, normType, strict),
    constantLr: (lr: number, t: number, factor: number, total: number) => engine()._constantLr(lr, t, factor, total),
    linearLr: (lr: number, t: number, start: number, end: number, total: number) =>
      engine()._linearLr(lr, t, start, end, total),
    cosineLr: (lr: number, t: number, base: number, tMax: number, etaMin: number) =>
      engine()._cosineLr(lr, t, base, tMax, etaMin),
    stepLr: (lr: number, t: number, size: number, gamma: number) => engine()._stepLr(lr, t, size, gamma),

    // Random streams and data.
    generator: (): number => put(engine()._Generator._make()),
    defaultGenerator: (): number => put(engine()._Generator._default()),
    manualSeed: (id: number, seed: string): void => generator(id)._manualSeed(seed),
    initialSeed: (id: number): string => generator(id)._initialSeed(),
    uniform: (id: number, dtype: DType, low: number, high: number, ...shape: number[]): number =>
      put(generator(id)._uniform(shape, dtype, low, high)),
    normal: (id: number, dtype: DType, mean: number, std: number, ...shape: number[]): number =>
      put(generator(id)._normal(shape, dtype, mean, std)),
    randint: (id: number, low: number, high: number, ...shape: number[]): number =>
      put(generator(id)._randint(low, high, shape)),
    randperm: (id: number, n: number): number => put(generator(id)._randperm(n)),
    loaderIter: (batchSize: number, shuffle: boolean, dropLast: boolean, random: number, ...ids: number[]): number => {
      const loader = engine()._DataLoader._make(ids.map(tensor), null, {
        batchSize, shuffle, dropLast, generator: random < 0 ? null : generator(random),
      });
      try {
        return put(loader._iter());
      } finally {
        loader.delete();
      }
    },
    loaderNext: (id: number): string => get<RawLoaderIterator>(id)._next().map(put).join(),
    randomSplit: (random: number, count: number, ...lengths: number[]): string =>
      JSON.stringify(engine()._randomSplit(generator(random), count, lengths)),
    digits: (): string => {
      const { data, target } = engine()._unpackDigits(digits!);
      return `${put(data)},${put(target)}`;
    },
    trainTestSplit: (
      count: number, testSize: number | null, trainSize: number | null, randomState: number, shuffle: boolean,
      stratify: number,
    ): string => {
      const { train, test } = engine()._trainTestSplit(count, {
        testSize: testSize ?? null, trainSize: trainSize ?? null, randomState, shuffle, stratify: optional(stratify),
      });
      return `${put(train)},${put(test)}`;
    },
  };
}

/** What Pyodide hands over for an array of doubles. */
interface Values {
  getBuffer(type: 'f64'): { data: unknown; release(): void };
}
