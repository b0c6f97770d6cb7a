/**
 * @file Initialisers: they replace the numbers of a tensor by PyTorch's draws for the same seed and return the tensor.
 * Bounds and deviations are computed in double, as PyTorch does in Python. An empty tensor draws nothing.
 */

import { checkChoice, checkNumber, checkOptions } from '../check.js';
import { engine } from '../engine.js';
import { rawGenerator } from '../generator.js';
import type { RawTensor } from '../raw.js';
import { checkTensor, type Tensor } from '../tensor.js';

const nonlinearities = ['linear', 'sigmoid', 'tanh', 'relu', 'leaky_relu', 'selu'] as const;
/** The activation that a gain makes up for, by PyTorch's names. */
export type Nonlinearity = (typeof nonlinearities)[number];

/** Options of the Xavier initialisers. */
export interface XavierOptions {
  /** Makes up for the activation that follows; see calculateGain. 1 by default. */
  gain?: number;
}
/** Options of the Kaiming initialisers. */
export interface KaimingOptions {
  /** The negative slope of the leaky ReLU that follows; 0 by default. */
  a?: number;
  /** 'fan_in' (the default) keeps the size of the forward pass, 'fan_out' that of the gradients. */
  mode?: 'fan_in' | 'fan_out';
  /** The activation that follows; 'leaky_relu' by default. */
  nonlinearity?: Nonlinearity;
}

/** The gain that keeps the size of numbers through an activation; `slope` of a leaky ReLU is 0.01 by default. */
export function calculateGain(nonlinearity: Nonlinearity, slope = 0.01): number {
  checkNumber('calculateGain', 'slope', slope);
  switch (checkChoice('calculateGain', 'nonlinearity', nonlinearity, nonlinearities)) {
    case 'tanh':
      return 5 / 3;
    case 'relu':
      return Math.sqrt(2);
    case 'leaky_relu':
      return Math.sqrt(2 / (1 + slope ** 2));
    case 'selu':
      return 3 / 4;
    default:
      return 1;
  }
}

/** Uniform in [low, high), by default [0, 1). */
export function uniform_(tensor: Tensor, low = 0, high = 1): Tensor {
  checkNumber('uniform_', 'low', low);
  checkNumber('uniform_', 'high', high);
  const generator = rawGenerator('uniform_', undefined);
  return fill(checkTensor('uniform_', 'the tensor', tensor), (x) => generator._uniform(x.shape, x.dtype, low, high));
}

/** Normal with this mean (0) and standard deviation (1). */
export function normal_(tensor: Tensor, mean = 0, std = 1): Tensor {
  checkNumber('normal_', 'mean', mean);
  checkNumber('normal_', 'std', std);
  const generator = rawGenerator('normal_', undefined);
  return fill(checkTensor('normal_', 'the tensor', tensor), (x) => generator._normal(x.shape, x.dtype, mean, std));
}

/** One number everywhere. */
export function constant_(tensor: Tensor, value: number): Tensor {
  checkNumber('constant_', 'value', value);
  return fill(checkTensor('constant_', 'the tensor', tensor), (x) => engine()._Tensor._full(x.shape, value, x.dtype));
}
/** 0 everywhere. */
export function zeros_(tensor: Tensor): Tensor {
  return constant_(tensor, 0);
}
/** 1 everywhere. */
export function ones_(tensor: Tensor): Tensor {
  return constant_(tensor, 1);
}

/** Uniform with standard deviation gain · √(2 / (fanIn + fanOut)). Source: Glorot & Bengio 2010. */
export function xavierUniform_(tensor: Tensor, options?: XavierOptions): Tensor {
  const bound = Math.sqrt(3) * xavierStd('xavierUniform_', tensor, options);
  return uniform_(tensor, -bound, bound);
}
/** Normal with standard deviation gain · √(2 / (fanIn + fanOut)). Source: Glorot & Bengio 2010. */
export function xavierNormal_(tensor: Tensor, options?: XavierOptions): Tensor {
  return normal_(tensor, 0, xavierStd('xavierNormal_', tensor, options));
}

/** Uniform with standard deviation gain / √fan. Source: He et al. 2015. */
export function kaimingUniform_(tensor: Tensor, options?: KaimingOptions): Tensor {
  const bound = Math.sqrt(3) * kaimingStd('kaimingUniform_', tensor, options);
  return uniform_(tensor, -bound, bound);
}
/** Normal with standard deviation gain / √fan. Source: He et al. 2015. */
export function kaimingNormal_(tensor: Tensor, options?: KaimingOptions): Tensor {
  return normal_(tensor, 0, kaimingStd('kaimingNormal_', tensor, options));
}

function xavierStd(tag: string, tensor: Tensor, options: XavierOptions | undefined): number {
  const { gain = 1 } = checkOptions(tag, options, ['gain']);
  const { fanIn, fanOut } = fans(tag, tensor);
  return checkNumber(tag, 'gain', gain) * Math.sqrt(2 / Math.max(fanIn + fanOut, 1));
}

function kaimingStd(tag: string, tensor: Tensor, options: KaimingOptions | undefined): number {
  const { a = 0, mode = 'fan_in', nonlinearity = 'leaky_relu' } =
    checkOptions(tag, options, ['a', 'mode', 'nonlinearity']);
  const { fanIn, fanOut } = fans(tag, tensor);
  const fan = checkChoice(tag, 'mode', mode, ['fan_in', 'fan_out']) === 'fan_in' ? fanIn : fanOut;
  return calculateGain(nonlinearity, checkNumber(tag, 'a', a)) / Math.sqrt(Math.max(fan, 1));
}

/**
 * How many inputs reach an output, and outputs an input: weight (out, in, …), further axes being the receptive field.
 */
function fans(tag: string, tensor: Tensor): { fanIn: number; fanOut: number } {
  const { shape } = checkTensor(tag, 'the tensor', tensor);
  if (shape.length < 2) {
    throw new RangeError(`[${tag}] expected a tensor with at least 2 axes, got one of shape (${shape.join(', ')})`);
  }
  const field = shape.slice(2).reduce((product, size) => product * size, 1);
  return { fanIn: shape[1] * field, fanOut: shape[0] * field };
}

function fill(tensor: Tensor, make: (tensor: Tensor) => RawTensor): Tensor {
  const values = make(tensor);
  try {
    tensor.raw._assign(values);
  } finally {
    values.delete();
  }
  return tensor;
}
