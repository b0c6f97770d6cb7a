/** @file Each kind of output as markup, for stills in the page and for outputs that arrive while a cell runs. */
import { html, type Markup } from '../../charts/markup.js';
import { chartMarkup } from '../../charts/chart.js';
import type { CellError, Output } from '../../kernel/protocol.js';
import { progressMarkup } from './progress.js';
import { tensorMarkup } from './tensor-table.js';
import { valueTableMarkup } from './value-table.js';

export function outputMarkup(output: Output): Markup {
  switch (output.kind) {
    case 'text':
      return textMarkup(output.text, output.stream);
    case 'value':
      return html('pre', { class: 'output-text' }, output.text);
    case 'tensor':
      return tensorMarkup(output);
    case 'table':
      return valueTableMarkup(output);
    case 'progress':
      return progressMarkup(output);
    case 'chart':
      return chartMarkup(output.chart);
  }
}

export function textMarkup(text: string, stream: 'stdout' | 'stderr'): Markup {
  return html('pre', { class: stream === 'stderr' ? 'output-text stderr' : 'output-text' }, text);
}

/** An error in words: what, where, and what to try. */
export function errorMarkup(error: CellError): Markup {
  return html(
    'div',
    { class: 'output-error' },
    html('p', { class: 'error-head' }, error.line === null ? error.name : `${error.name} on line ${error.line}`),
    html('p', { class: 'error-message' }, error.message),
    error.hint !== null && html('p', { class: 'error-hint' }, error.hint),
  );
}
