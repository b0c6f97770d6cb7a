/** @file The models of all widgets, in the order of the gallery. */
import { axes } from './axes/model.js';
import { stepper } from './stepper/model.js';
import type { AnyWidget } from './frame/widget.js';

export const widgets: AnyWidget[] = [axes, stepper];
