/** @file Long loops hand control back to the host about every 16 ms, so that a page can show progress and stop them. */

import { checkFunction } from './check.js';

const sliceMs = 16;

type Yield = () => Promise<void>;

/** Lets timers and messages run. */
const nextTask: Yield = () => new Promise((resolve) => setTimeout(resolve, 0));

let host: Yield = nextTask;
let sliceEnd = 0;

/** Replaces what happens at a yield; a rejected promise ends the loop with its error. null restores the default. */
export function setYield(yieldToHost: Yield | null): void {
  if (yieldToHost !== null) checkFunction('setYield', 'what a yield awaits', yieldToHost);
  host = yieldToHost ?? nextTask;
}

/** Awaits the host when the present slice of time is used up. */
export async function yieldIfDue(): Promise<void> {
  if (performance.now() < sliceEnd) return;
  await host();
  sliceEnd = performance.now() + sliceMs;
}
