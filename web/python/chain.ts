/** @file A chain of layers, which Python calls as one. */

import { engine } from '../api/engine.js';
import type { RawLayer, RawTensor } from '../api/raw.js';
import { get, optional, put, tensor } from './handles.js';

type Step = (x: RawTensor) => RawTensor;

/** The layers of a chain, each as a kind followed by its numbers; Python's nn._chain writes them. */
function steps(codes: (number | string)[]): Step[] {
  const out: Step[] = [];
  let at = 0;
  const number = (): number => codes[at++] as number;
  while (at < codes.length) {
    const kind = codes[at++];
    if (kind === 'linear') {
      const [weight, bias] = [tensor(number()), optional(number())];
      out.push((x) => engine()._linear(x, weight, bias));
    } else if (kind === 'batch') {
      const [mean, variance, weight, bias, count] = [number(), number(), number(), number(), number()].map(optional);
      const [training, momentum, eps] = [number() !== 0, number(), number()];
      out.push((x) => {
        if (count !== null) increment(count);
        return engine()._batchNorm(x, mean, variance, weight, bias, training, momentum, eps);
      });
    } else if (kind === 'layer' || kind === 'rms') {
      const [weight, bias] = [optional(number()), optional(number())];
      const eps = number();
      const shape = Array.from({ length: number() }, number);
      out.push((x) =>
        kind === 'layer'
          ? engine()._layerNorm(x, shape, weight, bias, eps)
          : engine()._rmsNorm(x, shape, weight, bias, eps < 0 ? null : eps),
      );
    } else if (kind === 'unary') {
      const name = codes[at++] as string;
      out.push((x) => x._unary(name));
    } else {
      const layer = get<RawLayer>(number());
      out.push((x) => layer._forward(x));
    }
  }
  return out;
}

function increment(count: RawTensor): void {
  const next = count._binaryScalar('add', 1, true, false);
  count._assign(next);
  next.delete();
}

/** A function of Python's that runs the layers one after another. */
export function chain(codes: (number | string)[]): (id: number) => number {
  const all = steps(codes);
  return (id) => {
    let x = tensor(id);
    for (const [position, step] of all.entries()) {
      const y = step(x);
      if (position > 0) x.delete();
      x = y;
    }
    return put(x);
  };
}
