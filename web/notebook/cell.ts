/** @file One cell on the page: its code, its buttons, its state in words and its outputs. */
import type { ChartSpec } from '../charts/spec.js';
import { CodeBox } from './code-box.js';
import type { CellLanguage } from '../lesson/lesson.js';
import type { Edit } from './edit-store.js';
import { OutputView } from './outputs/output-view.js';
import { part } from './part.js';

/** `lost`: it had run, but the engine was replaced since, so its names are gone. */
export type CellState = 'still' | 'queued' | 'running' | 'done' | 'error' | 'stopped' | 'lost';

/** What a cell asks of the notebook. */
export interface CellActions {
  run(cell: Cell): void;
  /** Runs all cells before it. */
  runAbove(cell: Cell): void;
  stop(cell: Cell): void;
  advance(cell: Cell): void;
  changed(cell: Cell): void;
  reset(cell: Cell): void;
  /** Shows the text that the edit took the place of. */
  swap(cell: Cell): void;
}

export class Cell {
  readonly index: number;
  readonly language: CellLanguage;
  readonly outputs: OutputView;
  /** Charts that it shows: as delivered, then of its last run. */
  charts: ChartSpec[];
  state: CellState = 'still';
  private readonly code: CodeBox;
  private readonly runButton: HTMLButtonElement;
  private readonly resetButton: HTMLButtonElement;
  private readonly otherButton: HTMLButtonElement;
  private readonly edited: HTMLElement;
  private readonly stateText: HTMLElement;
  private readonly staleText: HTMLElement;
  private clock = 0;
  private beforeQueue: [state: CellState, words: string] = ['still', ''];

  constructor(
    readonly element: HTMLElement,
    stills: ChartSpec[],
    private readonly actions: CellActions,
  ) {
    this.charts = stills;
    this.index = Number(element.dataset.cell);
    this.language = element.dataset.language === 'python' ? 'python' : 'javascript';
    this.runButton = part(element, '.run');
    this.resetButton = part(element, '.reset');
    this.otherButton = part(element, '.other');
    this.edited = part(element, '.cell-edited');
    this.stateText = part(element, '.cell-state');
    this.staleText = part(element, '.cell-stale');
    this.outputs = new OutputView(part(element, '.cell-output'), stills);
    this.code = new CodeBox(part(element, '.cell-code'), `Code of cell ${this.index + 1}`, {
      changed: () => actions.changed(this),
      run: () => actions.run(this),
      advance: () => actions.advance(this),
      say: (words) => (this.stateText.textContent = words),
      language: this.language,
    });
    this.listen();
    this.runButton.disabled = false;
  }

  get author(): string {
    return this.code.author;
  }

  get source(): string {
    return this.code.text;
  }

  get isEdited(): boolean {
    return this.source !== this.author;
  }

  /** Shows another text: an edit that was kept, or the author's. */
  setSource(text: string): void {
    this.code.setText(text);
  }

  /** Says where the text comes from that is shown. */
  describeEdit(edit: Edit | null): void {
    this.edited.hidden = this.resetButton.hidden = edit === null;
    this.otherButton.hidden = !edit || edit.other === null;
    if (!edit) return;
    this.edited.textContent = edit.foreign
      ? 'from a link'
      : edit.author === this.author
        ? 'edited'
        : 'edited; the lesson’s own text has changed since';
    this.otherButton.textContent = edit.foreign ? 'Show your own text' : 'Show the text from another tab';
  }

  enterQueue(): void {
    this.beforeQueue = [this.state, this.stateText.textContent ?? ''];
    this.setState('queued', 'waiting');
  }

  /** Back to what it was before it was queued. */
  leaveQueue(): void {
    if (this.state === 'queued') this.setState(...this.beforeQueue);
  }

  setState(state: CellState, words: string): void {
    clearInterval(this.clock);
    this.state = state;
    this.element.dataset.state = state;
    this.stateText.textContent = words;
    const busy = state === 'running' || state === 'queued';
    this.runButton.classList.toggle('stops', busy);
    part(this.runButton, '.run-label').textContent = busy ? 'Stop' : 'Run';
    this.runButton.setAttribute('aria-label', `${busy ? 'Stop' : 'Run'} cell ${this.index + 1}`);
    if (state === 'running') {
      const start = performance.now();
      this.clock = window.setInterval(
        () => (this.stateText.textContent = `${words}, ${formatTime(performance.now() - start)}`),
        100,
      );
    }
  }

  /** Says why what is shown no longer follows from the cells above, or takes that back. */
  setStale(reason: string | null): void {
    this.element.classList.toggle('stale', reason !== null);
    this.staleText.textContent = reason ?? '';
  }

  /** Marks the line of an error in the code, or takes the mark away. */
  markError(line: number | null): void {
    this.code.markError(line);
  }

  focus(): void {
    this.code.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  private listen(): void {
    const { actions } = this;
    this.runButton.addEventListener('click', (event) => {
      if (this.state !== 'running' && this.state !== 'queued') actions.run(this);
      // The second click of a double click on Run does not mean Stop.
      else if (event.detail < 2) actions.stop(this);
    });
    this.element.querySelector('.run-above')?.addEventListener('click', () => actions.runAbove(this));
    this.resetButton.addEventListener('click', () => {
      actions.reset(this);
      this.runButton.focus();
    });
    this.otherButton.addEventListener('click', () => actions.swap(this));
  }
}

export function formatTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}
