/** @file Outputs stay bounded in number and size, and come as they are made. */
import { describe, expect, it } from 'vitest';
import { boundedText, OutputFlow } from '../../web/kernel/flow.js';
import type { Output } from '../../web/kernel/protocol.js';
import { Series } from '../../web/kernel/charts/series.js';
import { Session } from '../../web/kernel/session.js';

/** What a page shows: outputs with an id replace those before, text of one stream is joined. */
class Page {
  readonly shown: Output[] = [];
  posts = 0;
  characters = 0;

  receive(outputs: Output[]): void {
    this.posts++;
    for (const output of outputs) {
      this.characters += JSON.stringify(output).length;
      const id = 'id' in output ? output.id : undefined;
      const index = id === undefined ? -1 : this.shown.findIndex((before) => 'id' in before && before.id === id);
      const last = this.shown[this.shown.length - 1];
      if (index >= 0) this.shown[index] = output;
      else if (
        output.kind === 'text' &&
        id === undefined &&
        last?.kind === 'text' &&
        last.stream === output.stream &&
        !last.id
      )
        last.text += output.text;
      else this.shown.push(output.kind === 'text' ? { ...output } : output);
    }
  }

  get text(): string {
    return this.shown.map((output) => ('text' in output ? output.text : '')).join('');
  }
}

function flowTo(page: Page, now?: () => number): OutputFlow {
  return new OutputFlow((outputs) => page.receive(outputs), undefined, now);
}

async function run(source: string): Promise<Page> {
  const page = new Page();
  const flow = flowTo(page);
  const result = await new Session().run(source, flow);
  if (result.status !== 'done') throw new Error(JSON.stringify(result));
  flow.flush();
  return page;
}

describe('a flood', () => {
  it('of a million lines keeps the first and the last', async () => {
    const page = await run('for (let i = 0; i < 1e6; i++) console.log("line", i)');
    expect(page.text.startsWith('line 0\nline 1\n')).toBe(true);
    expect(page.text).toContain('line 999\n… 998,800 lines skipped\nline 999800\n');
    expect(page.text.endsWith('line 999999\n')).toBe(true);
    expect(page.text.split('\n')).toHaveLength(1000 + 1 + 200 + 1);
    expect(page.shown).toHaveLength(2);
  });

  it('of a million lines at once, too', async () => {
    const page = await run('console.log(Array.from({ length: 1e6 }, (_, i) => i).join("\\n"))');
    expect(page.text).toContain('\n999\n… 998,800 lines skipped\n999800\n');
  });

  it('of one line of 50 MB keeps its start and end', async () => {
    const page = await run('console.log("<" + "x".repeat(50e6) + ">")');
    expect(page.text.length).toBeLessThan(21_000);
    expect(page.text.replace(/x+/g, 'x')).toBe('<x … 49,980,003 characters skipped … x>\n');
  });

  it('of long lines is bounded in bytes', async () => {
    const page = await run('for (let i = 0; i < 3000; i++) console.log(String(i).padEnd(15000, "x"))');
    expect(page.text.length).toBeLessThan(600_000);
    expect(page.text).toMatch(/… 2,9\d\d lines skipped/);
    expect(page.text.trimEnd().endsWith('x')).toBe(true);
  });

  it('of displays becomes text after the first thousand', async () => {
    const page = await run('for (let i = 0; i < 1e5; i++) display(i)');
    expect(page.shown.length).toBeLessThanOrEqual(2000);
    expect(page.shown.at(-1)).toMatchObject({
      kind: 'text',
      id: 'tail',
      text: expect.stringMatching(/^… 98,800 lines skipped\n99800\n[^]*99999\n$/),
    });
  });

  it('of both streams by turns is bounded in outputs', async () => {
    const page = await run('for (let i = 0; i < 1e5; i++) { console.log(i); console.error(i); }');
    expect(page.shown.length).toBeLessThanOrEqual(2000);
  });

  it('of charts shows the first ones and says so', async () => {
    const page = await run('for (let i = 0; i < 5000; i++) lineChart({ title: String(i) }).push("a", 0, 0)');
    expect(page.shown.filter((output) => output.kind === 'chart')).toHaveLength(50);
    expect(page.text).toBe('… only the first 50 charts and progress bars of a cell are shown\n');
  });

  it('of tensors sends the numbers of the first ones', async () => {
    const page = new Page();
    const flow = flowTo(page);
    for (let i = 0; i < 500; i++)
      flow.output({
        kind: 'tensor',
        text: 'tensor(…)',
        dtype: 'float32',
        shape: [10000],
        values: Array<number>(10000).fill(0),
      });
    flow.flush();
    expect(page.shown.filter((output) => output.kind === 'tensor' && output.values !== null)).toHaveLength(6);
    expect(page.shown).toHaveLength(500);
  });

  it('is posted in few messages, and live', () => {
    const page = new Page();
    let time = 0;
    const flow = flowTo(page, () => time);
    for (let i = 0; i < 100_000; i++) {
      time += 0.01;
      flow.output({ kind: 'text', stream: 'stdout', text: `${i}\n` });
    }
    // One second of printing: 20 windows of 50 ms, and at most 20 posts in each while the first lines come.
    expect(page.posts).toBeGreaterThan(10);
    expect(page.posts).toBeLessThan(60);
    expect(Number(page.text.trimEnd().split('\n').at(-1))).toBeGreaterThan(90_000);
    expect(page.characters).toBeLessThan(200_000);
  });
});

