/** @file What goes on in the blocks of a transformer: gradients, updates, and how alike its representations grow. */

import { shown } from './check.js';
import { engine } from './engine.js';
import { cosineSimilarity } from './functional.js';
import { noGrad } from './grad-mode.js';
import { Owned, tidy } from './memory.js';
import { TransformerEncoder } from './nn/transformer.js';
import type { TransformerEncoderLayer } from './nn/transformer-layer.js';
import type { WeightReport } from './probe.js';
import type { RawLayerProbe } from './raw.js';
import { Tensor } from './tensor.js';

/** One block in its last use. NaN stands where there is no number yet. */
export interface BlockReport {
  /** Its place, from 0. */
  block: number;
  /** Standard deviation of the stream after the block, over all elements. */
  std: number;
  /** √Σ g² of the loss's gradient with respect to the stream after the block, after backward(). */
  gradNorm: number;
  /** All weights of the block, by their names in it. */
  weights: WeightReport[];
  /**
   * Cosine of what this block and the next read, the mean over all tokens; after the last block, what comes out of it.
   */
  neighbourSimilarity: number;
  /** Cosine of different tokens of one example in what the block reads: the mean over all pairs. */
  tokenSimilarity: number;
}

class RawProbe extends Owned<RawLayerProbe> {
  constructor(weights: readonly Tensor[]) {
    super('probe', engine()._LayerProbe._make(weights.map(({ raw }) => raw)));
  }
}

/**
 * Watches the blocks of an encoder: train a step as usual, then read(). Watching changes no result. With
 * hyper-connections std and gradNorm are of all streams, and a block reads Aₘᵀ H.
 *
 *     const probe = train.probeBlocks(encoder);
 *     … loss.backward(); optimizer.step();
 *     table(probe.read().map(({ block, std, gradNorm }) => ({ block, std, gradNorm })));
 */
export function probeBlocks(encoder: TransformerEncoder): BlockProbe {
  return new BlockProbe(encoder);
}

/** See probeBlocks(). */
export class BlockProbe {
  readonly #blocks: { names: string[]; probe: RawProbe }[];
  readonly #tokenAxis: number;
  // What each block read last, and what came out of the last one.
  readonly #seen: Tensor[] = [];
  readonly #stop: () => void;

  /** @internal */
  constructor(encoder: TransformerEncoder) {
    if (!(encoder instanceof TransformerEncoder)) {
      throw new TypeError(`[probeBlocks] expected a TransformerEncoder, got ${shown(encoder)}`);
    }
    const layers = [...encoder.layers] as TransformerEncoderLayer[];
    this.#tokenAxis = layers.every(({ selfAttn }) => selfAttn.batchFirst) ? -2 : 0;
    this.#blocks = layers.map((layer) => {
      const parameters = layer.namedParameters();
      return { names: parameters.map(([name]) => name), probe: new RawProbe(parameters.map(([, weight]) => weight)) };
    });
    this.#stop = encoder.watchBlocks({
      read: (block, h) => {
        this.#seen[block]?.dispose();
        this.#seen[block] = h.detach();
        // It is read after the step, whose scope may have ended then.
        this.#seen[block].moveTo(null);
      },
      after: (block, stream) => new Tensor(this.#blocks[block].probe.raw._observe(stream.raw)),
    });
  }

  /** What was seen, block by block; best after optimizer.step(). */
  read(): BlockReport[] {
    return this.#blocks.map(({ names, probe: { raw } }, block) => {
      const { std, gradNorm } = raw._output();
      const weights = raw._weights().map((weight, index) => ({ name: names[index], ...weight }));
      const [h, next] = [this.#seen[block], this.#seen[block + 1]];
      const neighbourSimilarity = next === undefined ? NaN : measured(() => cosineSimilarity(h, next).mean());
      const tokenSimilarity = h === undefined ? NaN : measured(() => betweenTokens(h, this.#tokenAxis));
      return { block, std, gradNorm, weights, neighbourSimilarity, tokenSimilarity };
    });
  }

  /** Stops watching. */
  remove(): void {
    this.#stop();
    for (const each of [...this.#seen, ...this.#blocks.map(({ probe }) => probe)]) each.dispose();
    this.#seen.length = 0;
    this.#blocks.length = 0;
  }
}

function measured(body: () => Tensor): number {
  return tidy(() => noGrad(() => body().item()));
}

/** The mean cosine of all pairs: (|Σ u|² − T) / (T (T − 1)) for unit vectors u, in double. */
function betweenTokens(h: Tensor, axis: number): Tensor {
  const count = h.shape.at(axis)!;
  const x = h.double();
  const units = x.div(x.norm(-1, { keepdim: true }).clamp({ min: 1e-8 }));
  return units.sum(axis).square().sum(-1).sub(count).div(count * (count - 1)).mean();
}
