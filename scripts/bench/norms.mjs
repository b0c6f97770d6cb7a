// The norms of the C++ table, and none.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../steps.mjs';

/** { kind, className }, className null for no norm. */
export function norms() {
  const table = fs.readFileSync(path.join(root, 'cpp', 'normlab', 'kernels', 'norms.inc'), 'utf8');
  const rows = [...table.matchAll(/^NORMLAB_NORM\((\w+), \w+, (\w+),/gm)];
  return [{ kind: 'none', className: null }, ...rows.map(([, kind, className]) => ({ kind, className }))];
}
