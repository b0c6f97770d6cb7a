/** @file How the numbers of each widget are computed, by its name. */
import { computeAxes } from '../axes/compute.js';
import { computeModes } from '../batch-modes/compute.js';
import { computeContours } from '../contours/compute.js';
import { computeDepth } from '../depth/compute.js';
import { computePadding } from '../padding/compute.js';
import { computeRace } from '../race/compute.js';
import { computeResidual } from '../residual/compute.js';
import { computeRms } from '../rms-vs-layer/compute.js';
import { computeStepper } from '../stepper/compute.js';
import type { Compute } from './protocol.js';

export const computes: Record<string, Compute<never, unknown>> = {
  axes: computeAxes,
  'batch-modes': computeModes,
  contours: computeContours,
  depth: computeDepth,
  padding: computePadding,
  race: computeRace,
  residual: computeResidual,
  'rms-vs-layer': computeRms,
  stepper: computeStepper,
};
