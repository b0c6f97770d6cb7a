/** @file Data that a page was delivered with: its charts, its exercises and the addresses of its widgets. */
import { type ChartSpec, specFromJson } from '../charts/spec.js';
import type { Exercise } from '../lesson/exercises/exercise.js';

/** Charts per cell, in the order of the page. */
export function readStills(): ChartSpec[][] {
  return specFromJson(textOf('chart-stills')) as ChartSpec[][];
}

export function readExercises(): Exercise[] {
  return JSON.parse(textOf('exercises')) as Exercise[];
}

/** Charts of the figures that are no widgets. */
export function readFigureCharts(): ChartSpec[] {
  return specFromJson(textOf('figure-charts')) as ChartSpec[];
}

/** Address of the script of each widget. */
export function readWidgets(): Record<string, string> {
  return JSON.parse(textOf('widgets')) as Record<string, string>;
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '[]';
}
