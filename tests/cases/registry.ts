/** @file Which file runs which operation. */
import type { Case } from './cases.js';
import type { Behaviour, Op } from './op.js';
import * as autograd from './ops/autograd.js';
import * as boundary from './ops/boundary.js';
import * as dropout from './ops/dropout.js';
import * as losses from './ops/losses.js';
import * as norms from './ops/norms.js';
import * as optim from './ops/optim.js';
import * as random from './ops/random.js';
import * as residual from './ops/residual.js';
import * as sequences from './ops/sequences.js';

interface OpFile {
  ops: Record<string, Op>;
  behaviours?: Record<string, Behaviour>;
  /** Cases that differ from others of the same `op`, by id. */
  byId?: Record<string, Op>;
}

const files: Record<string, OpFile> = {
  autograd,
  boundary,
  dropout,
  losses,
  norms,
  optim,
  random,
  residual,
  sequences,
};

export type Runner = { file: string } & ({ op: Op } | { behaviour: Behaviour });

/** How a case runs in Node; null for one that is met elsewhere. */
export function runnerOf({ id, op, expected }: Case): Runner | null {
  for (const [file, { byId }] of Object.entries(files)) {
    if (byId?.[id]) return { file, op: byId[id] };
  }
  for (const [file, { ops, behaviours }] of Object.entries(files)) {
    if (expected.kind === 'behaviour' && behaviours?.[op]) return { file, behaviour: behaviours[op] };
    if (expected.kind !== 'behaviour' && ops[op]) return { file, op: ops[op] };
  }
  return null;
}
