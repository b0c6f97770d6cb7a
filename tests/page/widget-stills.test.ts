/** @file The stills of widgets on pages: made with the figure's attributes, with the numbers that the engine gives. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { escapeHtml } from '../../web/charts/markup.js';
import { parse } from '../../web/lesson/index.js';
import { widgets } from '../../web/widgets/all.js';
import { fixed } from '../../web/widgets/frame/numbers.js';
import { pageStill } from '../../web/widgets/stills.js';
import { loadEngine } from '../api/engine.js';

const folder = new URL('../../examples/', import.meta.url);
const figures = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) =>
    parse(readFileSync(new URL(name, folder), 'utf8')).blocks.flatMap((block) =>
      block.kind === 'figure' && block.figure.widget !== null ? [[`${name}:${block.line}`, block.figure] as const] : [],
    ),
  );

describe('the still of a widget', () => {
  beforeAll(loadEngine);

  test('every widget is a figure of some lesson', () => {
    expect([...new Set(figures.map(([, { widget }]) => widget))].sort()).toEqual(
      widgets.map(({ name }) => name).sort(),
    );
  });

  test.each(figures)('of %s has a picture, and the result in words', async (_, { widget, attributes }) => {
    const { html, title, room } = (await pageStill(widget!, attributes))!;
    expect(title.length).toBeGreaterThan(10);
    expect(html).toMatch(/<svg class="chart-picture|<table class="still-table"/);
    expect(/<p class="still-words">(.*)<\/p>/.exec(html)![1].length).toBeGreaterThan(60);
    expect(html).not.toMatch(/undefined|\[object|NaN/);
    expect(room[1]).toBeGreaterThanOrEqual(room[0]);
  });

  test('shows the settings of its attributes, of `state` too', async () => {
    const rms = (await pageStill('axes', { norm: 'rms' }))!.html;
    const scale = Math.sqrt((90 ** 2 + 60 ** 2 + 72 ** 2) / 3);
    for (const value of [90, 60, 72]) expect(rms).toContain(`<span>${value}</span><span>${fixed(value / scale)}</span>`);
    expect((await pageStill('axes', { state: '{"norm":"rms"}', lock: 'all' }))!.html).toBe(rms);
    const batch = (await pageStill('axes', {}))!.html;
    expect(batch).toContain(`<span>90</span><span>${fixed(20 / Math.sqrt(800 / 3))}</span>`);
    expect((await pageStill('axes', { layout: 'images' }))!.room).not.toEqual((await pageStill('axes', {}))!.room);
    const later = (await pageStill('stepper', { step: '1' }))!.html;
    expect(later.match(/<tr>/g)).toHaveLength(2);
  });

  test('says a wrong attribute in the words of the widget, and knows no other element', async () => {
    await expect(pageStill('depth', { gain: 'NaN' })).rejects.toThrow(
      '[depth] gain: expected a number from 0.1 to 1000, got "NaN"',
    );
    await expect(pageStill('depth', { state: '{"speed":1}' })).rejects.toThrow('[depth] state: there is no such setting');
    await expect(pageStill('depth', { state: '{oops' })).rejects.toThrow('[depth] state: expected an object as JSON');
    expect(await pageStill('dial', {})).toBeNull();
    expect(escapeHtml((await pageStill('axes', { 'data-x': '<' }))!.title)).toBe('Which numbers are averaged together');
  });
});
