/** @file One side: its model, its data, a step, and what a look at every block shows. */
import { data, functional, manualSeed, nn, noGrad, optim, randint, randn, type Tensor, tidy, train } from '../../api/index.js';
import type { Look, ResidualInput, Side, SideResult, Task, Weight } from './run.js';

const heads = 4;
const streams = 4;
const letters = 32;
const numbers = { length: 8, symbols: 10 };
/** Sequences that exact accuracy is counted over. */
const unseen = 200;

const weightPaths: Record<Weight, string> = {
  in_proj: 'self_attn.in_proj_weight',
  out_proj: 'self_attn.out_proj.weight',
  linear1: 'linear1.weight',
  linear2: 'linear2.weight',
};

/** The whole text in stretches; the other tasks are drawn by each side. */
export function textData(): data.CharacterDataset {
  return new data.CharacterDataset(data.loadGenesis(), letters);
}

export function encoderOf({ place, norm, depth }: Side, width: number): nn.TransformerEncoder {
  const isPlain = place === 'none';
  const settings = {
    dimFeedforward: 4 * width,
    dropout: 0,
    batchFirst: true,
    normFirst: place !== 'post',
    norm: isPlain ? 'none' : norm,
  } as const;
  return new nn.TransformerEncoder(() => new nn.TransformerEncoderLayer(width, heads, settings), depth, {
    // The sum of a pre-norm stack has not been normalized yet.
    ...(isPlain || place === 'post' ? {} : { norm: lastNorms[norm](width) }),
    ...(place === 'hyper' ? { hyperConnections: streams } : {}),
  });
}

const lastNorms = {
  layer: (width: number): nn.Module => new nn.LayerNorm(width),
  rms: (width: number): nn.Module => new nn.RMSNorm(width),
  batch: (width: number): nn.Module => new nn.TokenBatchNorm(width),
};

/** Symbols → encoder → logits. */
class Reader extends nn.Module {
  readonly embedding: nn.Embedding;
  readonly positions: nn.LearnedPositions;
  readonly encoder: nn.TransformerEncoder;
  readonly head: nn.Linear;

  constructor(
    side: Side,
    width: number,
    [symbols, classes]: [number, number],
    length: number,
    private readonly isCausal: boolean,
  ) {
    super();
    this.embedding = new nn.Embedding(symbols, width);
    this.positions = new nn.LearnedPositions(length, width);
    this.encoder = encoderOf(side, width);
    this.head = new nn.Linear(width, classes);
  }

  override forward(x: Tensor): Tensor {
    return this.head(this.encoder(this.positions(this.embedding(x)), { isCausal: this.isCausal }));
  }
}

/** All weight matrices drawn anew, and biases of 0. */
export function xavierStart(model: nn.Module): void {
  for (const [name, weight] of model.namedParameters()) {
    if (weight.shape.length === 2 && !/\b(alpha|beta)$/.test(name)) nn.init.xavierUniform_(weight);
    else if (name.endsWith('bias')) nn.init.zeros_(weight);
  }
}

interface Problem {
  encoder: nn.TransformerEncoder;
  model: nn.Module;
  /** The loss of a step's batch. */
  loss(step: number): Tensor;
  exact(): number | null;
}

export class SideRun {
  readonly result: SideResult;
  private readonly problem: Problem;
  private readonly optimizer: optim.Adam;

  constructor(
    private readonly side: Side,
    name: string,
    private readonly input: ResidualInput,
    text: data.CharacterDataset | null,
  ) {
    // Everything random is drawn here at once, so that sides and widgets do not mix their streams.
    manualSeed(input.seed);
    this.problem = text ? textProblem(side, input, text) : problems[input.task as Exclude<Task, 'text'>](side, input);
    this.optimizer = new optim.Adam(this.problem.model.parameters(), { lr: side.lr });
    this.result = { side, name, losses: [], looks: [], broken: null, exact: null };
  }

