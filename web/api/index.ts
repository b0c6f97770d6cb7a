/**
 * @file Normlab in JavaScript: tensors, layers, optimisers and data with PyTorch's names and numbers.
 * `await load()` once; everything else is synchronous but `for await` over a loader and `trainer.fit`.
 */

export { load, type LoadOptions } from './engine.js';
export type { DType, NumberArray } from './raw.js';
export {
  type Dims, type Extreme, type IndexItem, type Nested, type NormOptions, type Operand, type ReduceOptions, Tensor,
  type VarOptions,
} from './tensor.js';
export {
  allclose, arange, cat, type DrawOptions, full, ones, rand, randint, randn, type RandomOptions, randperm, stack, tensor,
  type TensorOptions,
  where, zeros,
} from './create.js';
export { Generator, manualSeed } from './generator.js';
export { enableGrad, noGrad } from './grad-mode.js';
export { enterScope, memory, Scope, tidy } from './memory.js';
export { setYield } from './yield.js';
export * as nn from './nn/index.js';
export * as functional from './functional.js';
export * as optim from './optim.js';
export * as data from './data-namespace.js';
export * as train from './train.js';
