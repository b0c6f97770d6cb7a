/** @file The executable finds the built command, or says that there is none. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'normlab-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the executable', () => {
  const bin = path.resolve(import.meta.dirname, '../../web/cli/bin.mjs');

  it('says in one sentence that it is not built', () => {
    mkdirSync(path.join(folder, 'web/cli'), { recursive: true });
    copyFileSync(bin, path.join(folder, 'web/cli/bin.mjs'));
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [path.join(folder, 'web/cli/bin.mjs'), 'run', 'a.md'],
      { encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^normlab: not built yet; run `npm run build` in .* first\n$/);
  });

  it.each(['web/cli/bin.mjs', 'dist/package/bin.mjs'])('hands its arguments on from %s', (place) => {
    for (const name of ['web/cli', 'dist/package']) mkdirSync(path.join(folder, name), { recursive: true });
    copyFileSync(bin, path.join(folder, place));
    writeFileSync(
      path.join(folder, 'dist/package/cli.js'),
      'export async function main(args) { console.log(JSON.stringify(args)); process.exitCode = 3; }',
    );
    const { status, stdout } = spawnSync(process.execPath, [path.join(folder, place), 'run', 'a b.md'], {
      encoding: 'utf8',
    });
    expect([status, JSON.parse(stdout)]).toEqual([3, ['run', 'a b.md']]);
  });
});