  step(isLook: boolean): void {
    const { losses, looks } = this.result;
    const at = losses.length;
    const probe = isLook ? train.probeBlocks(this.problem.encoder) : null;
    this.optimizer.lr = this.side.lr * Math.min(1, (at + 1) / Math.max(1, this.side.warmUp));
    tidy(() => {
      this.optimizer.zeroGrad();
      const loss = this.problem.loss(at);
      losses.push(loss.item());
      if (!Number.isFinite(loss.item())) {
        this.result.broken = at + 1;
        return;
      }
      loss.backward();
      this.optimizer.step();
    });
    if (probe && this.result.broken === null) looks.push({ step: at + 1, blocks: probe.read().map(blockLook) });
    probe?.remove();
    if (losses.length === this.input.steps && this.input.steps > 1) this.result.exact = this.problem.exact();
  }
}

function blockLook({ weights, gradNorm, std, neighbourSimilarity, tokenSimilarity }: train.BlockReport): Look['blocks'][number] {
  const of = (weight: Weight): { gradient: number; update: number } => {
    const { gradNorm: gradient, updateRatio: update } = weights.find(({ name }) => name === weightPaths[weight])!;
    return { gradient, update };
  };
  return {
    weights: { in_proj: of('in_proj'), out_proj: of('out_proj'), linear1: of('linear1'), linear2: of('linear2') },
    stream: gradNorm,
    std,
    neighbours: neighbourSimilarity,
    tokens: tokenSimilarity,
  };
}

function started<M extends nn.Module>(model: M, { start }: ResidualInput): M {
  if (start === 'xavier') xavierStart(model);
  return model;
}

function textProblem(side: Side, input: ResidualInput, text: data.CharacterDataset): Problem {
  const symbols = text.vocabulary.length;
  const model = started(new Reader(side, input.width, [symbols, symbols], letters, true), input);
  const rows = randint(0, text.length, [input.steps, input.batchSize]);
  const [x, y] = text.tensors;
  return {
    model,
    encoder: model.encoder,
    loss: (step) => {
      const chosen = rows.select(0, step);
      return functional.crossEntropy(model(x.indexSelect(chosen)).transpose(1, 2), y.indexSelect(chosen));
    },
    exact: () => null,
  };
}

/** @param isCopying the logits of the second half count */
function sequenceProblem(side: Side, input: ResidualInput, isCopying: boolean): Problem {
  const { length, symbols } = numbers;
  const whole = isCopying ? 2 * length : length;
  const model = started(new Reader(side, input.width, [isCopying ? symbols + 1 : symbols, symbols], whole, isCopying), input);
  const draw = isCopying ? data.copyingDataset : data.sortingDataset;
  const [x, y] = draw(input.steps * input.batchSize, numbers).tensors;
  const [newX, newY] = draw(unseen, numbers).tensors;
  const logits = (tokens: Tensor): Tensor => {
    const out = model(tokens);
    return isCopying ? out.slice(1, length, whole) : out;
  };
  return {
    model,
    encoder: model.encoder,
    loss: (step) => {
      const [from, to] = [step * input.batchSize, (step + 1) * input.batchSize];
      return functional.crossEntropy(logits(x.slice(0, from, to)).transpose(1, 2), y.slice(0, from, to));
    },
    exact: () => {
      model.eval();
      const right = tidy(() => noGrad(() => train.exactAccuracy(logits(newX), newY)));
      model.train();
      return right;
    },
  };
}

/** The measurement of Xiong and others (2020): the gradient of ⟨output, fixed Gaussian⟩. */
function gaussianProblem(side: Side, input: ResidualInput): Problem {
  const model = started(encoderOf(side, input.width), input);
  const shape = [4, 16, input.width];
  const x = randn(shape);
  const direction = randn(shape);
  return { model, encoder: model, loss: () => model(x).mul(direction).sum(), exact: () => null };
}

const problems: Record<Exclude<Task, 'text'>, (side: Side, input: ResidualInput) => Problem> = {
  sorting: (side, input) => sequenceProblem(side, input, false),
  copying: (side, input) => sequenceProblem(side, input, true),
  gaussian: gaussianProblem,
};
