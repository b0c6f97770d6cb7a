/** @file Code on the page: still until it is touched, then in an editor that takes its place. */
import { patchChildren } from '../charts/markup.js';
import type { CellLanguage } from '../lesson/lesson.js';
import { plainLines } from './code-lines.js';
import type { Editor } from './editor.js';
import { part } from './part.js';

export interface CodeBoxActions {
  changed(text: string): void;
  run(): void;
  advance(): void;
  /** Words for the reader when the editor cannot be fetched. */
  say(words: string): void;
  /** JavaScript unless said otherwise. */
  language?: CellLanguage;
}

export class CodeBox {
  /** As the page was delivered. */
  readonly author: string;
  private current: string;
  private editor: Promise<Editor> | null = null;
  private readonly lines: HTMLElement;

  /** @param label of the code, for screen readers */
  constructor(
    private readonly box: HTMLElement,
    private readonly label: string,
    private readonly actions: CodeBoxActions,
  ) {
    this.lines = part(box, '.code code');
    this.author = this.lines.textContent ?? '';
    this.current = this.author;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', `${label}: Enter to edit, Escape to leave`);
    // Fetched at the first touch, put in place when it is used.
    box.addEventListener('focus', () => void loadEditor().catch(() => undefined));
    box.addEventListener('keydown', (event) => this.onKey(event));
    // `click`, not `pointerdown`: the still code can be selected and copied like any text.
    box.addEventListener('click', (event) => {
      if (!box.querySelector('.code') || getSelection()?.isCollapsed === false) return;
      this.withEditor((editor) => editor.focusAt(event.clientX, event.clientY));
    });
  }

  get text(): string {
    return this.current;
  }

  /** Shows another text. */
  setText(text: string): void {
    if (text === this.current) return;
    this.current = text;
    if (this.editor) {
      // An editor that is still being fetched shows the newest text, not each that it has missed.
      void this.editor.then((editor) => editor.setText(this.current));
    } else {
      patchChildren(this.lines, plainLines(text));
      if (text !== this.author) this.withEditor(() => undefined);
    }
  }

  /** Marks the line of an error, or takes the mark away. */
  markError(line: number | null): void {
    if (this.editor) void this.editor.then((editor) => editor.markLine(line));
    else [...this.lines.children].forEach((element, i) => element.classList.toggle('at-error', i + 1 === line));
  }

  focus(): void {
    this.box.focus();
  }

  /** Keys on the box itself, not in the editor. */
  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.box || event.key !== 'Enter') return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) this.actions.run();
    else if (event.shiftKey) this.actions.advance();
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
      this.actions.say('The editor could not be fetched. Is the network there? Touch the code to try again.');
    });
  }

  private putEditor(EditorClass: typeof Editor): Editor {
    const marked = [...this.lines.children].findIndex((line) => line.classList.contains('at-error'));
    const editor = new EditorClass({
      text: this.current,
      label: this.label,
      language: this.actions.language ?? 'javascript',
      onChange: (text) => {
        if (text === this.current) return;
        this.current = text;
        this.actions.changed(text);
      },
      onRun: () => this.actions.run(),
      onRunAndAdvance: () => this.actions.advance(),
      onLeave: () => this.box.focus(),
    });
    part(this.box, '.code').replaceWith(editor.element);
    editor.measure();
    if (marked >= 0) editor.markLine(marked + 1);
    return editor;
  }
}

function loadEditor(): Promise<typeof import('./editor.js')> {
  return import('./editor.js');
}
