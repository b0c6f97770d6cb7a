/** @file The table of all cases: what each is, what we do, and where that is tested. */
import { type Case, cases } from './cases.js';
import { choices } from './choices.js';
import { elsewhere } from './elsewhere.js';
import type { Op } from './op.js';
import { runnerOf } from './registry.js';

export function table(): string {
  const groups = [...new Set(cases.map(({ group }) => group))];
  return [
    '# How each case is met',
    '',
    `${cases.length} cases from public bug reports; [README.md](README.md) says where they come from. Written by`,
    '`table.test.ts`, which fails when it is out of date. A test in `cases.test.ts` has the id as its title; the file named',
    'with it in `ops/` says how the case runs.',
    '',
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      '| case | report | kind | what we do | where |',
      '|---|---|---|---|---|',
      ...cases.filter((each) => each.group === group).map(row),
      '',
    ]),
  ].join('\n');
}

function row(each: Case): string {
  const { id, source, expected } = each;
  const [repository, number] = source.split('#');
  const link = `[${source}](https://github.com/${repository}/issues/${number})`;
  return `| \`${id}\` | ${link} | ${expected.kind} | ${escaped(whatWeDo(each))} | ${where(each)} |`;
}

function whatWeDo(each: Case): string {
  const { id, expected, tolerance } = each;
  const choice = choices[id];
  if (choice !== undefined) return `**${choice.does}**: ${choice.because}`;
  if (expected.kind === 'behaviour') return expected.must.join('; ');
  if (expected.kind === 'error') return errorText(each);
  if (expected.kind !== 'values') throw new Error(`expected a choice for ${id}, got none`);
  const forms = expected.f32 === undefined ? 'the numbers' : 'the numbers in float32 and float64';
  if (tolerance === 'exact') return `${forms}, exactly`;
  const bounds = Object.entries(tolerance).map(([form, { atol, rtol }]) => `${form} ±(${atol} + ${rtol}·\\|x\\|)`);
  return `${forms}: ${bounds.join(', ')}`;
}

/** The error that a learner sees. */
function errorText(each: Case): string {
  const runner = runnerOf(each);
  try {
    (runner as { op: Op }).op(each.input, { dtype: 'float32', watch: () => {} });
  } catch (error) {
    if (error instanceof Error) return `${error.name}: \`${error.message}\``;
  }
  throw new Error(`expected an error from ${each.id}, got none`);
}

function where(each: Case): string {
  const runner = runnerOf(each);
  if (runner !== null) return `cases.test.ts, ops/${runner.file}.ts`;
  const place = elsewhere(each.id);
  return place === null ? '' : `${place.file}: “${place.title}”`;
}

function escaped(text: string): string {
  return text.replace(/(?<!\\)\|/g, '\\|').replaceAll('\n', ' ');
}
