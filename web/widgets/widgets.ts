/** @file All widgets with one script. */
import './axes/element.js';
import './batch-modes/element.js';
import './contours/element.js';
import './depth/element.js';
import './padding/element.js';
import './race/element.js';
import './residual/element.js';
import './rms-vs-layer/element.js';
import './stepper/element.js';
