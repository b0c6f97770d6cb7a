/** @file The outputs of one cell on the page. They are collected and written once a frame, however fast they arrive. */
import { ChartView } from '../../charts/chart-view.js';
import { patch, toDom } from '../../charts/markup.js';
import type { ChartSpec } from '../../charts/spec.js';
import type { CellError, Output } from '../../kernel/protocol.js';
import { errorMarkup, outputMarkup, textMarkup } from './output-markup.js';
import { endProgress } from './progress.js';

export class OutputView {
  private pending: Output[] = [];
  private scheduled = false;
  /** Old outputs stay, greyed, until the new run has something to show: nothing jumps. */
  private waiting = false;
  private text: { stream: 'stdout' | 'stderr'; node: Text } | null = null;
  private readonly charts = new Map<string, ChartView>();
  /** What later outputs of the same id change in place: progress bars, the end of a flood. */
  private readonly replaceable = new Map<string, Element>();

  /** @param stills data of the charts that the page was delivered with, in order. */
  constructor(
    private readonly element: HTMLElement,
    stills: ChartSpec[] = [],
  ) {
    const figures = element.querySelectorAll('figure.chart');
    stills.forEach((chart, i) => {
      const figure = figures[i];
      if (figure) this.charts.set(`still ${i}`, new ChartView(chart, figure));
    });
  }

  /** Starts a run. */
  begin(): void {
    this.pending = [];
    this.waiting = true;
    this.element.classList.add('waiting');
    this.element.style.minHeight = `${this.element.offsetHeight}px`;
  }

  push(outputs: Output[]): void {
    for (const output of outputs) this.addPending(output);
    if (this.scheduled) return;
    this.scheduled = true;
    // A hidden page gets no frames; its outputs are still written, so that they don't pile up.
    if (document.hidden) setTimeout(() => this.flush(), 100);
    else requestAnimationFrame(() => this.flush());
  }

  /** Of outputs with the same id only the newest waits. */
  private addPending(output: Output): void {
    const id = idOf(output);
    const waiting = id === undefined ? -1 : this.pending.findIndex((other) => idOf(other) === id);
    if (waiting >= 0) this.pending[waiting] = output;
    else this.pending.push(output);
  }

  /** For a run that was stopped: if it has shown nothing, what stood there before stays. */
  keep(): void {
    if (this.pending.length > 0) return;
    this.waiting = false;
    this.element.classList.remove('waiting');
  }

  /** Ends a run: writes what is left, then the error if there is one. What was shown stays. */
  end(error: CellError | null): void {
    this.flush();
    if (this.waiting) this.clear();
    for (const bar of this.element.querySelectorAll('.progress:not(.finished)')) endProgress(bar);
    if (error) this.element.append(toDom(errorMarkup(error)));
    this.element.style.minHeight = '';
  }

  clear(): void {
    this.pending = [];
    for (const chart of this.charts.values()) chart.destroy();
    this.charts.clear();
    this.replaceable.clear();
    this.text = null;
    this.waiting = false;
    this.element.classList.remove('waiting');
    this.element.replaceChildren();
  }

  private flush(): void {
    this.scheduled = false;
    if (this.pending.length === 0) return;
    if (this.waiting) {
      const arrived = this.pending;
      this.clear();
      this.pending = arrived;
    }
    for (const output of joinText(this.pending)) this.show(output);
    this.pending = [];
  }

  private show(output: Output): void {
    if (output.kind === 'text' && output.id === undefined) {
      this.showText(output.text, output.stream);
    } else if (output.kind === 'chart') {
      this.showChart(output.id, output.chart);
    } else if (output.kind === 'progress' || output.kind === 'text') {
      this.showReplaceable(output.id!, output);
    } else {
      this.append(toDom(outputMarkup(output)));
    }
  }

  private showText(text: string, stream: 'stdout' | 'stderr'): void {
    if (this.text?.stream === stream) {
      this.text.node.appendData(text);
      return;
    }
    const block = this.append(toDom(textMarkup(text, stream)));
    this.text = { stream, node: block.firstChild as Text };
  }

  private showChart(id: string, chart: ChartSpec): void {
    const view = this.charts.get(id);
    if (view) {
      view.setData(chart);
    } else {
      const made = new ChartView(chart);
      this.charts.set(id, made);
      this.append(made.element);
    }
  }

  private showReplaceable(id: string, output: Output): void {
    const shown = this.replaceable.get(id);
    if (shown) patch(shown, outputMarkup(output));
    else this.replaceable.set(id, this.append(toDom(outputMarkup(output))));
  }

  private append(element: Element): Element {
    this.text = null;
    this.element.append(element);
    return element;
  }
}

function idOf(output: Output): string | undefined {
  return 'id' in output ? output.id : undefined;
}

/** Joins neighbouring texts of one stream: thousands of printed lines become one write. */
function joinText(outputs: Output[]): Output[] {
  const joined: Output[] = [];
  for (const output of outputs) {
    const last = joined.at(-1);
    if (
      output.kind === 'text' &&
      last?.kind === 'text' &&
      last.stream === output.stream &&
      !idOf(output) &&
      !idOf(last)
    ) {
      joined[joined.length - 1] = { ...last, text: last.text + output.text };
    } else {
      joined.push(output);
    }
  }
  return joined;
}
