/** @file Switches graph recording off and on. */

import { checkFunction } from './check.js';
import { engine } from './engine.js';
import { checkSynchronous } from './memory.js';

/** Runs `body` without recording: its results need no gradients. `body` must be synchronous. */
export function noGrad<T>(body: () => T): T {
  return withGradMode('noGrad', false, body);
}

/** Records again inside noGrad. */
export function enableGrad<T>(body: () => T): T {
  return withGradMode('enableGrad', true, body);
}

function withGradMode<T>(tag: string, on: boolean, body: () => T): T {
  checkFunction(tag, 'the body', body);
  const before = engine()._setGradEnabled(on);
  try {
    const result = body();
    checkSynchronous(tag, result);
    return result;
  } finally {
    engine()._setGradEnabled(before);
  }
}
