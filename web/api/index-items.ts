/** @file What stands in the brackets of x[…], as arguments of Tensor.index and Tensor.setIndex. */

import { checkInt, shown } from './check.js';
import type { RawIndexItem } from './raw.js';
import type { Tensor } from './tensor.js';
import { TensorValues } from './tensor-values.js';

/**
 * A position (negative ones count from the end), text such as ':', '1:3', '::2', '...' or several of them with commas
 * (':, 0'), null for a new axis, an int64 tensor of positions, or a bool tensor as a mask.
 */
export type IndexItem = number | string | null | Tensor;

const end = 2 ** 31 - 1;

/** The items as the engine takes them. Errors: text that is no index, other things (TypeError). */
export function toIndexItems(tag: string, items: readonly unknown[]): RawIndexItem[] {
  return items.flatMap((item): RawIndexItem[] => {
    if (item === null) return [null];
    if (item instanceof TensorValues) return [item.raw];
    if (typeof item === 'number') return [checkInt(tag, 'a position', item, -end - 1)];
    if (typeof item === 'string') return item.split(',').map((part) => parse(tag, part.trim()));
    throw new TypeError(
      `[${tag}] expected positions, text such as '1:3', null, or tensors of positions or bools, got ${shown(item)}`,
    );
  });
}

function parse(tag: string, text: string): RawIndexItem {
  if (text === '...') return '...';
  if (text === 'null' || text === 'None') return null;
  if (/^-?\d+$/.test(text)) return checkInt(tag, 'a position', Number(text), -end - 1);
  const slice = /^(-?\d+)?:(-?\d+)?(?::(\d+)?)?$/.exec(text);
  if (slice === null) {
    throw new TypeError(`[${tag}] expected an index such as 2, -1, ':', '1:3', '::2' or '...', got ${shown(text)}`);
  }
  const [start, stop, step] = [slice[1] ?? 0, slice[2] ?? end, slice[3] ?? 1].map(Number);
  return [
    checkInt(tag, 'start', start, -end - 1),
    checkInt(tag, 'stop', stop, -end - 1),
    checkInt(tag, 'step', step, 1),
  ];
}
