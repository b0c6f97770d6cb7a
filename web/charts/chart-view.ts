/**
 * @file A chart on the page: drawn to its width, redrawn at most once a frame, read by pointer, arrow keys or table,
 * saved as a file.
 */
import { figureMarkup, kindOf, pictureMarkup, titleOf } from './chart.js';
import { dataTableMarkup } from './data-table.js';
import type { FileFormat } from './download.js';
import type { Drawing, Words } from './frame.js';
import { html, type Markup, patch, patchChildren, svg, toDom } from './markup.js';
import type { ChartSpec } from './spec.js';
import { textOf } from './words.js';

/** Rows of the table on the page. The file has all. */
const maxRows = 500;
/** Until the page has measured it, px. */
const firstWidth = 752;

export class ChartView {
  readonly element: Element;
  private drawing: Drawing;
  private frame = 0;
  /** The data or the width has changed since the last drawing; else only what is read has. */
  private dirty = true;
  /** Index of the value that is read, or null for the words at rest. */
  private reading: number | null = null;
  private readonly plot: Element;
  private readonly picture: Element;
  private readonly cursor: Element;
  private readonly scrub: HTMLInputElement;
  private readonly readout: Element;
  private readonly gaps: Element;
  private readonly table: HTMLDetailsElement;
  private readonly observer: ResizeObserver;

  /** @param still an element made from `chartMarkup(spec)`, taken over in place; without it a new one is made. */
  constructor(
    private spec: ChartSpec,
    still?: Element,
  ) {
    this.drawing = kindOf(spec).draw(spec, firstWidth);
    this.element = still ?? toDom(figureMarkup(spec, [], this.drawing));
    this.plot = this.part('.chart-plot');
    this.picture = toDom(pictureMarkup(spec, this.drawing, ''));
    this.cursor = toDom(svg('g', { class: 'chart-cursor' }));
    this.scrub = toDom(html('input', { class: 'chart-scrub', type: 'range', min: 0, step: 1 })) as HTMLInputElement;
    // A still keeps its place until the first drawing has the right width: nothing moves.
    if (still) this.plot.append(this.scrub);
    else this.plot.append(this.picture, this.scrub);
    this.readout = this.part('.chart-readout');
    this.gaps = this.part('.chart-gaps');
    this.table = this.part('.chart-data') as HTMLDetailsElement;
    this.table.before(this.saveButtons());
    this.listen();
    this.observer = new ResizeObserver(() => this.schedule(true));
    this.observer.observe(this.plot);
    this.schedule(true);
  }

  /** Shows other or more data. Cheap to call often: drawing waits for the next frame. */
  setData(spec: ChartSpec): void {
    this.spec = spec;
    this.schedule(true);
  }

  destroy(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  private part(selector: string): Element {
    const found = this.element.querySelector(selector);
    if (!found) throw new Error(`[chart] expected a figure with ${selector}, got none`);
    return found;
  }

  private schedule(dirty: boolean): void {
    this.dirty ||= dirty;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    const width = this.plot.clientWidth;
    if (width === 0) return;
    if (this.dirty) {
      this.dirty = false;
      this.drawing = kindOf(this.spec).draw(this.spec, width);
      const picture = pictureMarkup(this.spec, this.drawing, '');
      this.cursor.remove();
      patch(this.picture, picture);
      this.picture.append(this.cursor);
      if (!this.picture.isConnected || this.picture.parentElement !== this.plot) {
        this.plot.replaceChildren(this.picture, this.scrub);
      }
      this.gaps.textContent = kindOf(this.spec).gaps(this.spec) ?? '';
      if (this.table.open) this.drawTable();
    }
    this.drawReading();
  }

  private drawReading(): void {
    const { reading } = this.drawing;
    const at = this.reading === null || reading.count === 0 ? null : Math.min(this.reading, reading.count - 1);
    const words = at === null ? reading.rest : reading.words(at);
    patchChildren(this.readout, words);
    patchChildren(this.cursor, at === null ? [] : reading.marks(at));
    this.describeScrub(words, at);
  }

  /** The slider is what the keyboard and a screen reader read the chart with. */
  private describeScrub(words: Words, at: number | null): void {
    const { scrub } = this;
    scrub.setAttribute('aria-label', `${titleOf(this.spec)}: read the values`);
    scrub.setAttribute('aria-valuetext', words.map((word) => textOf(word)).join(''));
    // In a shadow tree the document knows only its host.
    if ((scrub.getRootNode() as Document | ShadowRoot).activeElement !== scrub) return;
    scrub.max = String(Math.max(0, this.drawing.reading.count - 1));
    if (at !== null) scrub.value = String(at);
  }

  private drawTable(): void {
    const { table, summary } = kindOf(this.spec);
    this.part('.chart-summary').textContent = summary(this.spec);
    const rows: Markup = dataTableMarkup(table(this.spec), titleOf(this.spec), maxRows);
    patchChildren(this.table.lastElementChild!, [rows]);
  }

  private read(index: number | null): void {
    if (index === this.reading) return;
    this.reading = index;
    this.schedule(false);
  }

  private saveButtons(): Element {
    const button = (format: FileFormat): Markup =>
      html(
        'button',
        {
          type: 'button',
          'data-format': format,
          'aria-label': `Save as ${format.toUpperCase()}: ${titleOf(this.spec)}`,
        },
        format.toUpperCase(),
      );
    const box = toDom(
      html(
        'div',
        { class: 'chart-save', role: 'group', 'aria-label': 'Save the chart' },
        button('svg'),
        button('png'),
        button('csv'),
      ),
    );
    box.addEventListener('click', (event) => {
      const format = (event.target as Element).closest<HTMLElement>('[data-format]')?.dataset.format;
      if (format) void import('./download.js').then(({ download }) => download(this.spec, format as FileFormat));
    });
    return box;
  }

  private listen(): void {
    this.plot.addEventListener('pointermove', (event) => {
      const { clientX, clientY } = event as PointerEvent;
      const box = this.plot.getBoundingClientRect();
      this.read(this.drawing.reading.nearest(clientX - box.left, clientY - box.top));
    });
    this.plot.addEventListener('pointerleave', () => this.read(null));
    this.scrub.addEventListener('focus', () => {
      const { count } = this.drawing.reading;
      this.scrub.max = String(Math.max(0, count - 1));
      // A curve is read from its end, where its outcome is; all else from its beginning.
      this.scrub.value = this.spec.kind === 'line' ? this.scrub.max : '0';
      if (count > 0) this.read(Number(this.scrub.value));
    });
    this.scrub.addEventListener('blur', () => this.read(null));
    this.scrub.addEventListener('input', () => this.read(Number(this.scrub.value)));
    this.scrub.addEventListener('keydown', (event) => this.moveVertically(event));
    this.table.addEventListener('toggle', () => this.table.open && this.drawTable());
  }

  private moveVertically(event: KeyboardEvent): void {
    const { reading } = this.drawing;
    const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (rows === undefined || !reading.vertical || this.reading === null) return;
    event.preventDefault();
    const next = reading.vertical(this.reading, rows);
    if (next >= 0 && next < reading.count) this.read(next);
  }
}
