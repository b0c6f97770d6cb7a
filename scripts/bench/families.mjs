// What is measured: families of rows, in the order of the report.
import * as encoder from './measure/encoder.mjs';
import * as gemm from './measure/gemm.mjs';
import * as growth from './measure/growth.mjs';
import * as norm from './measure/norm.mjs';
import * as python from './measure/python.mjs';
import * as size from './measure/size.mjs';
import * as start from './measure/start.mjs';
import * as step from './measure/step.mjs';

/**
 * `measure({ bench, wanted, rounds, quick, note, warn })` gives rows: { name, unit, ours, limit, peers, rate? }, where
 * ours and each peer is { value, low, high }, limit is too or null; peers and limits that were measured in the same
 * rounds have a `ratio`, ours over theirs. `needs`: what is built and started before.
 */
export const families = [
  { name: step.family, needs: ['native', 'node', 'chromium', 'pytorch'], measure: step.measure },
  { name: encoder.family, needs: ['node', 'chromium', 'pytorch'], measure: encoder.measure },
  { name: norm.family, needs: ['native', 'node', 'chromium'], measure: norm.measure },
  { name: gemm.family, needs: ['native', 'node', 'chromium'], measure: gemm.measure },
  { name: growth.family, needs: ['chromium'], measure: growth.measure },
  { name: start.family, needs: ['site'], measure: start.measure },
  { name: python.family, needs: ['site', 'pytorch'], measure: python.measure },
  { name: size.family, needs: ['site'], measure: size.measure },
];

/** True for a row, or a family of rows, that has to do with one of the beginnings of names; without names for all. */
export function matches(name, beginnings) {
  const isRow = !families.some((family) => family.name === name);
  return (
    beginnings.length === 0 ||
    beginnings.some((beginning) => name.startsWith(beginning) || (!isRow && beginning.startsWith(`${name}/`)))
  );
}
