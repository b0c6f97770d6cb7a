/** @file Data that a page was delivered with: its charts and its exercises. */
import { type ChartSpec, specFromJson } from '../charts/spec.js';
import type { Exercise } from '../lesson/exercises/exercise.js';

/** Charts per cell, in the order of the page. */
export function readStills(): ChartSpec[][] {
  return specFromJson(textOf('chart-stills')) as ChartSpec[][];
}

export function readExercises(): Exercise[] {
  return JSON.parse(textOf('exercises')) as Exercise[];
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '[]';
}
