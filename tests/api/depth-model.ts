/** @file The deep encoder whose gradients at the start Xiong and others (2020) look at. */
import { functional, manualSeed, nn, randint, randn, type Tensor } from '../../web/api/index.js';

export interface Start {
  depth: number;
  seed: number;
  normFirst: boolean;
  /** Xavier-uniform weights and zero biases, as in the paper; PyTorch's start otherwise. */
  xavier: boolean;
  /** Against random classes; otherwise the loss is ⟨output, fixed Gaussian⟩. */
  crossEntropy: boolean;
}

const width = 64;
const [examples, tokens, classes] = [4, 16, 50];

/** The gradient norm of linear2 in each block of a fresh encoder. The draws are those of tests/golden/make_depth.py. */
export function feedForwardGradients({ depth, seed, normFirst, xavier, crossEntropy }: Start): number[] {
  manualSeed(seed);
  const settings = { dimFeedforward: 4 * width, dropout: 0, batchFirst: true, normFirst };
  const end = normFirst ? { norm: new nn.LayerNorm(width) } : {};
  const model = new nn.TransformerEncoder(() => new nn.TransformerEncoderLayer(width, 4, settings), depth, end);
  for (const [name, weight] of xavier ? model.namedParameters() : []) {
    if (weight.shape.length === 2) nn.init.xavierUniform_(weight);
    else if (name.endsWith('bias')) nn.init.zeros_(weight);
  }
  const x = randn([examples, tokens, width]);
  lossOf(model, x, crossEntropy).backward();
  const gradients = [...model.layers].map((block) => (block as nn.TransformerEncoderLayer).linear2.weight.grad!.norm().item());
  model.dispose();
  return gradients;
}

function lossOf(model: nn.TransformerEncoder, x: Tensor, crossEntropy: boolean): Tensor {
  if (!crossEntropy) {
    const direction = randn([examples, tokens, width]);
    return model(x).mul(direction).sum();
  }
  const head = new nn.Linear(width, classes);
  return functional.crossEntropy(head(model(x)).transpose(1, 2), randint(0, classes, [examples, tokens]));
}

/** The slope of the line through log y over log x with the least squared error. */
export function logSlope(x: number[], y: number[]): number {
  const [u, v] = [x.map(Math.log), y.map(Math.log)];
  const mean = (values: number[]): number => values.reduce((a, b) => a + b) / values.length;
  const [mu, mv] = [mean(u), mean(v)];
  const moment = (values: number[], around: number): number =>
    u.reduce((sum, value, i) => sum + (value - mu) * (values[i] - around), 0);
  return moment(v, mv) / moment(u, mu);
}
