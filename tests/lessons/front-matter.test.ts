/** @file The lines between `---` and `---`: what is read, and what is warned of. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../web/lesson/index.js';

const fence = '```';
const lesson = (...lines: string[]): string => `${lines.join('\n')}\n`;

describe('front matter', () => {
  it('reads front matter, and takes a rule for a rule', () => {
    const text = lesson(
      '---',
      'title: "Two: a \\"b\\""',
      "description: 'It''s short'",
      'minutes: 12',
      'order: 0',
      'lang: pt-BR',
      '---',
      '# Other',
      fence + 'js',
      '1',
      fence,
    );
    expect(parse(text)).toMatchObject({
      title: 'Two: a "b"',
      description: "It's short",
      minutes: 12,
      order: 0,
      lang: 'pt-BR',
      warnings: [],
    });
    expect(parse(text).blocks.find(({ kind }) => kind === 'cell')?.line).toBe(9);
    expect(parse(lesson('---', 'Just words', '---', '# T'))).toMatchObject({ title: 'T', head: '' });
  });

  it('warns of front matter that it cannot read, with the line', () => {
    expect(parse(lesson('---', 'title: T', 'minutes: soon', 'what is this', 'order:', '---')).warnings).toEqual([
      { line: 3, message: "expected minutes to be a number, got 'soon'" },
      { line: 4, message: "expected a line like 'title: …', got 'what is this'" },
      { line: 5, message: "expected order to be a number, got ''" },
    ]);
  });

  it('warns of front matter that nothing reads, and of values of another kind', () => {
    const front = ['titel: T', 'title: [a, b]', 'description: >', 'lang: german!', 'minutes: 3', 'minutes: 4'];
    const { title, minutes, lang, warnings } = parse(lesson('---', ...front, '---', '# Heading'));
    expect([title, minutes, lang]).toEqual(['Heading', 3, null]);
    expect(warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      "2: expected one of title, description, minutes, order, lang, got 'titel'",
      "3: expected title to be a text on one line, got '[a, b]'",
      "4: expected description to be a text on one line, got '>'",
      "5: expected lang to be a language tag such as 'de' or 'pt-BR', got 'german!'",
      '7: expected minutes once, got it again',
    ]);
  });
});
