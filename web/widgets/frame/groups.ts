/** @file The hues of numbers that belong together, in light and in dark. */

export const groupHues: readonly [light: string, dark: string][] = [
  ['#dbe9f6', '#1f3547'],
  ['#f6e3cb', '#46361c'],
  ['#dcecd8', '#24402a'],
  ['#eddff3', '#3b2a46'],
  ['#f7dbdb', '#472a2b'],
  ['#d8eeee', '#1b3f40'],
];

/** As custom properties: --group-0 and so on. */
export function groupProperties(): string {
  return groupHues.map(([light, dark], i) => `--group-${i}: light-dark(${light}, ${dark});`).join('');
}

export function hueOf(group: number): [light: string, dark: string] {
  return groupHues[group % groupHues.length];
}
