/** @file Transformer encoders whose norm, its place and their residual connections are choices. */

import { checkBoolean, checkChoice, checkInt, checkNumber, checkOptions, shown } from '../check.js';
import { engine } from '../engine.js';
import { checkTensor, type Tensor } from '../tensor.js';
import { type AttentionMasks, MultiheadAttention } from './attention.js';
import { HyperConnection, toStreams } from './hyper-connection.js';
import { Dropout, GELU, Identity, Linear, ReLU } from './layers.js';
import { isHooked, Module } from './module.js';
import { ModuleList } from './module-list.js';
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

function toAttentionMasks(tag: string, masks: unknown): AttentionMasks {
  const { srcMask, srcKeyPaddingMask, ...rest } =
    checkOptions(tag, masks as EncoderMasks | undefined, ['srcMask', 'srcKeyPaddingMask', 'isCausal']);
  const out: AttentionMasks = rest;
  if (srcMask !== undefined) out.attnMask = srcMask;
  if (srcKeyPaddingMask !== undefined) out.keyPaddingMask = srcKeyPaddingMask;
  return out;
}

type Step = (x: Tensor) => Tensor;

/** Steps one after another; what is between them is freed, since a graph keeps what it needs. */
function chain(x: Tensor, steps: readonly Step[], modules: readonly Module[]): Tensor {
  // What a hook has seen belongs to whoever holds it.
  const frees = !modules.some(isHooked);
  let y = x;
  for (const step of steps) {
    const next = step(y);
    if (frees && y !== x && next !== y) y.dispose();
    y = next;
  }
  return y;
}

