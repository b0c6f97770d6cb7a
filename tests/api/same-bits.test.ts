import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as normlab from '../../web/api/index.js';
import { trainedWeights } from '../trained-weights.js';
import { loadEngine } from './engine.js';

it('training through JavaScript gives the bits that C++ gives', async () => {
  const golden = JSON.parse(readFileSync(new URL('../golden/trained_weights.json', import.meta.url), 'utf8'));
  await loadEngine();
  expect(await trainedWeights(normlab)).toEqual({ none: golden.none, batch: golden.batch, layer: golden.layer, rms: golden.rms });
});
