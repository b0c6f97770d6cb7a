/** @file A block of a transformer encoder, whose norm and its place are choices. */

import { checkBoolean, checkChoice, checkInt, checkNumber, checkOptions, shown } from '../check.js';
import { engine } from '../engine.js';
import { checkTensor, type Tensor } from '../tensor.js';
import { type AttentionMasks, MultiheadAttention } from './attention.js';
import { Dropout, GELU, Identity, Linear, ReLU } from './layers.js';
import { hasHooks } from './hooks.js';
import { Module } from './module.js';
import { LayerNorm, RMSNorm } from './norms.js';
import { TokenBatchNorm } from './token-norm.js';

const norms = ['layer', 'rms', 'batch', 'none'] as const;
/** The norm of a block: LayerNorm, RMSNorm, TokenBatchNorm, or none. */
export type BlockNorm = (typeof norms)[number];

/** Options of TransformerEncoderLayer. */
export interface TransformerEncoderLayerOptions {
  /** Features inside the feed-forward network; 2048 by default. */
  dimFeedforward?: number;
  /** Probability of dropout at all four places; 0.1 by default. */
  dropout?: number;
  /** Between the two layers of the feed-forward network; 'relu' by default. */
  activation?: 'relu' | 'gelu';
  /** The eps of a LayerNorm; 1e-5 by default. */
  layerNormEps?: number;
  /** Inputs are (N, L, E) instead of PyTorch's default (L, N, E). */
  batchFirst?: boolean;
  /** Normalizes what goes into the two sub-layers (pre-norm) instead of the sums after them; false by default. */
  normFirst?: boolean;
  /** Which norm; 'layer', PyTorch's, by default. Or a function that makes one for a number of features. */
  norm?: BlockNorm | ((features: number) => Module);
}

/** Masks of an encoder's self-attention, by PyTorch's names there. */
export interface EncoderMasks {
  /** (L, L) or (N · heads, L, L): true where a token may not look; floats are added to the scores. */
  srcMask?: Tensor | null;
  /** (N, L): true for tokens that nobody looks at; floats are added to the scores. */
  srcKeyPaddingMask?: Tensor | null;
  /** A token sees itself and those before it; false by default. */
  isCausal?: boolean;
}

/** @internal */
export function toAttentionMasks(tag: string, masks: unknown): AttentionMasks {
  const { srcMask, srcKeyPaddingMask, ...rest } =
    checkOptions(tag, masks as EncoderMasks | undefined, ['srcMask', 'srcKeyPaddingMask', 'isCausal']);
  const out: AttentionMasks = rest;
  if (srcMask !== undefined) out.attnMask = srcMask;
  if (srcKeyPaddingMask !== undefined) out.keyPaddingMask = srcKeyPaddingMask;
  return out;
}

/** @internal */
export type Step = (x: Tensor) => Tensor;

/**
 * @internal Steps one after another. `frees`: what is between them is let go, since a graph keeps what it needs; but
 * what a hook has seen belongs to whoever holds it.
 */
export function chain(x: Tensor, steps: readonly Step[], frees: boolean): Tensor {
  let y = x;
  for (const step of steps) {
    const next = step(y);
    if (frees && y !== x && next !== y) y.dispose();
    y = next;
  }
  return y;
}

/** A call names the masks at its end: layer(x, { isCausal: true }). */
export interface TransformerEncoderLayer {
  (x: Tensor, masks?: EncoderMasks): Tensor;
}

/**
 * A block of a transformer: self-attention, then a feed-forward network linear2(activation(linear1(x))), each with
 * dropout and a residual connection. normFirst: x + f(norm(x)); else, PyTorch's default: norm(x + f(x)).
 * Starting values are PyTorch's draws for the same seed.
 * Errors: dModel that is no multiple of nhead (TypeError), shapes that do not fit (RangeError).
 * Source: Vaswani et al. 2017, section 3.1; the two places: Xiong et al. 2020; torch.nn.TransformerEncoderLayer.
 */
export class TransformerEncoderLayer extends Module {
  /** The first sub-layer. */
  readonly selfAttn: MultiheadAttention;
  /** dModel → dimFeedforward. */
  readonly linear1: Linear;
  /** After the activation. */
  readonly dropout: Dropout;
  /** dimFeedforward → dModel. */
  readonly linear2: Linear;
  /** The norm of the attention. */
  readonly norm1: Module;
  /** The norm of the feed-forward network. */
  readonly norm2: Module;
  /** After the attention. */
  readonly dropout1: Dropout;
  /** After the feed-forward network. */
  readonly dropout2: Dropout;
  /** Whether the norms come before the sub-layers. */
  readonly normFirst: boolean;
  readonly #activation: Module;
  readonly #copy: () => TransformerEncoderLayer;

