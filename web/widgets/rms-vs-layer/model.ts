/** @file LayerNorm beside RMSNorm under a shift and a stretch: settings and words. */
import { formatAlone } from '../../charts/words.js';
import { fixed } from '../frame/numbers.js';
import { choice, number, numbers } from '../frame/settings.js';
import type { NumberCell, Picture } from '../frame/picture.js';
import type { Widget } from '../frame/widget.js';

export interface RmsSettings {
  values: readonly number[];
  shift: number;
  factor: number;
  eps: number;
  epsPlace: 'inside' | 'outside';
  pointX: number;
  pointY: number;
}

/** A vector and what the two norms make of it. */
export interface Normed {
  x: number[];
  layer: number[];
  rms: number[];
  mean: number;
  /** Standard deviation, and root mean square; without eps. */
  std: number;
  meanSquareRoot: number;
}

export interface RmsResult {
  before: Normed;
  /** After the factor and the shift. */
  after: Normed;
  /** The same for the two numbers of the plane. */
  point: Normed;
  moved: Normed;
}

/** How far the output is from what it was: the greatest difference. */
export function movedBy({ before, after }: RmsResult, norm: 'layer' | 'rms'): number {
  return Math.max(...after[norm].map((value, i) => Math.abs(value - before[norm][i])));
}

export function changeText({ shift, factor }: RmsSettings): string {
  const parts = [factor !== 1 ? `times ${formatAlone(factor)}` : '', shift !== 0 ? `plus ${formatAlone(shift)}` : ''];
  return parts.filter(Boolean).join(', ') || 'unchanged';
}

function words(settings: RmsSettings, result: RmsResult): string {
  const list = (values: number[]): string => values.map((value) => fixed(value, 3)).join(', ');
  const { after, before } = result;
  const x = before.x.map(formatAlone).join(', ');
  const said = (norm: 'layer' | 'rms'): string => {
    const by = movedBy(result, norm);
    return by < 5e-4 ? 'did not move' : `moved by up to ${fixed(by, 3)}`;
  };
  const moved = changeText(settings) === 'unchanged' ? '' : ` LayerNorm ${said('layer')}; RMSNorm ${said('rms')}.`;
  return `${x}, ${changeText(settings)}: LayerNorm gives ${list(after.layer)}; RMSNorm gives ${list(after.rms)}.${moved}`;
}

function picture(settings: RmsSettings, result: RmsResult): Picture {
  const row = (name: string, values: number[], group?: number): NumberCell[] => [
    { lines: [name], isHeading: true },
    ...values.map((value) => ({ lines: [group === undefined ? formatAlone(value) : fixed(value, 3)], group })),
  ];
  const { before, after } = result;
  const rows = [
    row('x', before.x),
    row(`x, ${changeText(settings)}`, after.x),
    row('LayerNorm', after.layer, 0),
    row('RMSNorm', after.rms, 2),
  ];
  return { title: rmsVsLayer.title, tables: [{ caption: '', rows }] };
}

export const rmsVsLayer: Widget<RmsSettings, RmsResult, RmsSettings> = {
  name: 'rms-vs-layer',
  title: 'LayerNorm and RMSNorm: which one sees a shift?',
  about:
    'A vector to which a constant is added, or which is multiplied by one: which output moves? And in the plane: LayerNorm ' +
    'takes away what is along (1, 1), RMSNorm only scales. eps inside or outside the root.',
  schema: {
    values: numbers([2, 4, 4, 10], { min: 2, max: 8, label: 'x', description: 'The vector.' }),
    shift: number(6, {
      min: -20,
      max: 20,
      step: 0.5,
      label: 'add',
      description: 'A constant that is added to every element.',
    }),
    factor: number(1, {
      min: 0.01,
      max: 100,
      log: true,
      label: 'multiply by',
      description: 'What every element is multiplied by, before the shift.',
    }),
    eps: number(1e-5, { min: 1e-8, max: 100, log: true, label: 'ε', description: 'Keeps the divisor off zero.' }),
    epsPlace: choice('inside', ['inside', 'outside'], {
      label: 'ε is',
      description: 'Under the root, as in PyTorch, or added to the root.',
    }),
    pointX: number(1, { min: -8, max: 8, label: 'first', description: 'First number of the point in the plane.' }),
    pointY: number(7, { min: -8, max: 8, label: 'second', description: 'Second number of it.' }),
  },
  parts: { plane: 'The picture of two numbers.' },
  input: (settings) => settings,
  words,
  picture,
  room: () => [646, 1052],
};
