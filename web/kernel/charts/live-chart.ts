/** @file A chart that a cell shows and goes on changing. */
import type { ChartSpec } from '../../charts/spec.js';
import { markShown, type Sink } from '../displays.js';

/** Where a new chart goes. */
export interface ChartPlace {
  id: string;
  sink: Sink;
}

export abstract class LiveChart {
  constructor(private readonly place: ChartPlace) {
    markShown(this);
  }

  protected abstract spec(): ChartSpec;
  protected abstract readonly kind: string;

  toString(): string {
    return `${this.kind} '${this.spec().title}'`;
  }

  protected show(): void {
    const { id, sink } = this.place;
    sink.live(id, () => ({ kind: 'chart', id, chart: this.spec() }));
  }
}
