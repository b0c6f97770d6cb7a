/** @file A deep encoder in a cell: it trains in slices, shows how far it is, stops when asked, and leaves what it has. */
import { expect, it } from 'vitest';
import * as library from '../../web/api/index.js';
import { engineFrom } from '../../web/kernel/engine.js';
import type { FromKernel, ToKernel } from '../../web/kernel/protocol.js';
import { serveKernel } from '../../web/kernel/server.js';
import { loadEngine } from './engine.js';

const cell = (depth: number, steps: number): string => `
  const losses = [];
  const text = new data.CharacterDataset(data.loadGenesis(), 32);
  const layer = () => new nn.TransformerEncoderLayer(64, 4, { dimFeedforward: 256, dropout: 0, batchFirst: true, normFirst: true });
  const letters = new nn.Embedding(text.vocabulary.length, 64);
  const encoder = new nn.TransformerEncoder(layer, ${depth}, { norm: new nn.LayerNorm(64) });
  const head = new nn.Linear(64, text.vocabulary.length);
  const opt = new optim.Adam([letters, encoder, head].flatMap((part) => part.parameters()), { lr: 1e-3 });
  const bar = progress('steps', ${steps});
  for await (const [x, y] of new data.DataLoader(text, { batchSize: 2, shuffle: true })) {
    tidy(() => {
      opt.zeroGrad();
      const loss = functional.crossEntropy(head(encoder(letters(x), { isCausal: true })).transpose(1, 2), y);
      loss.backward();
      opt.step();
      losses.push(loss.item());
    });
    bar.update(losses.length);
    if (losses.length === ${steps}) break;
  }`;

it('48 blocks of 64 features show their progress and stop between two steps; 2 blocks run to the end', async () => {
  let listen: (event: { data: ToKernel }) => void = () => {};
  let onMessage: (message: FromKernel) => void = () => {};
  serveKernel(
    { postMessage: (message) => onMessage(message), addEventListener: (_, listener) => (listen = listener) },
    async () => {
      await loadEngine();
      return { engine: engineFrom(library), memory: library.memory, setYield: library.setYield };
    },
  );
  /** Runs a cell to its end; `stopAt`: asks it to stop once its progress shows so many steps. */
  const run = (id: number, source: string, stopAt = Infinity): Promise<{ end: string; progress: number[]; text: string }> =>
    new Promise((resolve) => {
      const progress: number[] = [];
      let text = '';
      let asked = false;
      onMessage = (message) => {
        if (!('run' in message)) return;
        if (message.type !== 'output') return resolve({ end: message.type, progress, text });
        for (const output of message.outputs) {
          if (output.kind === 'progress') progress.push(output.done);
          if (output.kind === 'text') text += output.text;
        }
        if (asked || Math.max(0, ...progress) < stopAt) return;
        asked = true;
        listen({ data: { type: 'stop', run: id } });
      };
      listen({ data: { type: 'run', run: id, source } });
    });
  try {
    const deep = await run(1, cell(48, 1000), 2);
    expect(deep.end).toBe('stopped');
    expect(deep.progress.at(-1)).toBeGreaterThanOrEqual(2);
    const { text } = await run(2, 'console.log(losses.length, losses.every(Number.isFinite))');
    const [steps, finite] = text.trim().split(' ');
    expect(Number(steps)).toBeGreaterThanOrEqual(2);
    expect(Number(steps)).toBeLessThan(1000);
    expect(finite).toBe('true');
    const shallow = await run(3, cell(2, 5).replaceAll('  const ', '  var '));
    expect([shallow.end, shallow.progress.at(-1)]).toEqual(['done', 5]);
  } finally {
    library.setYield(null);
  }
});
