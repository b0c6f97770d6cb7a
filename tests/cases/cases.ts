/** @file The cases as data: their types, their numbers, and the tensors that they describe. */
import { readFileSync } from 'node:fs';
import { tensor, type Tensor } from '../../web/api/index.js';

export interface Bounds {
  atol: number;
  rtol: number;
}
export type Json = number | string | boolean | null | Json[] | { [key: string]: Json };
export type Input = Record<string, any>;

interface ExpectedBase {
  state_after?: Record<string, Json>;
  message_must_name?: string[];
}
export type Expected = ExpectedBase &
  (
    | { kind: 'values'; f64: Record<string, Json>; f32?: Record<string, Json> }
    | { kind: 'error'; category: Category }
    | { kind: 'policy'; accept: Json[]; reject: Json[] }
    | { kind: 'behaviour'; must: string[]; must_not: string[] }
  );
export type Category = 'shape_mismatch' | 'bad_argument' | 'bad_target' | 'batch_too_small' | 'disposed';

export interface Case {
  id: string;
  group: string;
  source: string;
  op: string;
  input: Input;
  expected: Expected;
  tolerance: 'exact' | { f64: Bounds; f32?: Bounds };
  note: string;
}

export const cases: Case[] = JSON.parse(readFileSync(new URL('./cases.json', import.meta.url), 'utf8'));

export type Float = 'float32' | 'float64';

/** A number, also one of those that JSON cannot hold. */
export function toNumber(value: Json): number {
  if (typeof value === 'number') return value;
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
  throw new Error(`expected a number in the case, got ${JSON.stringify(value)}`);
}

type Described = number | Json[] | { shape: number[]; data?: Json[]; fill?: number };

/** The tensor that a case describes; with `grad` a leaf that requires a gradient. */
export function tensorOf(described: Described, dtype: Float, grad = false): Tensor {
  let made: Tensor;
  if (typeof described === 'number') made = tensor(described, { dtype });
  else if (Array.isArray(described)) made = tensor(described.map(toNumber), { dtype });
  else {
    const { shape, data, fill } = described;
    const count = shape.reduce((product, size) => product * size, 1);
    const flat = data?.map(toNumber) ?? new Array<number>(count).fill(fill!);
    made = tensor(flat, { dtype }).reshape(shape);
  }
  if (grad) made.requiresGrad = true;
  return made;
}
