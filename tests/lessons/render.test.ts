/** @file Prose as HTML: formulas, and nothing that a lesson's author could use against its reader. */
import { describe, expect, it } from 'vitest';
import { parse, render } from '../../web/lesson/index.js';

function html(raw: string, line = 1): string {
  return render({ raw, line });
}

describe('formulas', () => {
  it('are set in a line and as a block', () => {
    expect(html('so $x^2$ and')).toMatch(/^<p>so <span class="katex">.*<\/span> and<\/p>\n$/s);
    expect(html('$$\n\\frac{a}{b}\n$$')).toMatch(/^<p class="formula"><span class="katex-display">/);
    expect(html('$$ a $$')).toMatch(/^<p class="formula">/);
    expect(html('words $$a$$ words')).toContain('katex-display');
  });

  it('are not seen in prices, code and escapes', () => {
    for (const text of ['it costs $5 and $6', 'a $ b $ c', '`$x$`', '\\$x\\$', 'only one $x', '$ x$', '$x $']) {
      expect(html(text)).not.toContain('katex');
    }
    expect(html('```\n$$\nx\n$$\n```')).not.toContain('katex');
  });

  it('may hold Markdown marks and an escaped dollar', () => {
    expect(html('$a_1 * b_2 * c$')).not.toContain('<em>');
    expect(html('$5\\$$ x')).toContain('katex');
  });

  it('fail alone and visibly, with the line', () => {
    const bad = html('one $x$\ntwo $\\frac{a$ and $y$\n\n- three $\\nope$', 10);
    expect(bad.match(/class="formula-problem"/g)).toHaveLength(2);
    expect(bad).toContain('<code>$\\frac{a$</code> (line 11:');
    expect(bad).toContain('(line 13:');
    expect(bad.match(/<span class="katex">/g)).toHaveLength(2);
  });

  it('that are never closed end at the blank line', () => {
    const bad = html('$$\n\\sqrt{x}\n\nWords after it.', 5);
    expect(bad).toContain('(line 5: the formula is never closed with $$)');
    expect(bad).toContain('<p>Words after it.</p>');
  });
});

describe('links', () => {
  it('may use a definition of another block', () => {
    const lesson = parse('See [there].\n\n```js\n1\n```\n\n[there]: https://example.org/a\n');
    expect(render({ raw: 'See [there].', line: 1 }, lesson)).toContain(
      '<a href="https://example.org/a" rel="noopener noreferrer">there</a>',
    );
  });

  it.each([
    'https://example.org',
    'http://example.org',
    'mailto:a@example.org',
    'other.md',
    '../a/b.md#c',
    '#part',
    '/top',
    'a?b=c:d',
  ])('%s is a link', (url) => {
    expect(html(`[x](${url})`)).toContain(`href="${url}"`);
  });
});

describe('what an author could try', () => {
  const attempts = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    'a <b onclick="alert(1)">b</b>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '![x](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](https://e.org "a\\" onmouseover=\\"alert(1)")',
    '![x" onerror="alert(1)](https://e.org/a.png)',
    '`<img src=x onerror=alert(1)>`',
    '```html"><img src=x onerror=alert(1)>\n<script>alert(1)</script>\n```',
    '$\\href{javascript:alert(1)}{x}$',
    '$\\url{javascript:alert(1)}$',
    '$\\includegraphics{https://e.org/x.png}$',
    '$\\htmlData{x=y}{z}$',
    '$<img src=x onerror=alert(1)>$',
    '$\\frac{<img src=x onerror=alert(1)>$',
    '$$\n</annotation><img src=x onerror=alert(1)>\n$$',
    '$$\n<img src=x onerror=alert(1)>',
    '# <img src=x onerror=alert(1)>',
    '| <img src=x onerror=alert(1)> |\n|---|\n| x |',
  ];

  it.each(attempts)('%j', (attempt) => {
    const shown = html(attempt);
    // Outside of text, the only tags are those that markdown-it and KaTeX write.
    const tags = [...shown.matchAll(/<([a-z][\w-]*)((?:[^<>"]|"[^"]*")*)>/gi)];
    for (const [, name, attributes] of tags) {
      expect(['script', 'iframe', 'object', 'embed', 'form', 'style', 'link', 'base']).not.toContain(
        name.toLowerCase(),
      );
      expect(attributes.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=/i);
      for (const [, value] of attributes.matchAll(/(?:href|src)="([^"]*)"/g))
        expect(value).toMatch(/^(?:https:|[^:]*$)/);
    }
    expect(shown.replace(/"[^"]*"/g, '""')).not.toMatch(/<(?:img|svg)[^>]*onerror|<svg[^>]*onload/);
  });

  it('does not hang on a formula that expands without end', () => {
    expect(html('$\\def\\a{\\a\\a}\\a$')).toContain('formula-problem');
  });
});

describe('a table', () => {
  it('stands in a box in which it can scroll', () => {
    const made = html('| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(made).toMatch(/^<div class="prose-table"><table>.*<td>2<\/td>.*<\/table><\/div>\n$/s);
  });
});
