/** @file What charts say: words, tables, markup. No browser. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chartMarkup, kindOf } from '../../../web/charts/chart.js';
import { csvText, dataTableMarkup } from '../../../web/charts/data-table.js';
import { escapeHtml, html, type Markup, toHtml } from '../../../web/charts/markup.js';
import type { Point } from '../../../web/charts/spec.js';
import { lightColors, standaloneSvg } from '../../../web/charts/standalone.js';
import { formatAlone, formatIn, textOf, withPower } from '../../../web/charts/words.js';
import * as specs from '../../browser/support/chart-specs.js';
import { chartOf, find } from './chart-parts.js';

describe('words', () => {
  test('numbers fit the span of their axis', () => {
    expect(formatIn(2.5, 2.302585)).toBe('2.303');
    expect(formatIn(0.02, 0.01234567)).toBe('0.01235');
    expect(formatIn(1000, 1234)).toBe('1,234');
    expect(formatIn(2.5, -0.5)).toBe('−0.500');
    expect(formatIn(2.5, NaN)).toBe('NaN');
    expect(formatIn(1e-12, 3.5e-13)).toBe('3.5\u202f×\u202f10⁻¹³');
  });

  test('a power of ten is typeset, whatever the number', () => {
    expect([1.44e-6, -1e-9, -2.5e12, NaN, -Infinity].map((value) => withPower(value, 2))).toEqual([
      '1.4\u202f×\u202f10⁻⁶',
      '−10⁻⁹',
      '−2.5\u202f×\u202f10¹²',
      'NaN',
      '−Infinity',
    ]);
  });

  test('a number alone has four digits', () => {
    expect([0, 7, -1234567, 0.125, 1 / 3, 1e-7, 1e21, -Infinity].map(formatAlone)).toEqual([
      '0',
      '7',
      '−1,234,567',
      '0.125',
      '0.3333',
      '10⁻⁷',
      '10²¹',
      '−Infinity',
    ]);
  });
});

describe('the table', () => {
  test('has every number, as CSV in full', () => {
    const csv = csvText(kindOf(specs.race).table(specs.race));
    const [head, ...rows] = csv.trimEnd().split('\r\n');
    expect(head).toBe('step,no normalization,BatchNorm1d,LayerNorm,RMSNorm');
    expect(rows.map((row) => Number(row.split(',')[2]))).toEqual(specs.race.series[1].points.map(([, y]) => y));
    expect(csvText(kindOf(specs.depth).table(specs.depth))).toContain('35,NaN,');
  });

  test('texts are quoted, and are no formulas', () => {
    expect(
      csvText({
        columns: ['a,b', '=1+1'],
        rows: [
          ['say "x"', -1],
          [null, 2],
        ],
      }),
    ).toBe('"a,b",\'=1+1\r\n"say ""x""",-1\r\n,2\r\n');
  });

  test('on the page is thinned and says so', () => {
    const rows = Array.from({ length: 200 }, (_, i) => [i, i * i]);
    const table = dataTableMarkup({ columns: ['x', 'y'], rows }, 'T', 60);
    expect(textOf(table)).toContain('T: one row in 4 of 200');
    expect((table.children.at(-1) as Markup).children).toHaveLength(51);
  });
});

describe('markup', () => {
  test('text and attributes are escaped', () => {
    expect(toHtml(html('p', { title: '"<&' }, '<img src=x>'))).toBe('<p title="&quot;&lt;&amp;">&lt;img src=x&gt;</p>');
    expect(escapeHtml("a'b")).toBe('a&#39;b');
  });

  test('a still carries both widths, its data as a table, and a name for who cannot see it', () => {
    const still = chartMarkup(chartOf({ a: Array.from({ length: 200 }, (_, i): Point => [i, i * i]) }));
    expect(find(still, 'chart-wide')).toHaveLength(1);
    expect(find(still, 'chart-narrow')).toHaveLength(1);
    expect(find(still, 'chart-wide')[0].attributes['aria-label']).toContain('a rises from 0 to 39,601, step 0 to 199.');
    expect(find(still, 'data-table')).toHaveLength(1);
  });

  test('a chart that is saved has the light theme of the site, and needs nothing else', () => {
    const tokens = fs.readFileSync(new URL('../../../web/notebook/styles/tokens.css', import.meta.url), 'utf8');
    const elsewhere = tokens.replace(/\s+/g, ' ').replace(/'\w+ as Source Sans', /g, '');
    for (const [name, value] of Object.entries(lightColors)) expect(elsewhere).toContain(`--${name}: ${value};`);
    for (const spec of Object.values(specs.allSpecs)) {
      const file = standaloneSvg(spec, 752);
      expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(file).not.toMatch(/var\(|url\(|@import|href/);
    }
  });
});