  constructor(dModel: number, nhead: number, options?: TransformerEncoderLayerOptions) {
    super();
    const tag = 'TransformerEncoderLayer';
    const known =
      ['dimFeedforward', 'dropout', 'activation', 'layerNormEps', 'batchFirst', 'normFirst', 'norm'] as const;
    const { dimFeedforward = 2048, dropout = 0.1, activation = 'relu', layerNormEps = 1e-5, batchFirst = false,
      normFirst = false, norm = 'layer' } =
      checkOptions(tag, options, known);
    checkInt(tag, 'dimFeedforward', dimFeedforward, 1);
    checkNumber(tag, 'layerNormEps', layerNormEps);
    const makeNorm = (): Module => makeBlockNorm(norm, dModel, layerNormEps);
    this.normFirst = checkBoolean(tag, 'normFirst', normFirst);
    const isGelu = checkChoice(tag, 'activation', activation, ['relu', 'gelu']) === 'gelu';
    this.#activation = isGelu ? new GELU() : new ReLU();
    this.selfAttn = new MultiheadAttention(dModel, nhead, { dropout, batchFirst });
    this.linear1 = new Linear(dModel, dimFeedforward);
    this.dropout = new Dropout(dropout);
    this.linear2 = new Linear(dimFeedforward, dModel);
    this.norm1 = makeNorm();
    this.norm2 = makeNorm();
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
    this.#copy = () => new TransformerEncoderLayer(dModel, nhead, options);
  }

  /** What layer(x, masks) computes. */
  override forward(x: Tensor, masks?: EncoderMasks | Tensor): Tensor {
    checkTensor(this.className, 'the input', x);
    const attentionMasks = toAttentionMasks(this.className, masks);
    const frees = !hasHooks(this);
    const attend = (y: Tensor): Tensor => withBranch(y, this.attentionBranch(y, attentionMasks, frees), frees);
    const feed = (y: Tensor): Tensor => withBranch(y, this.feedForwardBranch(y, frees), frees);
    return chain(x, this.normFirst ? [attend, feed] : [attend, this.norm1, feed, this.norm2], frees);
  }

  /** @internal What the attention adds to the stream x; with normFirst it begins with the norm. */
  attentionBranch(x: Tensor, masks: AttentionMasks, frees: boolean): Tensor {
    const before = this.normFirst ? [this.norm1] : [];
    return chain(x, [...before, (y) => this.selfAttn(y, y, y, masks), this.dropout1], frees);
  }
  /** @internal The same of the feed-forward network. */
  feedForwardBranch(x: Tensor, frees: boolean): Tensor {
    const before = this.normFirst ? [this.norm2] : [];
    return chain(x, [...before, this.linear1, this.#activation, this.dropout, this.linear2, this.dropout2], frees);
  }

  /** @internal A layer of its own with the same weights, dtypes and frozen parameters; draws nothing. */
  copy(): TransformerEncoderLayer {
    const guard = engine()._StateGuard._make([]);
    try {
      const made = this.#copy();
      const own = this.stateDict();
      for (const [name, { raw }] of made.stateDict()) raw._convert(own.get(name)!.dtype);
      made.loadStateDict(own);
      const parameters = new Map(this.namedParameters());
      for (const [name, each] of made.namedParameters()) each.requiresGrad = parameters.get(name)!.requiresGrad;
      return made.train(this.training);
    } finally {
      guard.delete();
    }
  }

  /** @internal PyTorch's names. */
  override namedChildren(): [string, Module][] {
    return super.namedChildren().map(([name, child]) => [name === 'selfAttn' ? 'self_attn' : name, child]);
  }
  /** @internal */
  override disposeNative(): void {
    this.#activation.dispose();
  }
}

function withBranch(x: Tensor, branch: Tensor, frees: boolean): Tensor {
  const sum = x.add(branch);
  if (frees && branch !== x) branch.dispose();
  return sum;
}

function makeBlockNorm(norm: unknown, features: number, eps: number): Module {
  if (typeof norm === 'function') {
    const made: unknown = (norm as (features: number) => unknown)(features);
    if (made instanceof Module) return made;
    throw new TypeError(`[TransformerEncoderLayer] expected norm to make a module, got ${shown(made)}`);
  }
  switch (checkChoice('TransformerEncoderLayer', 'norm', norm, norms)) {
    case 'layer':
      return new LayerNorm(features, { eps });
    case 'rms':
      return new RMSNorm(features);
    case 'batch':
      return new TokenBatchNorm(features);
    case 'none':
      return new Identity();
  }
}
