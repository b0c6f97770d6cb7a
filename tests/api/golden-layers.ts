/** @file The numbers of PyTorch in tests/golden/golden_layers.json. Not imported as a module: bundlers lose -1e999. */
import { readFileSync } from 'node:fs';

export const golden = JSON.parse(
  readFileSync(new URL('../golden/golden_layers.json', import.meta.url), 'utf8'),
) as typeof import('../golden/golden_layers.json');
