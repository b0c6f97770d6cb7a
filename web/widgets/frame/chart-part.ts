/** @file A chart inside a template of a widget: `${chart(spec)}`. */
import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import { ChartView } from '../../charts/chart-view.js';
import type { ChartSpec } from '../../charts/spec.js';

class ChartPart extends AsyncDirective {
  private view: ChartView | null = null;
  private spec: ChartSpec | null = null;

  override render(spec: ChartSpec): unknown {
    if (this.view && this.spec?.kind === spec.kind) {
      this.view.setData(spec);
      this.spec = spec;
      return noChange;
    }
    this.view?.destroy();
    this.spec = spec;
    this.view = new ChartView(spec);
    return this.view.element;
  }

  protected override disconnected(): void {
    this.view?.destroy();
    this.view = null;
  }

  protected override reconnected(): void {
    if (this.spec) this.setValue(this.render(this.spec));
  }
}

export const chart = directive(ChartPart);
