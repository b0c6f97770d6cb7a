/** @file The code editor of a cell. The only module that knows CodeMirror; loaded when a cell is first touched. */
import { autocompletion, closeCompletion, completionKeymap, selectedCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, StateField, Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import reference from 'virtual:normlab-reference';
import type { CellLanguage } from '../lesson/lesson.js';
import { completeFrom } from './completion.js';
import { hangingIndent } from './hanging-indent.js';

export interface EditorOptions {
  text: string;
  /** Accessible name of the text field. */
  label: string;
  language: CellLanguage;
  onChange(text: string): void;
  onRun(): void;
  onRunAndAdvance(): void;
  /** Esc: the keyboard leaves the editor. */
  onLeave(): void;
}

export class Editor {
  readonly element: HTMLElement;
  private readonly view: EditorView;

  constructor(private readonly options: EditorOptions) {
    this.view = new EditorView({ state: this.stateOf(options.text) });
    this.element = this.view.dom;
  }

  /**
   * Measures the lines, wherever in the page the editor stands. CodeMirror guesses the heights of what is out of view,
   * and the page would move when the reader comes there. To call once it is in the page.
   */
  measure(): void {
    const { width } = this.element.getBoundingClientRect();
    this.element.style.cssText = `position: fixed !important; top: 0; width: ${width}px; visibility: hidden`;
    this.view.coordsAtPos(0);
    this.element.style.cssText = '';
  }

  /** Replaces the text; the reader can undo it. */
  setText(text: string): void {
    if (text === this.view.state.doc.toString()) return;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      annotations: Transaction.userEvent.of('reset'),
    });
  }

  focus(): void {
    this.view.focus();
  }

  /** Puts the caret where the pointer is. */
  focusAt(clientX: number, clientY: number): void {
    const position = this.view.posAtCoords({ x: clientX, y: clientY }, false);
    this.view.dispatch({ selection: { anchor: position } });
    this.view.focus();
  }

  /** Marks a line (1-based), or none. The mark stays until the text is changed. */
  markLine(line: number | null): void {
    this.view.dispatch({ effects: setMarkedLine.of(line) });
  }

  private stateOf(text: string): EditorState {
    const { label, language, onChange, onRun, onRunAndAdvance, onLeave } = this.options;
    const command = (action: () => void) => () => (action(), true);
    return EditorState.create({
      doc: text,
      extensions: [
        // Nothing is chosen until the arrow keys choose it: Enter stays Enter while a list is open.
        // Python's names are its own; its package brings those of the language and of the text.
        autocompletion({ ...(language === 'python' ? {} : { override: [complete] }), icons: false, selectOnOpen: false, defaultKeymap: false }),
        keymap.of(completionKeymap.filter(({ key }) => key !== 'Escape')),
        keymap.of([
          { key: 'Mod-Enter', run: command(onRun) },
          { key: 'Shift-Enter', run: command(onRunAndAdvance) },
          {
            key: 'Escape',
            run: (view) => {
              const chosen = selectedCompletion(view.state) !== null;
              closeCompletion(view);
              if (!chosen) onLeave();
              return true;
            },
          },
        ]),
        history(),
        lineNumbers(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        language === 'python' ? python() : javascript(),
        syntaxHighlighting(classHighlighter),
        markedLine,
        EditorView.lineWrapping,
        hangingIndent(),
        EditorState.tabSize.of(2),
        indentUnit.of(language === 'python' ? '    ' : '  '),
        // The code block around it takes the Tab stop, so that Tab inside can indent; Esc gives it back.
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '-1',
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        keymap.of([indentWithTab, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    });
  }
}

const complete = completeFrom(reference);
const setMarkedLine = StateEffect.define<number | null>();

const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMarkedLine)) {
        const line = effect.value;
        if (line === null || line > transaction.state.doc.lines) return Decoration.none;
        return Decoration.set([Decoration.line({ class: 'at-error' }).range(transaction.state.doc.line(line).from)]);
      }
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