describe('small outputs', () => {
  it('are posted at once, so that a line before a long computation is seen', () => {
    const page = new Page();
    const flow = flowTo(page);
    flow.output({ kind: 'text', stream: 'stdout', text: 'one\n' });
    expect(page.text).toBe('one\n');
    flow.output({ kind: 'text', stream: 'stdout', text: 'two\n' });
    expect(page.text).toBe('one\ntwo\n');
  });

  it('keep their order and kinds', async () => {
    const page = await run(
      'console.log(1); display(2); console.error(3); const c = lineChart({}); console.log(4); c.push("a", 1, 1)',
    );
    expect(page.shown.map((output) => output.kind)).toEqual(['text', 'value', 'text', 'chart', 'text']);
    expect(page.shown[3]).toMatchObject({ chart: { series: [{ name: 'a', points: [[1, 1]] }] } });
  });

  it('that wait are posted by a timer when nothing follows', async () => {
    const page = new Page();
    const flow = flowTo(page);
    for (let i = 0; i < 100; i++) flow.output({ kind: 'text', stream: 'stdout', text: `${i}\n` });
    expect(page.text.endsWith('99\n')).toBe(false);
    await expect.poll(() => page.text).toMatch(/99\n$/);
  });

  it('are whole in a bounded text', () => {
    expect(boundedText('a\nb')).toBe('a\nb');
    expect(boundedText('')).toBe('');
    expect(boundedText('x\n'.repeat(5000))).toBe(`${'x\n'.repeat(1000)}… 3,800 lines skipped\n${'x\n'.repeat(200)}`);
  });
});

describe('live displays', () => {
  it('are coalesced: many updates, few posts, the last state', async () => {
    const page = await run('const c = lineChart({}); for (let i = 0; i < 1e5; i++) c.push("a", i, i)');
    expect(page.posts).toBeLessThan(200);
    const [chart] = page.shown;
    if (chart.kind !== 'chart' || chart.chart.kind !== 'line') throw new Error('no line chart');
    expect(chart.chart.series[0].points.at(-1)).toEqual([99999, 99999]);
    expect(chart.chart.series[0].points.length).toBeLessThanOrEqual(2001);
  });
});

describe('a series', () => {
  function series(count: number, y: (x: number) => number): [number, number][] {
    const made = new Series();
    for (let x = 0; x < count; x++) made.push(x, y(x));
    return made.points();
  }

  it('keeps every point while there are few', () => {
    for (const count of [0, 1, 2, 3, 1999, 2000])
      expect(series(count, (x) => x)).toEqual(Array.from({ length: count }, (_, x) => [x, x]));
  });

  it.each([2001, 2004, 8000, 100_003, 1_000_000])(
    'of %d points keeps the ends, the spikes and the order in 2,001 points',
    (count) => {
      const spike = Math.floor(count * 0.37);
      const dip = Math.floor(count * 0.81);
      const points = series(count, (x) => (x === spike ? 100 : x === dip ? -100 : Math.sin(x)));
      expect(points.length).toBeLessThanOrEqual(2001);
      expect(points.length).toBeGreaterThan(500);
      expect(points).toContainEqual([spike, 100]);
      expect(points).toContainEqual([dip, -100]);
      expect(points[points.length - 1][0]).toBe(count - 1);
      expect(points.every(([x], i) => i === 0 || x > points[i - 1][0])).toBe(true);
      // Evenly: no stretch of the run is thinner than four times the average.
      const gaps = points.map(([x], i) => (i === 0 ? x : x - points[i - 1][0]));
      expect(Math.max(...gaps)).toBeLessThanOrEqual((8 * count) / 1000);
    },
  );

  it('keeps where it became NaN or infinite', () => {
    const points = series(50_000, (x) => (x === 20_001 ? NaN : x === 30_001 ? Infinity : 1));
    expect(points.some(([x, y]) => x === 20_001 && Number.isNaN(y))).toBe(true);
    expect(points).toContainEqual([30_001, Infinity]);
  });
});
