/** @file LayerNorm and RMSNorm of a vector, with eps inside the root by the engine's layers, or outside by its operations. */
import { functional, noGrad, tensor, type Tensor } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import type { Normed, RmsResult, RmsSettings } from './model.js';

export const computeRms: Compute<RmsSettings, RmsResult> = (settings, run) =>
  run.own(() =>
    noGrad(() => {
      const { values, shift, factor, pointX, pointY } = settings;
      const change = (x: readonly number[]): number[] =>
        Array.from(
          tensor([...x])
            .mul(factor)
            .add(shift)
            .data(),
        );
      const point = [pointX, pointY];
      return {
        before: normed(values, settings),
        after: normed(change(values), settings),
        point: normed(point, settings),
        moved: normed(change(point), settings),
      };
    }),
  );

function normed(values: readonly number[], { eps, epsPlace }: RmsSettings): Normed {
  const x = tensor([...values]);
  const shape = [values.length];
  const mean = x.mean();
  const std = x.std(undefined, { correction: 0 });
  const root = x.square().mean().sqrt();
  const inside = epsPlace === 'inside';
  const layer = inside ? functional.layerNorm(x, shape, { eps }) : x.sub(mean).div(std.add(eps));
  const rms = inside ? functional.rmsNorm(x, shape, { eps }) : x.div(root.add(eps));
  const list = (y: Tensor): number[] => Array.from(y.data());
  return {
    x: list(x),
    layer: list(layer),
    rms: list(rms),
    mean: mean.item(),
    std: std.item(),
    meanSquareRoot: root.item(),
  };
}
