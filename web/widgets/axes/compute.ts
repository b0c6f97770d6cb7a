/** @file The numbers of the averaging grid, by the engine's own layers. */
import { nn, tensor, type Tensor } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import { type AxesInput, type AxesResult, layouts } from './model.js';

export const computeAxes: Compute<AxesInput, AxesResult> = (input, run) => run.own(() => axesOf(input));

function axesOf({ layout, norm, values, eps }: AxesInput): AxesResult {
  const { shape } = layouts[layout];
  const x = tensor(values).reshape(shape);
  const y = normalized(x, layout, norm, eps);
  const grouped = groupRows(x, layout, norm);
  return {
    output: listOf(y),
    means: listOf(grouped.mean(1)),
    powers: listOf(norm === 'rms' ? grouped.square().mean(1) : grouped.var(1, { correction: 0 })),
  };
}

function normalized(x: Tensor, layout: AxesInput['layout'], norm: AxesInput['norm'], eps: number): Tensor {
  const { shape } = x;
  const options = { eps, elementwiseAffine: false };
  if (norm !== 'batch') {
    const within = layout === 'images' ? shape.slice(1) : shape.slice(-1);
    return norm === 'layer' ? new nn.LayerNorm(within, options)(x) : new nn.RMSNorm(within, options)(x);
  }
  const batch = { eps, affine: false, trackRunningStats: false };
  if (layout === 'features') return new nn.BatchNorm1d(shape[1], batch)(x);
  if (layout === 'images') return new nn.BatchNorm2d(shape[1], batch)(x);
  return new nn.BatchNorm1d(shape[2], batch)(x.transpose(1, 2)).transpose(1, 2);
}

/** A row per group. */
function groupRows(x: Tensor, layout: AxesInput['layout'], norm: AxesInput['norm']): Tensor {
  const { shape } = x;
  if (norm !== 'batch')
    return x.reshape(layout === 'images' ? shape[0] : shape.slice(0, -1).reduce((a, b) => a * b), -1);
  if (layout === 'features') return x.T;
  if (layout === 'tokens') return x.permute(2, 0, 1).reshape(shape[2], -1);
  return x.permute(1, 0, 2, 3).reshape(shape[1], -1);
}

function listOf(x: Tensor): number[] {
  return Array.from(x.data());
}
