/** @file The numbers of PyTorch in tests/golden/golden_encoder.json. */
import { readFileSync } from 'node:fs';

export const golden = JSON.parse(
  readFileSync(new URL('../golden/golden_encoder.json', import.meta.url), 'utf8'),
) as typeof import('../golden/golden_encoder.json');
