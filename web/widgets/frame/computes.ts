/** @file How the numbers of each widget are computed, by its name. */
import { computeAxes } from '../axes/compute.js';
import { computeRace } from '../race/compute.js';
import { computeStepper } from '../stepper/compute.js';
import type { Compute } from './protocol.js';

export const computes: Record<string, Compute<never, unknown>> = {
  axes: computeAxes,
  race: computeRace,
  stepper: computeStepper,
};
