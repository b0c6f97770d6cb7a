/** @file Hyper-connections: several residual streams that a block reads from and writes to with learned weights. */

import { checkFunction, checkInt, checkOptions } from '../check.js';
import { tensor } from '../create.js';
import { checkTensor, Parameter, type Tensor } from '../tensor.js';
import { Module } from './module.js';

/** Options of HyperConnection. */
export interface HyperConnectionOptions {
  /** How many streams there are; 4 by default. */
  rate?: number;
  /** The place of the sub-layer in the model, 0, 1, …: it starts by reading stream index mod rate. */
  index?: number;
}

/**
 * A residual connection with `rate` = n streams H (n, …, d) in place of one, around a function f that keeps a shape:
 * f reads h = Aₘᵀ H, and H becomes Bᵀ f(h) + Aᵣᵀ H. All weights are learned and the same for every input ("static").
 * They start with B = 1, Aᵣ the unit matrix and Aₘ choosing one stream, so that streams that are equal stay equal and
 * each is what a pre-norm connection x + f(x) gives. Errors: H without n streams (RangeError).
 * Source: Zhu et al. 2024, "Hyper-Connections" (arXiv:2409.19606), equations 1 and 2, start: equation 14.
 */
export class HyperConnection extends Module {
  /** (n, n + 1): Aₘ in the first column, Aᵣ in the others. */
  readonly alpha: Parameter;
  /** (1, n): how much of f(h) each stream gets. */
  readonly beta: Parameter;

  constructor(options?: HyperConnectionOptions) {
    super();
    const { rate = 4, index = 0 } = checkOptions('HyperConnection', options, ['rate', 'index']);
    checkInt('HyperConnection', 'rate', rate, 1, 64);
    const reads = checkInt('HyperConnection', 'index', index) % rate;
    const rows = Array.from({ length: rate }, (_, i) =>
      [i === reads ? 1 : 0, ...Array.from({ length: rate }, (_other, j) => (i === j ? 1 : 0))]);
    this.alpha = parameter(rows);
    this.beta = parameter([Array<number>(rate).fill(1)]);
  }

  /** The streams after f: connect(H, (h) => f(h)). */
  connect(streams: Tensor, f: (h: Tensor) => Tensor): Tensor {
    const tag = this.className;
    const { shape } = checkTensor(tag, 'the streams', streams);
    checkFunction(tag, 'f', f);
    const rate = this.beta.shape[1];
    if (shape.length < 2 || shape[0] !== rate) {
      throw new RangeError(`[${tag}] expected streams of shape (${rate}, …, d), got (${shape.join(', ')})`);
    }
    // Streams as rows: the mixing of all tokens is one product of matrices.
    const rows = streams.reshape(rate, -1);
    const alpha = this.alpha.transpose(0, 1);
    const mixed = alpha.matmul(rows);
    const first = mixed.select(0, 0);
    const h = first.reshape(shape.slice(1));
    const out = checkTensor(tag, 'the result of f', f(h));
    const flat = out.reshape(1, -1);
    if (flat.shape[1] !== rows.shape[1]) {
      const [kept, got] = [h, out].map((each) => `(${each.shape.join(', ')})`);
      throw new RangeError(`[${tag}] expected f to keep the shape ${kept}, got ${got}`);
    }
    const beta = this.beta.transpose(0, 1);
    const written = beta.matmul(flat);
    const kept = mixed.slice(0, 1);
    const sum = written.add(kept);
    const result = sum.reshape(shape);
    for (const each of [rows, alpha, mixed, first, flat, beta, written, kept, sum]) each.dispose();
    return result;
  }
}

function parameter(values: number[][]): Parameter {
  const start = tensor(values);
  const made = new Parameter(start);
  start.dispose();
  return made;
}

/** @internal `rate` equal streams (n, …) of x. */
export function toStreams(x: Tensor, rate: number): Tensor {
  return x.unsqueeze(0).expand(rate, ...x.shape);
}
