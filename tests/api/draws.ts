/** @file What tests of random draws and data share. */
import { arange, data, type Generator, rand, type Tensor } from '../../web/api/index.js';

/** Two draws as bits: where the stream is. */
export function hexOfRand2(generator?: Generator): string[] {
  const bits = new Uint32Array((rand(2, generator === undefined ? {} : { generator }).data() as Float32Array).buffer);
  return [...bits].map((word) => word.toString(16).padStart(8, '0'));
}

/** Examples that are their own numbers. */
export function numbered(count: number): data.TensorDataset {
  return new data.TensorDataset(arange(count, undefined, 1, { dtype: 'int64' }));
}

export function values(x: Tensor): number[] {
  return x.toArray() as number[];
}
