/** @file Two encoders side by side: PyTorch's profiles, the engine's own numbers called directly, training, stopping, words. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { data, functional, manualSeed, memory, nn, optim, randint, tidy, train } from '../../web/api/index.js';
import { computes } from '../../web/widgets/frame/computes.js';
import type { FromWorker } from '../../web/widgets/frame/protocol.js';
import { Sessions } from '../../web/widgets/frame/run-sessions.js';
import { defaultsOf } from '../../web/widgets/frame/settings.js';
import { curveChart, similarityChart } from '../../web/widgets/residual/charts.js';
import { residual, sidesOf } from '../../web/widgets/residual/model.js';
import { namesOf, type ResidualResult, type ResidualSettings } from '../../web/widgets/residual/run.js';
import { resultOf } from '../../web/widgets/stills.js';
import { logSlope } from '../api/depth-model.js';
import { loadEngine } from '../api/engine.js';

interface Golden {
  depth: number;
  seed: number;
  normFirst: boolean;
  xavier: boolean;
  crossEntropy: boolean;
  gradients: number[];
}
const golden = JSON.parse(readFileSync(new URL('../golden/golden_depth.json', import.meta.url), 'utf8')) as Golden[];
const defaults = defaultsOf(residual.schema);
const compute = (settings: Partial<ResidualSettings>): Promise<ResidualResult> =>
  resultOf(residual, { ...defaults, ...settings }) as Promise<ResidualResult>;

describe('two encoders', () => {
  beforeAll(loadEngine);

  test.each(['xavier', 'pytorch'] as const)('from %s’s start every block has PyTorch’s gradient, and the slopes over depth are those of the paper', async (start) => {
    const lasts: { depth: number; gradients: [number, number] }[] = [];
    for (const depth of [2, 8, 32]) {
      const { sides } = await compute({ task: 'gaussian', width: 64, start, depth, otherDepth: depth });
      for (const { side, looks } of sides) {
        const { gradients } = golden.find((run) =>
          run.depth === depth && run.seed === 0 && !run.crossEntropy && run.xavier === (start === 'xavier') &&
          run.normFirst === (side.place === 'pre'))!;
        // Float32 on both sides, whose roundings (6e-8) some hundred layers multiply.
        looks[0].blocks.forEach(({ weights }, i) => expect(Math.abs(weights.linear2.gradient / gradients[i] - 1)).toBeLessThan(1e-3));
      }
      lasts.push({ depth, gradients: sides.map(({ looks }) => looks[0].blocks.at(-1)!.weights.linear2.gradient) as [number, number] });
    }
    const [pre, post] = [0, 1].map((side) => logSlope(lasts.map(({ depth }) => depth), lasts.map(({ gradients }) => gradients[side])));
    expect(Math.abs(post)).toBeLessThan(0.1);
    expect(Math.abs(pre - (start === 'xavier' ? -0.5 : -0.28))).toBeLessThan(0.1);
  });

  test('losses and every number of a look are those of the engine, called directly', async () => {
    const { sides } = await compute({ depth: 3, otherDepth: 3, width: 16, warmUp: 10, seed: 5, steps: 4, train: true });
    const text = new data.CharacterDataset(data.loadGenesis(), 32);
    const symbols = text.vocabulary.length;
    const [inputs, targets] = text.tensors;
    manualSeed(5);
    const letters = new nn.Embedding(symbols, 16);
    const places = new nn.LearnedPositions(32, 16);
    const layer = () => new nn.TransformerEncoderLayer(16, 4, { dimFeedforward: 64, dropout: 0, batchFirst: true, normFirst: true });
    const encoder = new nn.TransformerEncoder(layer, 3, { norm: new nn.LayerNorm(16) });
    const head = new nn.Linear(16, symbols);
    const opt = new optim.Adam([letters, places, encoder, head].flatMap((part) => part.parameters()), { lr: 0.003 });
    const probe = train.probeBlocks(encoder);
    const losses: number[] = [];
    const reports: train.BlockReport[][] = [];
    for (let step = 1; step <= 4; step += 1) {
      opt.lr = (0.003 * step) / 10;
      tidy(() => {
        const rows = randint(0, text.length, [4]);
        opt.zeroGrad();
        const out = head(encoder(places(letters(inputs.indexSelect(rows))), { isCausal: true }));
        const loss = functional.crossEntropy(out.transpose(1, 2), targets.indexSelect(rows));
        loss.backward();
        opt.step();
        losses.push(loss.item());
      });
      reports.push(probe.read());
    }
    expect(sides[0].losses).toEqual(losses);
    expect(sides[0].looks.at(-1)!.step).toBe(4);
    for (const { step, blocks } of sides[0].looks) {
      blocks.forEach((block, i) => {
        const { std, gradNorm, weights, neighbourSimilarity, tokenSimilarity } = reports[step - 1][i];
        const of = (name: string) => weights.find((weight) => weight.name === name)!;
        expect(block).toMatchObject({ std, stream: gradNorm, neighbours: neighbourSimilarity, tokens: tokenSimilarity });
        expect(block.weights.in_proj).toEqual({ gradient: of('self_attn.in_proj_weight').gradNorm, update: of('self_attn.in_proj_weight').updateRatio });
        expect(block.weights.linear2).toEqual({ gradient: of('linear2.weight').gradNorm, update: of('linear2.weight').updateRatio });
      });
    }
  });

  test('hyper-connections start as pre-norm: the same first loss, stream for stream', async () => {
    const { sides } = await compute({ otherPlace: 'hyper', depth: 4, otherDepth: 4, width: 16 });
    // The sum of four equal streams has another eps in its last norm: 1e-5 of a variance near 1.
    expect(Math.abs(sides[1].losses[0] - sides[0].losses[0])).toBeLessThan(1e-4);
    sides[0].looks[0].blocks.forEach(({ std }, i) => expect(sides[1].looks[0].blocks[i].std).toBeCloseTo(std, 3));
  });

  test('deep post-norm is stuck where pre-norm learns; the gradient of its first block has gone, and it is said', async () => {
    const result = await compute({ train: true });
    const [pre, post] = result.sides;
    const last = (losses: number[]): number => losses.slice(-20).reduce((a, b) => a + b) / 20;
    expect(pre.losses).toHaveLength(100);
    expect(last(pre.losses)).toBeLessThan(last(post.losses) - 0.2);
    const fade = ({ looks }: typeof pre): number => {
      const { blocks } = looks.at(-1)!;
      return blocks[0].weights.linear2.gradient / blocks.at(-1)!.weights.linear2.gradient;
    };
    expect(fade(post)).toBeLessThan(1e-3);
    expect(fade(pre)).toBeGreaterThan(0.1);
    const words = residual.words({ ...defaults, train: true }, result);
    expect(words).toMatch(/^After 100 steps on Genesis\. Pre-norm: loss 2\.\d\d; the gradient of the feed-forward weights is /);
    expect(words).toMatch(/Post-norm: loss \d\.\d\d; .*knowing only how often each letter occurs: 2\.\d\d/);
    expect(curveChart(result, 'stream', 'linear2').series.map(({ name }) => name)).toEqual([
      'pre-norm', 'post-norm', 'pre-norm, at the start', 'post-norm, at the start',
    ]);
    const map = similarityChart(result, post, 'tokens');
    expect([map.columns.length, map.rows[0], map.rows.at(-1)]).toEqual([16, '1', '100']);
  });

  test.each([['sorting', 0.3], ['copying', 0.9]] as const)('learns %s: whole sequences come out right', async (task, least) => {
    const { sides } = await compute({ task, depth: 4, otherDepth: 2, otherLr: 1e-5, batchSize: 16, steps: 200, train: true });
    expect(sides[0].exact).toBeGreaterThan(least);
    // A learning rate of nearly 0: of 10⁸ sequences one is right by chance.
    expect(sides[1].exact).toBe(0);
  });

  test('48 blocks of width 64 train in slices, tell how far they are, and can be stopped', async () => {
    const { tensors } = memory();
    const made: number[] = [];
    let turns = 0;
    let errors = '';
    const sessions = new Sessions(
      computes,
      (message: FromWorker) => {
        if (message.type === 'part') made.push((message.value as ResidualResult).sides[0].losses.length);
        if (message.type === 'error') errors = message.message;
      },
      async () => {},
    );
    const settings = { ...defaults, depth: 48, otherDepth: 2, width: 64, batchSize: 2, steps: 1000, train: true };
    const watch = setInterval(() => (turns += 1), 1);
    sessions.take({ type: 'run', session: 1, run: 1, widget: 'residual', input: residual.input(settings) });
    await expect.poll(() => made.length, { timeout: 60_000 }).toBeGreaterThan(2);
    sessions.take({ type: 'close', session: 1 });
    // The slice that was under way ends first.
    await expect.poll(() => memory().tensors, { timeout: 10_000 }).toBeLessThanOrEqual(tensors);
    clearInterval(watch);
    const told = made.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(made).toHaveLength(told);
    expect(made.at(-1)!).toBeGreaterThan(made[0]);
    expect(made.at(-1)!).toBeLessThan(1000);
    expect(errors).toBe('');
    // Others have a turn after each step.
    expect(turns).toBeGreaterThanOrEqual(made.at(-1)!);
  });

  test('a loss that is no number ends its side alone, and is said', async () => {
    const result = await compute({ depth: 2, otherDepth: 2, width: 8, place: 'none', lr: 1, steps: 30, train: true, start: 'xavier', task: 'text', otherLr: 1e-3 });
    expect(result.sides[1].losses).toHaveLength(30);
    const broken = { ...result, sides: [{ ...result.sides[0], broken: 7 }, result.sides[1]] };
    expect(residual.words(defaults, broken)).toContain('No norm, lr 1 has no finite loss from step 7 on. Post-norm, lr 0.001: loss');
  });
});

describe('settings', () => {
  test('names say what the two do not share', () => {
    const nameOf = (changes: Partial<ResidualSettings>): string[] => namesOf(sidesOf({ ...defaults, ...changes }));
    expect(nameOf({})).toEqual(['pre-norm', 'post-norm']);
    expect(nameOf({ otherPlace: 'pre', otherDepth: 24 })).toEqual(['pre-norm, 16 blocks', 'pre-norm, 24 blocks']);
    expect(nameOf({ norm: 'rms', otherNorm: 'batch', place: 'post' })).toEqual(['post-norm, RMSNorm', 'post-norm, BatchNorm']);
    expect(nameOf({ otherPlace: 'pre' })).toEqual(['pre-norm, first', 'pre-norm, second']);
  });

  test('a width must be a multiple of the heads', () => {
    expect(() => residual.schema.width.check(30)).toThrow('expected a multiple of 4 from 8 to 128, got 30');
    expect(residual.schema.width.check(64)).toBe(64);
  });

  test('without a task there is no training', () => {
    expect(residual.input({ ...defaults, train: true, task: 'gaussian' }).steps).toBe(1);
    expect(residual.input({ ...defaults, train: true }).steps).toBe(100);
    expect(residual.input(defaults).steps).toBe(1);
  });
});
