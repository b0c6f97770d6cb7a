/** @file A valid call of everything in the library: by the types of its parameters, or as told here. */
import { data, nn, ones, optim, Scope, tensor, train, type Tensor, zeros } from '../../web/api/index.js';
import type { Parameter } from './public-api.js';

const matrix = (): Tensor =>
  tensor(
    [
      [1, 2],
      [3, 4],
    ],
    { requiresGrad: true },
  );
const classes = (): Tensor => tensor([0, 1], { dtype: 'int64' });
const encoderLayer = (): nn.TransformerEncoderLayer => new nn.TransformerEncoderLayer(2, 1, { dimFeedforward: 2 });
const dataset = (): data.TensorDataset => new data.TensorDataset(zeros([2, 2]), classes());

function sgd(): optim.SGD {
  return new optim.SGD([matrix()], { lr: 0.1 });
}

function trainer(): train.Trainer {
  const model = new nn.Linear(2, 2);
  const optimizer = new optim.SGD(model.parameters(), { lr: 0.1 });
  return new train.Trainer(
    model,
    optimizer,
    new nn.CrossEntropyLoss(),
    new data.DataLoader(dataset(), { batchSize: 2 }),
  );
}

/** A tensor that in-place operations may change. */
const changeable = (): Tensor =>
  tensor([
    [1, 2],
    [3, 4],
  ]);
const inPlace = [
  'add_',
  'sub_',
  'mul_',
  'div_',
  'pow_',
  'neg_',
  'abs_',
  'exp_',
  'log_',
  'sqrt_',
  'tanh_',
  'relu_',
  'sigmoid_',
  'clamp_',
  'maskedFill_',
  'fill_',
  'zero_',
  'copy_',
  'setIndex',
];

/** Objects whose methods are called, where the class alone does not say how to make one. */
export const receivers: Record<string, () => unknown> = {
  Tensor: matrix,
  ...Object.fromEntries(inPlace.map((name) => [`Tensor.${name}`, changeable])),
  'Tensor.item': () => ones([]),
  'nn.Module': () => new nn.Sequential(new nn.Tanh()),
  'nn.Loss': () => new nn.CrossEntropyLoss(),
  'nn.Embedding': () => new nn.Embedding(2, 2),
  'nn.Sequential': () => new nn.Sequential(new nn.Linear(2, 2)),
  'nn.ModuleList': () => new nn.ModuleList([new nn.Linear(2, 2)]),
  'optim.Optimizer': sgd,
  'optim.lrScheduler.LRScheduler': () => new optim.lrScheduler.ConstantLR(sgd()),
  'data.Dataset': dataset,
  'train.Probe': () => train.probe(new nn.Tanh()),
  'train.BlockProbe': () => train.probeBlocks(new nn.TransformerEncoder(encoderLayer(), 1)),
  'train.Trainer': trainer,
};

