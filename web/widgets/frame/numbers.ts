/** @file How widgets write numbers. */
import { formatAlone } from '../../charts/words.js';

/** Two decimals with a true minus; a zero has no sign. */
export function fixed(value: number, decimals = 2): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e7) return formatAlone(value);
  return value
    .toFixed(decimals)
    .replace('-', '−')
    .replace(/^−(0\.?0*)$/, '$1');
}

/** 1e-5 as 0.00001. */
export function plainNumber(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-4 ? value.toFixed(8).replace(/0+$/, '') : formatAlone(value);
}
