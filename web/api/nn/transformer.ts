/** @file Transformer encoders: blocks one after another, with residual connections or hyper-connections. */

import { checkInt, checkOptions, shown } from '../check.js';
import { checkTensor, type Tensor } from '../tensor.js';
import type { AttentionMasks } from './attention.js';
import { HyperConnection, toStreams } from './hyper-connection.js';
import { hasHooks } from './hooks.js';
import { Module } from './module.js';
import { ModuleList } from './module-list.js';
import { chain, type EncoderMasks, type Step, toAttentionMasks, TransformerEncoderLayer } from './transformer-layer.js';

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
    if (norm !== undefined && !(norm instanceof Module)) {
      throw new TypeError(`[${tag}] expected norm to be a module, got ${shown(norm)}`);
    }
    this.#rate = checkInt(tag, 'hyperConnections', hyperConnections);
    if (this.#rate > 0 && blocks.some(({ normFirst }) => !normFirst)) {
      throw new TypeError(`[${tag}] expected an encoder layer with normFirst for hyperConnections, got one without`);
    }
    this.layers = new ModuleList(makes ? blocks : blocks.map((block) => block.copy()));
    if (this.#rate > 0) {
      const places = Array.from({ length: 2 * numLayers }, (_, index) => index);
      this.hyper = new ModuleList(places.map((index) => new HyperConnection({ rate: this.#rate, index })));
    }
    if (norm !== undefined) this.norm = norm;
  }

  /** What encoder(x, masks) computes. */
  override forward(x: Tensor, masks?: EncoderMasks | Tensor): Tensor {
    checkTensor(this.className, 'the input', x);
    const attentionMasks = toAttentionMasks(this.className, masks);
    const frees = !hasHooks(this);
    const run: Step = (y) =>
      this.#rate > 0 ? this.#runHyper(y, attentionMasks, frees) : this.#runPlain(y, masks as EncoderMasks, frees);
    return chain(x, this.norm === undefined ? [run] : [run, this.norm], frees);
  }

  #runPlain(x: Tensor, masks: EncoderMasks | undefined, frees: boolean): Tensor {
    const blocks = [...this.layers] as TransformerEncoderLayer[];
    const steps = blocks.map((block, index): Step => (y) => {
      this.#onRead(index, y);
      return this.#after(index, block(y, masks));
    });
    const y = chain(x, steps, frees);
    this.#onRead(blocks.length, y);
    return y;
  }

  #runHyper(x: Tensor, masks: AttentionMasks, frees: boolean): Tensor {
    const blocks = [...this.layers] as TransformerEncoderLayer[];
    const connections = [...this.hyper!] as HyperConnection[];
    const connected = (place: number, streams: Tensor, f: Step): Tensor => {
      const made: Tensor[] = [];
      const y = connections[place].connect(streams, (h) => {
        made.push(h, f(h));
        return made[1];
      });
      for (const each of frees ? made : []) each.dispose();
      return y;
    };
    const steps = blocks.flatMap((block, index): Step[] => [
      (streams) =>
        connected(2 * index, streams, (h) => {
          this.#onRead(index, h);
          return block.attentionBranch(h, masks, frees);
        }),
      (streams) =>
        this.#after(index, connected(2 * index + 1, streams, (h) => block.feedForwardBranch(h, frees))),
    ]);
    const spread: Step = (y) => toStreams(y, this.#rate);
    const y = chain(x, [spread, ...steps, (streams) => streams.sum(0)], frees);
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
