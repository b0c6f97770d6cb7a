/** @file What goes on inside a model while it trains. */

import { checkOptions, shown } from './check.js';
import { engine } from './engine.js';
import { noGrad } from './grad-mode.js';
import { Owned, tidy } from './memory.js';
import type { HookHandle } from './nn/hooks.js';
import { checkModule, type Module } from './nn/module.js';
import type { RawLayerProbe, RawTensor } from './raw.js';
import { checkTensor, type Tensor } from './tensor.js';

/** A weight and what the last step did to it. NaN stands where there is no number yet. */
export interface WeightReport {
  /** "weight", "bias", … */
  name: string;
  /** √Σ w². */
  norm: number;
  /** The same of its gradient. */
  gradNorm: number;
  /** |w − w before| / |w before|, from the layer's last use until now. */
  updateRatio: number;
}

/** One layer's output in its last use, over all elements. NaN stands where there is no number yet. */
export interface LayerReport {
  /** The dotted name in the model. */
  name: string;
  /** The class, such as "Linear". */
  kind: string;
  /** Mean of the output. */
  mean: number;
  /** Standard deviation of the output, with n − 1 as torch.std. */
  std: number;
  /** √Σ g² of the loss's gradient with respect to the output, after backward(). */
  gradNorm: number;
  /** The layer's own parameters. */
  weights: WeightReport[];
}

/** Options of probe(). */
export interface ProbeOptions {
  /** Only the layers of these names; by default all that have no layers below. */
  layers?: string[];
}

/**
 * Watches the layers of a model: train a step as usual, then read(). Watching changes no result.
 *
 *     const probe = train.probe(model);
 *     … loss.backward(); optimizer.step();
 *     table(probe.read());
 */
export function probe(model: Module, options?: ProbeOptions): Probe {
  return new Probe(model, options);
}

class LayerProbe extends Owned<RawLayerProbe> {
  constructor(weights: RawTensor[]) {
    super('probe', engine()._LayerProbe._make(weights));
  }
}

interface Watched {
  name: string;
  kind: string;
  weightNames: string[];
  probe: LayerProbe;
  handle: HookHandle;
}

/** See probe(). */
export class Probe {
  readonly #model: Module;
  readonly #watched: Watched[];

  /** @internal */
  constructor(model: Module, options?: ProbeOptions) {
    this.#model = checkModule('probe', model);
    const { layers } = checkOptions('probe', options, ['layers']);
    const all = model.namedModules();
    if (layers !== undefined && !Array.isArray(layers)) {
      throw new TypeError(`[probe] expected layers to be an array of names, got ${shown(layers)}`);
    }
    for (const name of Array.from(layers ?? [])) {
      if (!all.some(([known]) => known === name)) {
        throw new TypeError(
          `[probe] expected one of the layers ${all.map(([known]) => `"${known}"`).join(', ')}, got ${shown(name)}`,
        );
      }
    }
    const chosen = all.filter(([name, module]) => layers?.includes(name) ?? module.namedChildren().length === 0);
    this.#watched = chosen.map(([name, module]) => {
      const weights = module.ownParameters();
      const layerProbe = new LayerProbe(weights.map(([, weight]) => weight.raw));
      const handle = module.attachProbe(layerProbe.raw);
      return {
        name,
        kind: module.className,
        weightNames: weights.map(([weight]) => weight),
        probe: layerProbe,
        handle,
      };
    });
  }

  /** What was seen, in the order of the modules; best after optimizer.step(). */
  read(): LayerReport[] {
    return this.#watched.map(({ name, kind, weightNames, probe: { raw } }) => {
      const { mean, std, gradNorm } = raw._output();
      const weights = raw._weights().map((weight, index) => ({ name: weightNames[index], ...weight }));
      return { name, kind, mean, std, gradNorm, weights };
    });
  }

  /**
   * Passes x through the model to read() the outputs, and leaves no trace: no graph, running statistics, counters and
   * random numbers as before.
   */
  look(x: Tensor): this {
    checkTensor('look', 'x', x);
    const guard = engine()._StateGuard._make(this.#model.namedBuffers().map(([, buffer]) => buffer.raw));
    try {
      tidy(() => noGrad(() => void this.#model(x)));
    } finally {
      guard.delete();
    }
    return this;
  }

  /** Stops watching. */
  remove(): void {
    for (const { handle, probe: layerProbe } of this.#watched) {
      handle.remove();
      layerProbe.dispose();
    }
    this.#watched.length = 0;
  }

  /**
   * @internal The first layer in the order of the last forward pass whose output is not finite; '' if there is none.
   */
  firstNonFinite(): string {
    const bad = this.#watched
      .map(({ name, kind, probe: { raw } }) => ({ name, kind, ...raw._output() }))
      .filter(({ mean, order }) => order >= 0 && !Number.isFinite(mean))
      .sort((a, b) => a.order - b.order);
    if (bad.length === 0) return '';
    return bad[0].name === '' ? bad[0].kind : `"${bad[0].name}" (${bad[0].kind})`;
  }
}
