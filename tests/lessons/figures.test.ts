/** @file Figure fences: what is read, and what is wrong. */
import { describe, expect, it } from 'vitest';
import { parse, serialise } from '../../web/lesson/index.js';

const fence = '```';

function lesson(...lines: string[]): string {
  return lines.join('\n') + '\n';
}

describe('a figure', () => {
  const figure = (...fields: string[]): string => lesson('Words.', fence + 'figure', ...fields, fence, 'More.');

  it('is a widget with attributes, a chart, or both', () => {
    const text = figure(
      'widget: batch-modes',
      'attributes: { seed: 0, lanes: none; batch, open: true, locked: false }',
      'caption: A *caption*.',
      'chart: |',
      '  lineChart();',
    );
    expect(parse(text).blocks[1]).toEqual({
      kind: 'figure',
      line: 2,
      figure: {
        widget: 'batch-modes',
        attributes: { seed: '0', lanes: 'none; batch', open: '' },
        caption: 'A *caption*.',
        chart: 'lineChart();',
      },
      raw: text.split('\n').slice(1, -2).join('\n') + '\n',
    });
    expect(serialise(parse(text))).toBe(text);
    expect(parse(figure('chart: bars({})')).blocks[1]).toMatchObject({ figure: { widget: null, attributes: {} } });
  });

  it.each<[string[], string]>([
    [['caption: C'], 'expected widget: a name, or chart'],
    [['widget: Race'], 'small letters'],
    [['widget: race', 'width: 3'], 'expected one of widget, attributes, caption, chart'],
    [['chart: x', 'attributes: { a: 1 }'], 'expected attributes only with a widget'],
    [['widget: race', 'attributes: { onclick: alert(1) }'], "name of an attribute of the widget, got 'onclick'"],
    [['widget: race', 'attributes: { style: "top:0" }'], "name of an attribute of the widget, got 'style'"],
    [['widget: race', 'attributes: { "a b": 1 }'], 'name of an attribute'],
    [['widget: race', 'attributes: { a: [1] }'], 'expected the attribute a: a text'],
    [['widget: race', 'attributes: 3'], "lines like 'name: value'"],
    [['widget: [', 'x'], 'line 4'],
  ])('that is wrong fails alone: %j', (fields, message) => {
    const found = parse(figure(...fields)).blocks.filter((block) => block.kind === 'problem');
    expect(found).toMatchObject([{ line: 2 }]);
    expect(found[0].message).toContain('this figure is wrong');
    expect(found[0].message).toContain(message);
  });
});