function addFreeing(x: Tensor, branch: Tensor): Tensor {
  const sum = x.add(branch);
  branch.dispose();
  return sum;
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
    const { dimFeedforward = 2048, dropout = 0.1, activation = 'relu', layerNormEps = 1e-5, batchFirst = false,
      normFirst = false, norm = 'layer' } =
      checkOptions(tag, options, ['dimFeedforward', 'dropout', 'activation', 'layerNormEps', 'batchFirst', 'normFirst', 'norm']);
    checkInt(tag, 'dimFeedforward', dimFeedforward, 1);
    checkNumber(tag, 'layerNormEps', layerNormEps);
    const makeNorm = (): Module => makeBlockNorm(norm, dModel, layerNormEps);
    this.normFirst = checkBoolean(tag, 'normFirst', normFirst);
    this.#activation = checkChoice(tag, 'activation', activation, ['relu', 'gelu']) === 'gelu' ? new GELU() : new ReLU();
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
    if (this.normFirst) {
      const middle = addFreeing(x, this.attentionBranch(x, attentionMasks));
      const y = addFreeing(middle, this.feedForwardBranch(middle));
      middle.dispose();
      return y;
    }
    const first = addFreeing(x, this.attentionBranch(x, attentionMasks));
    const middle = this.norm1(first);
    const second = addFreeing(middle, this.feedForwardBranch(middle));
    const y = this.norm2(second);
    for (const [norm, tensors] of [[this.norm1, [first, middle]], [this.norm2, [second]]] as const) {
      if (!isHooked(norm)) for (const each of tensors) if (each !== y) each.dispose();
    }
    return y;
  }

  /** @internal What the attention adds to the stream x; with normFirst it begins with the norm. */
  attentionBranch(x: Tensor, masks: AttentionMasks): Tensor {
    const before = this.normFirst ? [this.norm1] : [];
    const attend = (y: Tensor): Tensor => this.selfAttn(y, y, y, masks);
    return chain(x, [...before, attend, this.dropout1], [...before, this.selfAttn, this.dropout1]);
  }
  /** @internal The same of the feed-forward network. */
  feedForwardBranch(x: Tensor): Tensor {
    const before = this.normFirst ? [this.norm2] : [];
    const steps = [...before, this.linear1, this.#activation, this.dropout, this.linear2, this.dropout2];
    return chain(x, steps, steps);
  }

  /** @internal A layer of its own with the same weights; draws nothing. */
  copy(): TransformerEncoderLayer {
    const guard = engine()._StateGuard._make([]);
    try {
      const made = this.#copy();
      made.loadStateDict(this.stateDict());
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

/** Options of TransformerEncoder. */
export interface TransformerEncoderOptions {
  /** The norm after the last block, which pre-norm blocks need; none by default. */
  norm?: Module;
  /**
   * How many streams hyper-connections carry in place of the residual connections; the blocks are normFirst then. They
   * start as pre-norm blocks; at the end the streams are summed. None by default.
   */
  hyperConnections?: number;
}

/** A layer to copy, or a function that makes each block, which then start apart. */
export type BlockSource = TransformerEncoderLayer | ((index: number) => TransformerEncoderLayer);

/** @internal Sees what goes through the blocks of an encoder. */
export interface BlockWatcher {
  /** What a block reads; for the number of blocks, what comes out of the last one. */
  read(block: number, h: Tensor): void;
  /** The stream after a block, or all streams; gives the tensor to go on with. */
  after(block: number, stream: Tensor): Tensor;
}

/** A call names the masks at its end: encoder(x, { isCausal: true }). */
export interface TransformerEncoder {
  (x: Tensor, masks?: EncoderMasks): Tensor;
}

/**
 * numLayers copies of an encoder layer, one after another, then a norm if there is one. As in PyTorch all copies start
 * with the weights of the layer given, which is none of them. A function in its place makes each block anew:
 * new nn.TransformerEncoder(() => new nn.TransformerEncoderLayer(64, 4), 6).
 * Source: torch.nn.TransformerEncoder; hyper-connections: see HyperConnection.
 */
export class TransformerEncoder extends Module {
  /** The blocks. */
  readonly layers: ModuleList;
  /** After the last block. */
  readonly norm?: Module;
  /** The connections of block i at places 2 i (attention) and 2 i + 1 (feed-forward network). */
  readonly hyper?: ModuleList;
  readonly #rate: number;
  readonly #watchers = new Set<BlockWatcher>();

  constructor(encoderLayer: BlockSource, numLayers: number, options?: TransformerEncoderOptions) {
    super();
    const tag = 'TransformerEncoder';
    const makes = typeof encoderLayer === 'function' && !(encoderLayer instanceof Module);
    checkInt(tag, 'numLayers', numLayers, 0);
    const blocks = Array.from({ length: numLayers }, (_, index) => (makes ? encoderLayer(index) : encoderLayer));
    for (const block of [...blocks, ...(makes ? [] : [encoderLayer])]) {
      if (block instanceof TransformerEncoderLayer) continue;
      throw new TypeError(`[${tag}] expected a TransformerEncoderLayer, got ${shown(block)}`);
    }
    const { norm, hyperConnections = 0 } = checkOptions(tag, options, ['norm', 'hyperConnections']);
    if (norm !== undefined && !(norm instanceof Module)) throw new TypeError(`[${tag}] expected norm to be a module, got ${shown(norm)}`);
    this.#rate = checkInt(tag, 'hyperConnections', hyperConnections);
    if (this.#rate > 0 && blocks.some(({ normFirst }) => !normFirst)) {
      throw new TypeError(`[${tag}] expected an encoder layer with normFirst for hyperConnections, got one without`);
    }
    this.layers = new ModuleList(makes ? blocks : blocks.map((block) => block.copy()));
    if (this.#rate > 0) {
      const connection = (_: unknown, index: number): HyperConnection => new HyperConnection({ rate: this.#rate, index });
      this.hyper = new ModuleList(Array.from({ length: 2 * numLayers }, connection));
    }
    if (norm !== undefined) this.norm = norm;
  }

  /** What encoder(x, masks) computes. */
  override forward(x: Tensor, masks?: EncoderMasks | Tensor): Tensor {
    checkTensor(this.className, 'the input', x);
    const attentionMasks = toAttentionMasks(this.className, masks);
    const stream = this.#rate > 0 ? this.#runHyper(x, attentionMasks) : this.#runPlain(x, masks as EncoderMasks);
    if (this.norm === undefined) return stream;
    const y = this.norm(stream);
    if (stream !== x && y !== stream && !isHooked(this.norm)) stream.dispose();
    return y;
  }

  #runPlain(x: Tensor, masks: EncoderMasks | undefined): Tensor {
    const blocks = [...this.layers] as TransformerEncoderLayer[];
    const steps = blocks.map((block, index): Step => (y) => {
      this.#onRead(index, y);
      return this.#after(index, block(y, masks));
    });
    const y = chain(x, steps, blocks);
    this.#onRead(blocks.length, y);
    return y;
  }

  #runHyper(x: Tensor, masks: AttentionMasks): Tensor {
    const blocks = [...this.layers] as TransformerEncoderLayer[];
    const connections = [...this.hyper!] as HyperConnection[];
    const connected = (place: number, streams: Tensor, f: Step): Tensor => {
      const made: Tensor[] = [];
      const y = connections[place].connect(streams, (h) => {
        made.push(h, f(h));
        return made[1];
      });
      for (const each of made) each.dispose();
      return y;
    };
    const steps = blocks.flatMap((block, index): Step[] => [
      (streams) =>
        connected(2 * index, streams, (h) => {
          this.#onRead(index, h);
          return block.attentionBranch(h, masks);
        }),
      (streams) =>
        this.#after(index, connected(2 * index + 1, streams, (h) => block.feedForwardBranch(h))),
    ]);
    const spread: Step = (y) => toStreams(y, this.#rate);
    const y = chain(x, [spread, ...steps, (streams) => streams.sum(0)], []);
    this.#onRead(blocks.length, y);
    return y;
  }

  #onRead(block: number, h: Tensor): void {
    for (const { read } of this.#watchers) read(block, h);
  }
  #after(block: number, stream: Tensor): Tensor {
    let out = stream;
    for (const { after } of this.#watchers) {
      const next = after(block, out);
      out.dispose();
      out = next;
    }
    return out;
  }

  /** @internal Shows every forward to `watcher`; the result ends it. */
  watchBlocks(watcher: BlockWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}
