/** @file A token under BatchNorm and LayerNorm, in a padded batch and alone. */
import { Generator, nn, noGrad, randn, type Tensor, zeros } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import { features, type PaddingInput, type PaddingResult, type TokenOutput, vocabulary } from './model.js';

export const computePadding: Compute<PaddingInput, PaddingResult> = (input, run) =>
  run.own(() => noGrad(() => outputs(input)));

function outputs({ sentences, pads, sentence, token, seed }: PaddingInput): PaddingResult {
  const generator = new Generator().manualSeed(seed);
  const embeddings = randn([vocabulary.length, features], { generator });
  const batch = padded(embeddings, sentences, pads);
  const alone = padded(embeddings, [sentences[sentence]], 0);
  const [, length] = batch.shape;
  const places = sentences.length * length;
  const of = (norm: (x: Tensor) => Tensor): TokenOutput => {
    const inBatch = outputOf(norm, batch, sentence, token);
    const byItself = outputOf(norm, alone, 0, token);
    const both = inBatch instanceof Error || byItself instanceof Error ? null : { inBatch, byItself };
    return {
      batch: valuesOf(inBatch),
      alone: valuesOf(byItself),
      change: both && both.inBatch.sub(both.byItself).abs().max().item(),
      error: byItself instanceof Error ? byItself.message : null,
    };
  };
  const batchNorm = new nn.BatchNorm1d(features, { affine: false, trackRunningStats: false });
  const layerNorm = new nn.LayerNorm(features, { elementwiseAffine: false });
  return {
    embedding: Array.from(batch.index(sentence, token).data()),
    batchNorm: of((x) => batchNorm(x.transpose(1, 2)).transpose(1, 2)),
    layerNorm: of((x) => layerNorm(x)),
    tokens: places,
    padTokens: places - sentences.flat().length,
  };
}

/** BatchNorm refuses a batch of one token: that is a result, too. */
function outputOf(norm: (x: Tensor) => Tensor, x: Tensor, sentence: number, token: number): Tensor | Error {
  try {
    return norm(x).index(sentence, token);
  } catch (error) {
    return error as Error;
  }
}

function valuesOf(output: Tensor | Error): number[] | null {
  return output instanceof Error ? null : Array.from(output.data());
}

/** (N, L, C), zeros where a sentence has ended. */
function padded(embeddings: Tensor, sentences: number[][], pads: number): Tensor {
  const length = Math.max(...sentences.map((sentence) => sentence.length)) + pads;
  const batch = zeros([sentences.length, length, features]);
  sentences.forEach((sentence, n) =>
    sentence.forEach((word, l) => void batch.setIndex([n, l], embeddings.select(0, word))),
  );
  return batch;
}
