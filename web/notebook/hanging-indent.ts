/** @file In the editor, wrapped lines go on under their own beginning, as they do in a still cell. */
import type { Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { indentStyle } from './code-lines.js';

export function hangingIndent(): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = visibleLines(view);
      }

      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.decorations = visibleLines(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function visibleLines(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to; ) {
      const line = view.state.doc.lineAt(position);
      const style = indentStyle(line.text);
      if (style) marks.push(Decoration.line({ attributes: { style } }).range(line.from));
      position = line.to + 1;
    }
  }
  return Decoration.set(marks);
}