/** Arguments that the types alone do not tell. */
const told: Record<string, () => unknown[]> = {
  load: () => [{}],
  tensor: () => [[1, 2]],
  cat: () => [[matrix()]],
  stack: () => [[matrix()]],
  where: () => [matrix().gt(1), matrix(), matrix()],
  randint: () => [0, 5, [2]],
  enterScope: () => [null],
  setYield: () => [null],
  'Tensor.backward': () => [ones([2, 2])],
  'Tensor.reshape': () => [2, 2],
  'Tensor.permute': () => [1, 0],
  'Tensor.expand': () => [2, 2],
  'Tensor.item': () => [],
  'Tensor.indexSelect': () => [classes()],
  'Tensor.index': () => [0],
  'Tensor.setIndex': () => [0, 1],
  'Tensor.copy_': () => [ones([2])],
  'Tensor.gather': () => [0, tensor([[0, 1]], { dtype: 'int64' })],
  'Tensor.clamp': () => [{ min: 0 }],
  'Tensor.clamp_': () => [{ min: 0 }],
  'Tensor.maskedFill': () => [matrix().gt(1), 0],
  'Tensor.maskedFill_': () => [matrix().gt(1), 0],
  'Tensor.norm': () => [],
  'nn.Sequential': () => [new nn.Tanh()],
  'nn.ModuleList': () => [[new nn.Tanh()]],
  'nn.MultiheadAttention': () => [2, 1],
  'nn.TransformerEncoderLayer': () => [2, 1],
  'nn.TransformerEncoder': () => [encoderLayer(), 1],
  'nn.HyperConnection.connect': () => [ones([4, 2]), (h: Tensor) => h],
  'nn.LearnedPositions': () => [2, 2],
  'nn.SinusoidalPositions': () => [2, 2],
  'nn.Module.forward': () => [matrix()],
  'nn.Module.loadStateDict': () => [{}],
  'nn.Loss.forward': () => [matrix(), classes()],
  'functional.linear': () => [matrix(), matrix()],
  'functional.batchNorm': () => [matrix(), ones([2]), ones([2])],
  'functional.crossEntropy': () => [matrix(), classes()],
  'functional.embedding': () => [classes(), matrix()],
  'nn.Embedding.forward': () => [classes()],
  'nn.ResidualConnection': () => [new nn.Tanh(), { size: 2 }],
  'nn.BatchNorm2d.forward': () => [ones([2, 2, 2, 2])],
  'optim.Optimizer.loadStateDict': () => [sgd().stateDict()],
  'optim.lrScheduler.CosineAnnealingLR': () => [sgd(), { tMax: 5 }],
  'optim.lrScheduler.StepLR': () => [sgd(), { stepSize: 5 }],
  'optim.lrScheduler.ExponentialLR': () => [sgd(), { gamma: 0.5 }],
  'optim.lrScheduler.LambdaLR': () => [sgd(), (t: number) => t],
  'data.randomSplit': () => [dataset(), [1, 1]],
  'data.trainTestSplit': () => [[ones([4, 1])]],
  'data.CharacterDataset': () => ['a text', 2],
  'data.CharacterDataset.encode': () => ['text'],
  'data.CharacterDataset.decode': () => [classes()],
  'data.copyingDataset': () => [2],
  'data.sortingDataset': () => [2],
  'data.TensorDataset': () => [ones([2, 2])],
  'train.probeBlocks': () => [new nn.TransformerEncoder(encoderLayer(), 1)],
  'train.exactAccuracy': () => [zeros([2, 2, 2]), zeros([2, 2]).long()],
  'train.Trainer': () => Object.values(parts()),
  'train.Trainer.fit': () => [{ epochs: 0 }],
};

function parts(): object {
  const model = new nn.Linear(2, 2);
  const optimizer = new optim.SGD(model.parameters(), { lr: 0.1 });
  return { model, optimizer, loss: new nn.CrossEntropyLoss(), loader: new data.DataLoader(dataset()) };
}

const byForm: Record<string, () => unknown> = {
  number: () => 1,
  boolean: () => true,
  string: () => '',
  function: () => () => undefined,
  array: () => [1],
  Tensor: matrix,
  'Tensor.item': () => ones([]),
  Module: () => new nn.Tanh(),
  Dataset: dataset,
  Optimizer: sgd,
  Scope: () => new Scope(),
};

export function validArguments(path: string, parameters: Parameter[]): unknown[] {
  if (told[path]) return told[path]();
  const required = parameters.filter(({ forms, rest }) => !rest && !forms.includes('undefined'));
  return required.map(({ name, forms, literals }) => {
    if (literals.length > 0) return literals[0];
    const form = forms.find((each) => each in byForm);
    if (form === undefined)
      throw new Error(`expected a specimen of ${name}: ${forms.join(' | ')} for ${path} in specimens.ts, got none`);
    if (name === 'parameters') return [matrix()];
    // Square, so that features and axes fit.
    return form === 'number' && /features|shape/i.test(name) ? 2 : byForm[form]();
  });
}
