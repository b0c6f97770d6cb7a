/** @file ResidualConnection: pre- and post-norm blocks around any sub-layer. */

import { checkChoice, checkOptions, shown } from '../check.js';
import { engine } from '../engine.js';
import { checkTensor, Tensor } from '../tensor.js';
import { Dropout } from './layers.js';
import { Module, NativeLayer } from './module.js';
import { LayerNorm } from './norms.js';

export interface ResidualOptions {
  /** The sizes of the axes that a LayerNorm normalizes: the usual norm. */
  size?: number | number[];
  /** Any other norm (or module) in its place. */
  norm?: Module;
  place?: 'pre' | 'post';
  /** Probability of dropping an element of the branch; 0 by default. */
  dropout?: number;
}

/**
 * A residual connection around a sub-layer f:
 * 'pre' (the default): y = x + dropout(f(norm(x))); 'post': y = norm(x + dropout(f(x))).
 * `sublayer` is any module; the options name its `norm`, or the `size` of a LayerNorm.
 * Errors: a sub-layer that changes the shape of x (RangeError).
 * Source: He et al. 2015; the two places: Xiong et al. 2020.
 */
export class ResidualConnection extends Module {
  readonly sublayer: Module;
  readonly norm: Module;
  readonly dropout: Dropout;
  readonly place: 'pre' | 'post';
  #native: NativeLayer | null = null;

  constructor(sublayer: Module, options: ResidualOptions) {
    super();
    const tag = 'ResidualConnection';
    const { size, norm, place = 'pre', dropout = 0 } = checkOptions(tag, options, ['size', 'norm', 'place', 'dropout']);
    if ((size === undefined) === (norm === undefined)) {
      throw new TypeError(`[${tag}] expected either size or norm, got ${size === undefined ? 'neither' : 'both'}`);
    }
    this.sublayer = checkModule(tag, 'the sub-layer', sublayer);
    this.norm = size === undefined ? checkModule(tag, 'norm', norm) : new LayerNorm(size);
    this.dropout = new Dropout(dropout);
    this.place = checkChoice(tag, 'place', place, ['pre', 'post']);
  }

  override extraRepr(): string {
    return `place='${this.place}'`;
  }

  override forward(x: Tensor): Tensor {
    return new Tensor(this.asNative().raw._forward(checkTensor('ResidualConnection', 'the input', x).raw));
  }

  override asNative(): NativeLayer {
    const parts = [this.sublayer, this.norm, this.dropout].map((part) => part.asNative().raw);
    this.#native ??= new NativeLayer(engine()._Layer._residual(parts[0], parts[1], parts[2], this.place === 'pre'));
    return this.#native;
  }
}

function checkModule(tag: string, name: string, value: unknown): Module {
  if (!(value instanceof Module)) throw new TypeError(`[${tag}] expected ${name} to be a module, got ${shown(value)}`);
  return value;
}
