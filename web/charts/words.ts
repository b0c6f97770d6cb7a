/** @file Numbers and their course in words: for read-outs, captions and screen readers. */
import { html, type Markup } from './markup.js';

/** A number with as many decimals as a chart of this span needs: about three digits below its largest. */
export function formatIn(span: number, value: number): string {
  if (!Number.isFinite(value)) return notFiniteText(value);
  const digits = span > 0 ? Math.max(0, 3 - Math.floor(Math.log10(span))) : 3;
  if (digits > 8 || Math.abs(value) >= 1e9) return withPower(value);
  return grouped(value.toFixed(Number.isInteger(value) && span >= 10 ? 0 : digits));
}

/** A number by itself: four digits, whole numbers as they are; the very small and the very large with a power of ten. */
export function formatAlone(value: number): string {
  if (!Number.isFinite(value)) return notFiniteText(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return grouped(String(value));
  if (size < 1e-4 || size >= 1e9) return withPower(value);
  return grouped(String(Number(value.toPrecision(4))));
}

export function notFiniteText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '−Infinity';
}

/** "1.4 × 10⁻⁶", in one line; a power of ten alone is "10⁻⁶". */
export function withPower(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return notFiniteText(value);
  const [factor, exponent] = Number(value.toPrecision(digits)).toExponential().replace('-', '−').split('e');
  const power = `10${[...String(Number(exponent.replace('−', '-')))].map((digit) => raised[digit]).join('')}`;
  if (factor === '1') return power;
  return factor === '−1' ? `−${power}` : `${factor}\u202f×\u202f${power}`;
}

const raised: Record<string, string> = Object.fromEntries(
  [...'0123456789-'].map((digit, i) => [digit, '⁰¹²³⁴⁵⁶⁷⁸⁹⁻'[i]]),
);

/** Digits as JavaScript writes them, with commas between thousands and a true minus. */
export function grouped(digits: string): string {
  return digits.replace('-', '−').replace(/^−?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** "falls from 2.31 to 0.13", or "stays at 2.30" where the change is less than a hundredth of the chart. */
export function course(first: number, last: number, span: number): string {
  const [from, to] = [formatIn(span, first), formatIn(span, last)];
  if (Math.abs(last - first) < span / 100) return `stays at ${to}`;
  return `${last < first ? 'falls' : 'rises'} from ${from} to ${to}`;
}

/** "3 values", "1 value". */
export function countOf(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`;
}

/** A heading word of a read-out. */
export function readAt(text: string): Markup {
  return html('span', { class: 'chart-at' }, text);
}

/** A name and its value in a read-out, in the colour of the series. */
export function readValue(name: string, value: string, color = ''): Markup {
  return html('span', { class: `chart-value ${color}`.trim() }, name, ' ', html('b', {}, value));
}

export function textOf(node: Markup | string): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}
