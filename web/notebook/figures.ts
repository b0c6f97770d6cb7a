/**
 * @file The figures of a page: charts live, scripts of widgets fetched when one comes near, and what a reader sets
 * there.
 */
import { ChartView } from '../charts/chart-view.js';
import { html, toDom } from '../charts/markup.js';
import type { ChartSpec } from '../charts/spec.js';

/** How far from the window a widget's script is fetched. */
const near = '600px';

/** What a widget that can be set offers to the page: its settings as JSON data, after it has taken over others. */
export interface Settable extends HTMLElement {
  state?(next?: unknown): unknown;
}

export class Figures {
  /** Widgets by name and number, `race-1`: a link is still right when the text around them changes. */
  private readonly widgets = new Map<string, Settable>();
  /** Those that the reader, or a link, has set. */
  private readonly touched = new Set<string>();

  /**
   * @param charts of the figures that are no widgets, in the order of the page
   * @param scripts address of each widget's script, relative to the page
   */
  constructor(
    page: Element,
    charts: readonly ChartSpec[],
    private readonly scripts: Record<string, string>,
  ) {
    const stills = page.querySelectorAll('.lesson-figure > figure.chart');
    charts.forEach((chart, i) => new ChartView(chart, stills[i]));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          observer.unobserve(target);
          void this.load(target as HTMLElement);
        }
      },
      { rootMargin: near },
    );
    const counts: Record<string, number> = {};
    for (const figure of page.querySelectorAll<HTMLElement>('.lesson-figure[data-widget]')) {
      const name = figure.dataset.widget!;
      const element = figure.querySelector<Settable>(`normlab-${name}`);
      if (!element) continue;
      counts[name] = (counts[name] ?? 0) + 1;
      const key = `${name}-${counts[name]}`;
      this.widgets.set(key, element);
      element.addEventListener('change', () => this.touched.add(key));
      observer.observe(figure);
    }
  }

  /** What the reader has set, for a link. */
  settings(): Record<string, unknown> {
    const set = [...this.touched].map((key) => [key, this.widgets.get(key)!.state?.()] as const);
    return Object.fromEntries(set.filter(([, state]) => state !== undefined));
  }

  /** How many of these settings belong to a figure of the page. */
  count(settings: Record<string, unknown>): number {
    return Object.keys(settings).filter((key) => this.widgets.has(key)).length;
  }

  /** Sets widgets, now or when their script has come. */
  apply(settings: Record<string, unknown>): void {
    for (const [key, state] of Object.entries(settings)) {
      const element = this.widgets.get(key);
      if (!element) continue;
      this.touched.add(key);
      void customElements.whenDefined(element.localName).then(() => element.state?.(state));
    }
  }

  /** The script defines the element; what stands in its place stays until then. */
  private async load(figure: HTMLElement): Promise<void> {
    try {
      await import(/* @vite-ignore */ new URL(this.scripts[figure.dataset.widget!], document.baseURI).href);
    } catch {
      const words = 'The live figure could not be loaded. Reload the page to try again.';
      figure.append(toDom(html('p', { class: 'lesson-problem', role: 'status' }, words)));
    }
  }
}
