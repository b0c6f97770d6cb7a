/** @file What the wasm module offers (cpp/bindings). Only web/api sees these names; a leading underscore marks them. */

/** The kinds of numbers that a tensor holds. int64 is exact up to 2^53 in JavaScript. */
export type DType = 'float32' | 'float64' | 'int64' | 'int32' | 'bool';
/** The numbers of a tensor as JavaScript holds them. */
export type NumberArray = Float32Array | Float64Array | Int32Array | Uint8Array;

/** Anything that lives in wasm memory until it is deleted. */
export interface RawHandle {
  delete(): void;
}

/** What stands in x[…]: a position, [start, stop, step], null for a new axis, "...", or a tensor. */
export type RawIndexItem = number | number[] | null | '...' | RawTensor;

export interface RawTensor extends RawHandle {
  _shape(): number[];
  _dtype(): DType;
  _bytes(): number;
  _data(): NumberArray;
  _item(): number;
  _toString(): string;
  _assign(values: RawTensor): void;
  _convert(dtype: DType): void;
  _to(dtype: DType): RawTensor;
  _requiresGrad(): boolean;
  _setRequiresGrad(on: boolean): void;
  _isLeaf(): boolean;
  _gradFn(): string;
  _grad(): RawTensor | null;
  _setGrad(gradient: RawTensor): void;
  _zeroGrad(toNone: boolean): void;
  _backward(retainGraph: boolean): void;
  _backwardFrom(gradient: RawTensor, retainGraph: boolean): void;
  _detach(): RawTensor;
  _clone(): RawTensor;
  /** Operations go by name: cpp/bindings/tensor_operations.cpp lists them. */
  _unary(name: string): RawTensor;
  _binary(name: string, other: RawTensor): RawTensor;
  _binaryScalar(name: string, value: number, integral: boolean, reversed: boolean): RawTensor;
  _compare(name: string, other: RawTensor): RawTensor;
  _compareScalar(name: string, value: number, integral: boolean): RawTensor;
  _clamp(low: number | null, high: number | null): RawTensor;
  _maskedFill(mask: RawTensor, value: number): RawTensor;
  /** The same shape and dtype, filled with one number. */
  _filled(value: number): RawTensor;
  /** A number as a 0-d tensor that does not raise this one's dtype within its category. */
  _scalar(value: number, integral: boolean): RawTensor;
  /** What an in-place operation computes from. */
  _snapshot(): RawTensor;
  _become(tag: string, result: RawTensor): void;
  _reduce(name: string, dims: number[], keepdim: boolean): RawTensor;
  _flatReduce(name: string, dims: number[], keepdim: boolean): RawTensor;
  _spread(name: string, dims: number[], correction: number, keepdim: boolean): RawTensor;
  _norm(p: number, dims: number[], keepdim: boolean): RawTensor;
  _arg(name: string, dim: number, keepdim: boolean): RawTensor;
  _extreme(name: string, dim: number, keepdim: boolean): { values: RawTensor; indices: RawTensor };
  _reshape(shape: number[]): RawTensor;
  _permute(axes: number[]): RawTensor;
  _transpose(a: number, b: number): RawTensor;
  _slice(axis: number, start: number, stop: number, step: number): RawTensor;
  _select(axis: number, index: number): RawTensor;
  _expand(shape: number[]): RawTensor;
  _unsqueeze(axis: number): RawTensor;
  _squeezeAxis(axis: number): RawTensor;
  _index(items: RawIndexItem[]): RawTensor;
  _indexPut(items: RawIndexItem[], values: RawTensor): void;
  _indexRows(rows: RawTensor): RawTensor;
  _gather(axis: number, positions: RawTensor): RawTensor;
}

export interface RawLayer extends RawHandle {
  _forward(x: RawTensor): RawTensor;
  _train(on: boolean): void;
  /** `hook` may return another output, or null; the result is the number for _removeHook. */
  _onForward(hook: (x: RawTensor, y: RawTensor) => RawTensor | null): number;
  _removeHook(id: number): void;
  /** A named parameter or buffer, or null where the layer has none. */
  _tensor(name: string): RawTensor | null;
  _toString(): string;
  /** Only for batch norms. */
  _setTracking(on: boolean): void;
}

export interface RawLoss extends RawHandle {
  _forward(prediction: RawTensor, target: RawTensor): RawTensor;
  _toString(): string;
}

export interface RawOptimizer extends RawHandle {
  _step(): void;
  _zeroGrad(toNone: boolean): void;
  _learningRate(): number;
  _setLearningRate(value: number): void;
  _state(): RawParameterState[];
  _loadState(state: RawParameterState[]): void;
}
/** Updates done, and the running values, null where there are none yet. */
export type RawParameterState = [steps: number, first: RawTensor | null, second: RawTensor | null];

export interface RawGenerator extends RawHandle {
  _manualSeed(seed: string): void;
  _initialSeed(): string;
  _uniform(shape: number[], dtype: DType, low: number, high: number): RawTensor;
  _normal(shape: number[], dtype: DType, mean: number, std: number): RawTensor;
  _randint(low: number, high: number, shape: number[]): RawTensor;
  _randperm(n: number): RawTensor;
}

export interface RawLoader extends RawHandle {
  _size(): number;
  /** Begins an epoch: its base seed is drawn. */
  _iter(): RawLoaderIterator;
}

export interface RawLoaderIterator extends RawHandle {
  /** Empty at the end of the epoch. */
  _next(): RawTensor[];
}

export interface RawTrainer extends RawHandle {
  _run(epochs: number, maxSteps: number): number;
  _progress(): { epoch: number; step: number; stepsPerEpoch: number; loss: number };
}

