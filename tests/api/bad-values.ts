/** @file Values that JavaScript lets anybody pass, and the types for which each is meant. */
import { nn, ones, tensor } from '../../web/api/index.js';
import type { Form } from './public-api.js';

export interface BadValue {
  name: string;
  make(): unknown;
  /** Types of parameters that may take it, or refuse it for its size. */
  fits: Form[];
}

export const badValues: BadValue[] = [
  { name: 'undefined', make: () => undefined, fits: ['undefined'] },
  { name: 'null', make: () => null, fits: ['null'] },
  { name: 'NaN', make: () => NaN, fits: ['number'] },
  { name: 'a fraction', make: () => 1.5, fits: ['number'] },
  { name: '2^32 + 1', make: () => 2 ** 32 + 1, fits: ['number'] },
  { name: '-1', make: () => -1, fits: ['number'] },
  { name: 'a string', make: () => '2', fits: ['string'] },
  { name: 'true', make: () => true, fits: ['boolean'] },
  { name: 'a bigint', make: () => 1n, fits: ['bigint'] },
  { name: 'a symbol', make: () => Symbol('s'), fits: [] },
  { name: 'a function', make: () => () => 1, fits: ['function'] },
  { name: 'an empty object', make: () => ({}), fits: ['object', '__type'] },
  { name: 'a misspelt option', make: () => ({ epcohs: 1 }), fits: [] },
  { name: 'an empty array', make: () => [], fits: ['array'] },
  { name: 'an array with a hole', make: () => [1, , 3], fits: [] },
  { name: 'an array of strings', make: () => ['2'], fits: [] },
  { name: 'ragged rows', make: () => [[1, 2], [3]], fits: [] },
  { name: 'a bigint array', make: () => BigInt64Array.of(1n), fits: [] },
  { name: 'a typed array', make: () => Uint8ClampedArray.of(1), fits: ['typed array', 'ArrayBufferView'] },
  { name: 'a typed array without its buffer', make: handedOn, fits: [] },
  { name: 'a promise', make: () => Promise.resolve(ones([2])), fits: [] },
  { name: 'a date', make: () => new Date(0), fits: [] },
  { name: 'a tensor', make: () => tensor([0.5, 2]), fits: ['Tensor'] },
  { name: 'a disposed tensor', make: disposed, fits: [] },
  { name: 'a layer', make: () => new nn.Tanh(), fits: ['Module', 'function'] },
];

function handedOn(): Float32Array {
  const values = Float32Array.of(1, 2);
  structuredClone(values.buffer, { transfer: [values.buffer] });
  return values;
}

function disposed(): unknown {
  const gone = ones([2, 2]);
  gone.dispose();
  return gone;
}
