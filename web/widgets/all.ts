/** @file The models of all widgets, in the order of the gallery. */
import { axes } from './axes/model.js';
import { batchModes } from './batch-modes/model.js';
import { contours } from './contours/model.js';
import { depth } from './depth/model.js';
import type { AnyWidget } from './frame/widget.js';
import { padding } from './padding/model.js';
import { race } from './race/model.js';
import { residual } from './residual/model.js';
import { rmsVsLayer } from './rms-vs-layer/model.js';
import { stepper } from './stepper/model.js';

export const widgets: AnyWidget[] = [axes, stepper, rmsVsLayer, contours, race, batchModes, padding, depth, residual];