export interface RawLayerProbe extends RawHandle {
  /** Returns the output to go on with. */
  _observe(y: RawTensor): RawTensor;
  _output(): { mean: number; std: number; gradNorm: number; order: number };
  _weights(): { norm: number; gradNorm: number; updateRatio: number }[];
}

/** The JavaScript side of a custom layer, called from C++ when a trainer or a native Sequential runs it. */
export interface LayerCallbacks {
  forward(x: RawTensor): RawTensor;
  train(on: boolean): void;
}

export interface RawModule {
  _Tensor: {
    _from(values: NumberArray, shape: number[], dtype: DType): RawTensor;
    _full(shape: number[], value: number, dtype: DType): RawTensor;
    _cat(parts: RawTensor[], axis: number): RawTensor;
    _stack(parts: RawTensor[], axis: number): RawTensor;
    _where(condition: RawTensor, a: RawTensor, b: RawTensor): RawTensor;
  };
  _Layer: {
    _linear(inFeatures: number, outFeatures: number, bias: boolean): RawLayer;
    _batchNorm(
      dimensions: 1 | 2, features: number, eps: number, momentum: number | null, affine: boolean, track: boolean,
    ): RawLayer;
    _layerNorm(shape: number[], eps: number, affine: boolean, bias: boolean): RawLayer;
    _rmsNorm(shape: number[], eps: number | null, affine: boolean, bias: boolean): RawLayer;
    _dropout(p: number): RawLayer;
    _embedding(count: number, dim: number, paddingIdx: number | null): RawLayer;
    _residual(sublayer: RawLayer, norm: RawLayer, dropout: RawLayer, pre: boolean): RawLayer;
    _gelu(tanh: boolean): RawLayer;
    _activation(name: string): RawLayer;
    _sequential(layers: RawLayer[]): RawLayer;
    _custom(callbacks: LayerCallbacks): RawLayer;
  };
  _Loss: {
    _crossEntropy(ignoreIndex: number, labelSmoothing: number, reduction: number): RawLoss;
    _mse(reduction: number): RawLoss;
  };
  _Optimizer: {
    _sgd(
      parameters: RawTensor[],
      options: { lr: number; momentum: number; dampening: number; weightDecay: number; nesterov: boolean },
    ): RawOptimizer;
    _adam(
      parameters: RawTensor[],
      options: { lr: number; beta1: number; beta2: number; eps: number; weightDecay: number },
      decoupled: boolean,
    ): RawOptimizer;
  };
  _DataLoader: {
    _make(
      tensors: RawTensor[],
      rows: number[] | null,
      options: { batchSize: number; shuffle: boolean; dropLast: boolean; generator: RawGenerator | null },
    ): RawLoader;
  };
  _Generator: { _make(): RawGenerator; _default(): RawGenerator };
  _Trainer: {
    _make(
      model: RawLayer, optimizer: RawOptimizer, loss: RawLoss, loader: RawLoader, buffers: RawTensor[],
      findLayer: (x: RawTensor) => string,
    ): RawTrainer;
  };
  _LayerProbe: {
    _make(weights: RawTensor[]): RawLayerProbe;
    /** Returns the number of the hook. */
    _attach(probe: RawLayerProbe, layer: RawLayer): number;
  };
  /** Sets buffers and the default generator back when it is deleted. */
  _StateGuard: { _make(buffers: RawTensor[]): RawHandle };
  _clipGradNorm(parameters: RawTensor[], maxNorm: number, normType: number, errorIfNonfinite: boolean): number;
  _constantLr(lr: number, t: number, factor: number, total: number): number;
  _linearLr(lr: number, t: number, start: number, end: number, total: number): number;
  _cosineLr(lr: number, t: number, base: number, tMax: number, etaMin: number): number;
  _stepLr(lr: number, t: number, stepSize: number, gamma: number): number;
  _warmup(t: number, steps: number): number;
  _warmupCosine(t: number, steps: number, total: number): number;
  _setGradEnabled(on: boolean): boolean;
  _memory(): { storages: number; bytes: number; nodes: number };
  _batchNorm(
    x: RawTensor, runningMean: RawTensor | null, runningVar: RawTensor | null, weight: RawTensor | null,
    bias: RawTensor | null, training: boolean, momentum: number, eps: number,
  ): RawTensor;
  _layerNorm(x: RawTensor, shape: number[], weight: RawTensor | null, bias: RawTensor | null, eps: number): RawTensor;
  _rmsNorm(
    x: RawTensor, shape: number[], weight: RawTensor | null, bias: RawTensor | null, eps: number | null,
  ): RawTensor;
  _linear(x: RawTensor, weight: RawTensor, bias: RawTensor | null): RawTensor;
  _embedding(indices: RawTensor, weight: RawTensor, paddingIdx: number | null): RawTensor;
  _unpackDigits(packed: Uint8Array): { data: RawTensor; target: RawTensor };
  _trainTestSplit(
    count: number,
    options: {
      testSize: number | null; trainSize: number | null; randomState: number; shuffle: boolean;
      stratify: RawTensor | null;
    },
  ): { train: RawTensor; test: RawTensor };
  _randomSplit(generator: RawGenerator, count: number, lengths: number[]): number[][];
  _scaledDotProductAttention(
    q: RawTensor, k: RawTensor, v: RawTensor, mask: RawTensor | null, causal: boolean, dropout: number,
  ): RawTensor;
  /** `weights`: in_proj_weight, in_proj_bias, out_proj.weight, out_proj.bias; `masks`: attention, key padding. */
  _multiHeadAttention(
    inputs: RawTensor[], heads: number, weights: (RawTensor | null)[], masks: (RawTensor | null)[], causal: boolean,
    dropout: number, batchFirst: boolean,
  ): RawTensor;
  _normKinds(): string[];
}
