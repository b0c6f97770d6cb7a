/** @file The steps of a norm by the engine's operations, and the whole by its layer. */
import { full, nn, noGrad, tensor, type Tensor } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import type { Step, StepperInput, StepperResult } from './model.js';

export const computeStepper: Compute<StepperInput, StepperResult> = (input, run) =>
  run.own(() => noGrad(() => stepsOf(input)));

function stepsOf({ norm, values, eps, weight, bias, factor }: StepperInput): StepperResult {
  const x = tensor([...values]);
  const isRms = norm === 'rms';
  const mean = x.mean();
  const centred = isRms ? x : x.sub(mean);
  const squares = centred.square();
  const power = squares.mean();
  const normalized = centred.div(power.add(eps).sqrt());
  const scaled = isRms ? normalized.mul(weight) : normalized.mul(weight).add(bias);
  const step = (name: string, formula: string, result: Tensor): Step => ({
    name,
    formula,
    values: Array.from(result.data()),
  });
  return {
    steps: [
      step('x', 'the input', x),
      ...(isRms
        ? [step('x²', 'each one squared', squares), step('mean of x²', 'their average', power)]
        : [
            step('μ', 'the average of x', mean),
            step('x − μ', 'centred: they sum to 0', centred),
            step('σ²', 'the average of (x − μ)²', power),
          ]),
      step('x̂', isRms ? 'x / √(mean of x² + ε)' : '(x − μ) / √(σ² + ε)', normalized),
      step('y', isRms ? 'γ · x̂' : 'γ · x̂ + β', scaled),
      step('x + f(y)', `pre-norm: x plus ${factor} · y`, x.add(scaled.mul(factor))),
    ],
    mean: mean.item(),
    spread: power.sqrt().item(),
    layer: Array.from(layerOf(norm, values.length, eps, weight, bias)(x).data()),
  };
}

function layerOf(norm: StepperInput['norm'], size: number, eps: number, weight: number, bias: number): nn.Module {
  const layer = norm === 'rms' ? new nn.RMSNorm(size, { eps }) : new nn.LayerNorm(size, { eps });
  layer.weight!.copy_(full([size], weight));
  layer.bias?.copy_(full([size], bias));
  return layer;
}
