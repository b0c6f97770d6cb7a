/**
 * @file Formulas in Markdown: `$…$` in a line, `$$…$$` as a block, set by KaTeX. A bad one is shown as it is, with
 * its line.
 */
import katex from 'katex';
import type MarkdownIt from 'markdown-it';
import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';
import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs';

/** What rendering may be told through markdown-it's `env`. */
export interface RenderEnvironment {
  references?: Record<string, { title: string; href: string }>;
  /** Line of the file where the rendered text starts, 1-based. */
  firstLine?: number;
  /** Gets each bad formula. */
  onProblem?: (line: number, message: string) => void;
}

export function addFormulas(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('escape', 'formula', inlineFormula);
  markdown.block.ruler.after('fence', 'formula', blockFormula, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  markdown.core.ruler.push('formula_lines', (state) => {
    for (const token of state.tokens) {
      if (!token.children || !token.map) continue;
      let line = token.map[0];
      for (const child of token.children) {
        if (child.type === 'softbreak' || child.type === 'hardbreak') line++;
        if (child.type !== 'formula') continue;
        child.meta = { line };
        line += child.content.split('\n').length - 1;
      }
    }
  });
  markdown.renderer.rules.formula = (tokens, index, _options, env: RenderEnvironment) =>
    formulaHtml(
      tokens[index].content,
      tokens[index].markup === '$$',
      (env.firstLine ?? 1) + Number((tokens[index].meta as { line?: number })?.line ?? 0),
      env,
    );
  markdown.renderer.rules.formula_block = (tokens, index, _options, env: RenderEnvironment) => {
    const { content, map, info } = tokens[index];
    const line = (env.firstLine ?? 1) + (map?.[0] ?? 0);
    if (info === 'unclosed')
      return `<p>${problemHtml(`$$${content}`, line, 'the formula is never closed with $$', env)}</p>\n`;
    return `<p class="formula">${formulaHtml(content, true, line, env)}</p>\n`;
  };
}

/** As on GitHub: no space inside the dollars, and no digit after the closing one, so that prices are no formulas. */
const inlineFormula: RuleInline = (state, silent) => {
  const { src, pos: start } = state;
  if (src[start] !== '$') return false;
  const display = src[start + 1] === '$';
  const open = start + (display ? 2 : 1);
  if (open >= state.posMax || /\s/.test(src[open])) return false;
  for (let end = src.indexOf('$', open); end >= 0 && end < state.posMax; end = src.indexOf('$', end + 1)) {
    let slashes = 0;
    while (src[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 1) continue;
    if (display && src[end + 1] !== '$') continue;
    if (end === open || /\s/.test(src[end - 1])) return false;
    const after = end + (display ? 2 : 1);
    if (!display && /\d/.test(src[after] ?? '')) return false;
    if (!silent) {
      const token = state.push('formula', 'math', 0);
      token.content = src.slice(open, end);
      token.markup = display ? '$$' : '$';
    }
    state.pos = after;
    return true;
  }
  return false;
};

/** `$$` at the start of a line up to `$$` at the end of one; a blank line ends it, too, and then it is a mistake. */
const blockFormula: RuleBlock = (state, startLine, endLine, silent) => {
  const lineAt = (line: number): string => state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);
  if (state.sCount[startLine] - state.blkIndent >= 4) return false;
  const first = lineAt(startLine).trimEnd();
  if (!first.startsWith('$$')) return false;
  const parts: string[] = [];
  let next = startLine;
  let closed = false;
  if (first.length > 2 && first.slice(2).includes('$$')) {
    // `$$x$$ and more words` is a line of a paragraph.
    if (first.indexOf('$$', 2) !== first.length - 2) return false;
    parts.push(first.slice(2, -2));
    closed = true;
  } else {
    parts.push(first.slice(2));
    for (next = startLine + 1; next < endLine && !closed; next++) {
      if (state.isEmpty(next) || state.sCount[next] < state.blkIndent) break;
      const line = lineAt(next).trimEnd();
      closed = line.endsWith('$$');
      parts.push(closed ? line.slice(0, -2) : line);
    }
    next--;
  }
  if (silent) return true;
  const token = state.push('formula_block', 'math', 0);
  token.block = true;
  token.content = parts.join('\n').trim();
  token.info = closed ? '' : 'unclosed';
  token.map = [startLine, next + 1];
  state.line = next + 1;
  return true;
};

function formulaHtml(formula: string, displayMode: boolean, line: number, env: RenderEnvironment): string {
  try {
    return katex.renderToString(formula, {
      displayMode,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 1000,
      maxSize: 40,
    });
  } catch (error) {
    const marks = displayMode ? '$$' : '$';
    const reason = (error instanceof Error ? error.message : String(error)).replace(/^KaTeX parse error: /, '');
    return problemHtml(`${marks}${formula}${marks}`, line, reason, env);
  }
}

function problemHtml(text: string, line: number, reason: string, { onProblem }: RenderEnvironment): string {
  onProblem?.(line, `bad formula ${text}: ${reason}`);
  return `<span class="formula-problem"><code>${escapeHtml(text)}</code> (line ${line}: ${escapeHtml(reason)})</span>`;
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}
