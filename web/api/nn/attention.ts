/** @file Multi-head attention. */

import { checkBoolean, checkFraction, checkInt, checkOptions } from '../check.js';
import { zeros } from '../create.js';
import { engine } from '../engine.js';
import type { RawTensor } from '../raw.js';
import { checkTensor, Parameter, Tensor } from '../tensor.js';
import { xavierUniform_, zeros_ } from './init.js';
import { Linear } from './layers.js';
import { Module } from './module.js';

/** Who may look at whom, in one call of an attention layer. */
export interface AttentionMasks {
  /** (L, S) or (N · heads, L, S): true where a query may not look at a key; floats are added to the scores. */
  attnMask?: Tensor | null;
  /** (N, S), or (S) without batch: true for keys that nobody looks at; floats are added to the scores. */
  keyPaddingMask?: Tensor | null;
  /** Query i sees the keys 0..i only; false by default. */
  isCausal?: boolean;
}

/** Options of MultiheadAttention. */
export interface MultiheadAttentionOptions {
  /** Probability of dropping an attention weight, in training; 0 by default. */
  dropout?: number;
  /** Whether the projections have biases; true by default. */
  bias?: boolean;
  /** Inputs are (N, L, E) instead of PyTorch's default (L, N, E). */
  batchFirst?: boolean;
}

/** A call names the masks at its end: attention(x, x, x, { isCausal: true }). */
export interface MultiheadAttention {
  (query: Tensor, key?: Tensor, value?: Tensor, masks?: AttentionMasks): Tensor;
}

/**
 * numHeads attentions softmax(q kᵀ / √(E / numHeads)) v side by side, each over its part of the embedDim = E features.
 * query (L, N, E), key and value (S, N, E) → (L, N, E); with batchFirst (N, L, E) and so on; also without N. Without
 * key and value it attends to the query itself. A query that may look at no key gets zeros (PyTorch: NaN). Starting
 * values are PyTorch's draws; PyTorch's second result, the weights, is left out.
 * Errors: embedDim that is no multiple of numHeads (TypeError), shapes that do not fit (RangeError).
 * Source: Vaswani et al. 2017, section 3.2.2; torch.nn.MultiheadAttention.
 */
export class MultiheadAttention extends Module {
  /** (3 E, E): makes queries, keys and values. */
  readonly inProjWeight: Parameter;
  /** (3 E), 0 at the start; null without bias. */
  readonly inProjBias: Parameter | null;
  /** Joins the heads. */
  readonly outProj: Linear;
  /** How many heads there are. */
  readonly numHeads: number;
  /** Whether inputs are (N, L, E). */
  readonly batchFirst: boolean;
  /** Probability of dropping an attention weight, in training. */
  readonly dropout: number;

  constructor(embedDim: number, numHeads: number, options?: MultiheadAttentionOptions) {
    super();
    const tag = 'MultiheadAttention';
    const { dropout = 0, bias = true, batchFirst = false } =
      checkOptions(tag, options, ['dropout', 'bias', 'batchFirst']);
    checkInt(tag, 'embedDim', embedDim, 1);
    this.numHeads = checkInt(tag, 'numHeads', numHeads, 1);
    if (embedDim % numHeads !== 0) {
      throw new TypeError(`[${tag}] expected embedDim to be a multiple of numHeads, got ${embedDim} and ${numHeads}`);
    }
    this.dropout = checkFraction(tag, 'dropout', dropout);
    this.batchFirst = checkBoolean(tag, 'batchFirst', batchFirst);
    // In PyTorch's order of draws.
    this.outProj = new Linear(embedDim, embedDim, { bias });
    if (this.outProj.bias !== null) zeros_(this.outProj.bias);
    this.inProjWeight = parameter([3 * embedDim, embedDim]);
    xavierUniform_(this.inProjWeight);
    this.inProjBias = bias ? parameter([3 * embedDim]) : null;
  }

  /** What attention(query, key, value, masks) computes. */
  override forward(query: Tensor, key: Tensor = query, value: Tensor = key, masks?: AttentionMasks | Tensor): Tensor {
    const tag = this.className;
    const { attnMask, keyPaddingMask, isCausal = false } =
      checkOptions(tag, masks as AttentionMasks | undefined, ['attnMask', 'keyPaddingMask', 'isCausal']);
    const inputs = Object.entries({ query, key, value }).map(([name, x]) => checkTensor(tag, `the ${name}`, x).raw);
    const mask = (name: string, given: Tensor | null | undefined): RawTensor | null =>
      given === null || given === undefined ? null : checkTensor(tag, name, given).raw;
    const weights = [this.inProjWeight, this.inProjBias, this.outProj.weight, this.outProj.bias];
    return new Tensor(
      engine()._multiHeadAttention(
        inputs,
        this.numHeads,
        weights.map((weight) => weight?.raw ?? null),
        [mask('attnMask', attnMask), mask('keyPaddingMask', keyPaddingMask)],
        checkBoolean(tag, 'isCausal', isCausal),
        this.training ? this.dropout : 0,
        this.batchFirst,
      ),
    );
  }

  /** @internal PyTorch's names. */
  override namedChildren(): [string, Module][] {
    return [['out_proj', this.outProj]];
  }
  /** @internal */
  override ownParameters(): [string, Parameter][] {
    const named: [string, Parameter | null][] = [
      ['in_proj_weight', this.inProjWeight],
      ['in_proj_bias', this.inProjBias],
    ];
    return named.filter((entry): entry is [string, Parameter] => entry[1] !== null);
  }
  /** As PyTorch prints it. */
  override toString(): string {
    return `${this.className}(\n  (out_proj): NonDynamicallyQuantizable${String(this.outProj)}\n)`;
  }
}

/** Zeros that are trained, without a tensor left over. */
function parameter(shape: number[]): Parameter {
  const start = zeros(shape);
  const made = new Parameter(start);
  start.dispose();
  return made;
}
