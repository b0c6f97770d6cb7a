/** @file ResidualConnection: pre- and post-norm blocks around any sub-layer. */

import { checkChoice, checkOptions, shown } from '../check.js';
import { engine } from '../engine.js';
import type { RawLayer } from '../raw.js';
import { Container } from './container.js';
import { Dropout } from './layers.js';
import { Module } from './module.js';
import { LayerNorm } from './norms.js';

/** Options of ResidualConnection. */
export interface ResidualOptions {
  /** The sizes of the axes that a LayerNorm normalizes: the usual norm. */
  size?: number | number[];
  /** Any other norm (or module) in its place. */
  norm?: Module;
  /** Where the norm is: before the sub-layer, or after the sum; 'pre' by default. */
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
export class ResidualConnection extends Container {
  /** f: any module that keeps the shape. */
  readonly sublayer: Module;
  /** What normalizes x ('pre') or the sum ('post'). */
  readonly norm: Module;
  /** Drops elements of the branch, in training. */
  readonly dropout: Dropout;
  /** Where the norm is. */
  readonly place: 'pre' | 'post';

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

  /** The place, for printing. */
  override extraRepr(): string {
    return `place='${this.place}'`;
  }

  /** @internal */
  protected override makeNative([sublayer, norm, dropout]: RawLayer[]): RawLayer {
    return engine()._Layer._residual(sublayer, norm, dropout, this.place === 'pre');
  }
}

function checkModule(tag: string, name: string, value: unknown): Module {
  if (!(value instanceof Module)) throw new TypeError(`[${tag}] expected ${name} to be a module, got ${shown(value)}`);
  return value;
}
