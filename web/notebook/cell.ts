/** @file One cell on the page: its code (still or in an editor), its buttons, its state in words and its outputs. */
import { patchChildren } from '../charts/markup.js';
import type { ChartSpec } from '../charts/spec.js';
import { plainLines } from './code-lines.js';
import type { Edit } from './edit-store.js';
import type { Editor } from './editor.js';
import { OutputView } from './outputs/output-view.js';

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
  readonly author: string;
  readonly outputs: OutputView;
  state: CellState = 'still';
  private text: string;
  private editor: Promise<Editor> | null = null;
  private readonly code: HTMLElement;
  private readonly lines: HTMLElement;
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
    this.index = Number(element.dataset.cell);
    this.code = part(element, '.cell-code');
    this.lines = part(element, '.code code');
    this.runButton = part(element, '.run');
    this.resetButton = part(element, '.reset');
    this.otherButton = part(element, '.other');
    this.edited = part(element, '.cell-edited');
    this.stateText = part(element, '.cell-state');
    this.staleText = part(element, '.cell-stale');
    this.author = this.lines.textContent ?? '';
    this.text = this.author;
    this.outputs = new OutputView(part(element, '.cell-output'), stills);
    this.listen();
    this.runButton.disabled = false;
  }

  get source(): string {
    return this.text;
  }

  get isEdited(): boolean {
    return this.text !== this.author;
  }

  /** Shows another text: an edit that was kept, or the author's. */
  setSource(text: string): void {
    if (text === this.text) return;
    this.text = text;
    if (this.editor) {
      // An editor that is still being fetched shows the newest text, not each that it has missed.
      void this.editor.then((editor) => editor.setText(this.text));
    } else {
      patchChildren(this.lines, plainLines(text));
      if (text !== this.author) this.withEditor(() => undefined);
    }
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
    if (this.editor) void this.editor.then((editor) => editor.markLine(line));
    else [...this.lines.children].forEach((element, i) => element.classList.toggle('at-error', i + 1 === line));
  }

  focus(): void {
    this.code.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  private listen(): void {
    const { code, actions } = this;
    code.tabIndex = 0;
    code.setAttribute('role', 'group');
    code.setAttribute('aria-label', `Code of cell ${this.index + 1}: Enter to edit, Escape to leave`);
    // Fetched at the first touch, put in place when it is used.
    code.addEventListener('focus', () => void loadEditor().catch(() => undefined));
    code.addEventListener('keydown', (event) => this.onKey(event));
    // `click`, not `pointerdown`: the still code can be selected and copied like any text.
    code.addEventListener('click', (event) => {
      if (!code.querySelector('.code') || getSelection()?.isCollapsed === false) return;
      this.withEditor((editor) => editor.focusAt(event.clientX, event.clientY));
    });
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

  /** Keys on the code block itself, not in the editor. */
  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.code) return;
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) this.actions.run(this);
    else if (event.shiftKey) this.actions.advance(this);
    else this.withEditor((editor) => editor.focus());
  }

  /**
   * Opens the editor and does something with it. If it cannot be fetched the still code stays, and the next try fetches
   * it again.
   */
  private withEditor(action: (editor: Editor) => void): void {
    this.editor ??= loadEditor().then(({ Editor }) => this.putEditor(Editor));
    this.editor.then(action).catch(() => {
      this.editor = null;
      this.stateText.textContent =
        'The editor could not be fetched. Is the network there? Touch the code to try again.';
    });
  }

  private putEditor(EditorClass: typeof Editor): Editor {
    const marked = [...this.lines.children].findIndex((line) => line.classList.contains('at-error'));
    const editor = new EditorClass({
      text: this.text,
      label: `Code of cell ${this.index + 1}`,
      onChange: (text) => {
        if (text === this.text) return;
        this.text = text;
        this.actions.changed(this);
      },
      onRun: () => this.actions.run(this),
      onRunAndAdvance: () => this.actions.advance(this),
      onLeave: () => this.code.focus(),
    });
    part(this.code, '.code').replaceWith(editor.element);
    if (marked >= 0) editor.markLine(marked + 1);
    return editor;
  }
}

function loadEditor(): Promise<typeof import('./editor.js')> {
  return import('./editor.js');
}

export function formatTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

function part<T extends HTMLElement>(element: Element, selector: string): T {
  const found = element.querySelector<T>(selector);
  if (!found) throw new Error(`[notebook] expected ${selector} in ${element.className}, got none`);
  return found;
}
