/** @file All widgets with one script. */
import './axes/element.js';
import './stepper/element.js';
import './race/element.js';
