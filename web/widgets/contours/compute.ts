/** @file Fits a linear model of two features by gradient descent, with the engine's own gradients. */
import { Generator, functional, nn, noGrad, optim, randn, tensor, type Tensor, tidy } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import { type Bowl, type ContoursInput, type ContoursResult, maxSteps, tolerance } from './model.js';

const examples = 64;

export const computeContours: Compute<ContoursInput, ContoursResult> = (input, run) =>
  run.own(() => {
    const generator = new Generator().manualSeed(input.seed);
    const x = randn([examples, 2], { generator, dtype: 'float64' }).mul(tensor([input.scale, 1], { dtype: 'float64' }));
    const standardized = new nn.BatchNorm1d(2, { affine: false, eps: 0 })(x.float()).to('float64');
    return { raw: descend(x, input), standardized: descend(standardized, input) };
  });

/** y = x · w with w = 0 as the best weights: what is left of w is the error. */
function descend(x: Tensor, { rate: part, startX, startY }: ContoursInput): Bowl {
  const centred = x.sub(x.mean(0));
  // Of the loss mean(y²): twice the features' second moments.
  const moments = Array.from(
    centred.T.matmul(centred)
      .mul(2 / examples)
      .data(),
  );
  const [a, b, , c] = moments;
  const middle = (a + c) / 2;
  const half = Math.hypot((a - c) / 2, b);
  const eigenvalues: [number, number] = [middle + half, middle - half];
  const bestRate = 2 / (eigenvalues[0] + eigenvalues[1]);
  const rate = part * bestRate;
  // Direction of the greater eigenvalue.
  const angle = Math.atan2(2 * b, a - c) / 2;
  const along = ([wx, wy]: number[]): [number, number] => [
    Math.abs(Math.cos(angle) * wx + Math.sin(angle) * wy),
    Math.abs(-Math.sin(angle) * wx + Math.cos(angle) * wy),
  ];
  const w = new nn.Parameter(tensor([[startX], [startY]], { dtype: 'float64' }));
  const optimizer = new optim.SGD([w], { lr: rate });
  const target = noGrad(() => centred.matmul(w).mul(0));
  const path: [number, number][] = [[startX, startY]];
  const first = Math.hypot(startX, startY) || 1;
  let steps: number | null = Math.hypot(startX, startY) === 0 ? 0 : null;
  for (let step = 1; step <= maxSteps && steps === null; step += 1) {
    tidy(() => {
      optimizer.zeroGrad();
      functional.mseLoss(centred.matmul(w), target).backward();
      optimizer.step();
    });
    const [wx, wy] = w.data();
    path.push([wx, wy]);
    const distance = Math.hypot(wx, wy);
    if (distance <= tolerance * first) steps = step;
    if (!(distance < 1e6 * first)) break;
  }
  return {
    hessian: [a, b, c],
    eigenvalues,
    condition: eigenvalues[0] / eigenvalues[1],
    bestRate,
    rate,
    path,
    steps,
    errors: path.map(along),
  };
}
