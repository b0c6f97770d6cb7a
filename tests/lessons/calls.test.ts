/** @file Calls of the command that make no sense, or that cannot start. */
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../web/cli/usage.js';
import { useCommand } from './use-command.js';

const { file, normlab, place } = useCommand();

describe('a wrong call', () => {
  it.each([
    [[], 'expected a command'],
    [['walk'], "got 'walk'"],
    [['run'], 'expected one file to run, got none'],
    [['run', 'a.md', 'b.md'], "got 'a.md', 'b.md'"],
    [['run', 'a.md', '--fast'], "got the option '--fast'"],
    [['run', '-x', 'a.md'], "got the option '-x'"],
    [['run', 'nowhere.md'], "there is no file 'nowhere.md'"],
    [['run', 'a.txt'], 'expected a lesson (.md) or a file (.js, .py)'],
    [['run', 'a.js', '--update'], 'a file has no stored output'],
    [['run', '--', '--json'], 'expected a lesson (.md)'],
    [['run', 'a.md', '--timeout'], 'expected a number of seconds after --timeout, got none'],
    [['run', 'a.md', '--timeout', '0'], "got '0'"],
    [['run', 'a.md', '--timeout=soon'], "got 'soon'"],
    [['preview', 'a.md', '--timeout', '5'], "got the option '--timeout'"],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await normlab(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('of a folder, of bytes that are no text, and without an engine', async () => {
    mkdirSync(place('b.md'));
    expect((await normlab(['run', place('b.md')])).stderr).toContain('expected a file, got the folder');
    expect((await normlab(['run', file('c.md', new Uint8Array([35, 255, 10]))])).stderr).toContain('to be UTF-8 text');
    const answer = await normlab(['run', file('a.js', '1')], {
      engine: new UsageError('the engine normlab.wasm is missing; run `npm run build` first'),
    });
    expect(answer).toMatchObject({
      code: 2,
      stderr: 'normlab: the engine normlab.wasm is missing; run `npm run build` first\n',
    });
  });

  it('--help is none', async () => {
    for (const args of [['--help'], ['run', '--help'], ['-h'], ['help']]) {
      expect(await normlab(args)).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringContaining('normlab run LESSON.md'),
      });
    }
  });
});
