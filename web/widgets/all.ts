/** @file The models of all widgets, in the order of the gallery. */
import { axes } from './axes/model.js';
import type { AnyWidget } from './frame/widget.js';
import { race } from './race/model.js';
import { stepper } from './stepper/model.js';

export const widgets: AnyWidget[] = [axes, stepper, race];
