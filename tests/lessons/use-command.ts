/** @file The command as tests call it, in a folder of their own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Io, runCommand } from '../../web/cli/command.js';
import type { Engine } from '../../web/kernel/session.js';

export interface Answer {
  code: number;
  linger: boolean;
  stdout: string;
  /** Files are named without the folder. */
  stderr: string;
}

export interface Surroundings {
  /** Empty unless given; an error for one that cannot be loaded. */
  engine?: Engine | Error;
  isTerminal?: boolean;
  siteKit?: string;
  running?: Io['running'];
}

export interface CommandFolder {
  /** The place of a file of that name. */
  place(name: string): string;
  /** Writes a file and gives its place. */
  file(name: string, text: string | Uint8Array): string;
  normlab(args: string[], surroundings?: Surroundings): Promise<Answer>;
}

/** A new folder for each test. */
export function useCommand(): CommandFolder {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'normlab-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const place = (name: string): string => path.join(folder, name);
  return {
    place,
    file: (name, text) => {
      mkdirSync(path.dirname(place(name)), { recursive: true });
      writeFileSync(place(name), text);
      return place(name);
    },
    normlab: async (args, { engine = { globals: {} }, isTerminal = false, siteKit = '', running = () => {} } = {}) => {
      let stdout = '';
      let stderr = '';
      const exit = await runCommand(args, {
        stdout: (text) => void (stdout += text),
        stderr: (text) => void (stderr += text.replaceAll(`${folder}/`, '')),
        isTerminal,
        loadEngine: () => (engine instanceof Error ? Promise.reject(engine) : Promise.resolve(engine)),
        siteKit: () => siteKit,
        onUncaught: () => {},
        running,
        fail: () => {},
      });
      return { ...exit, stdout, stderr };
    },
  };
}

export const cell = (source: string): string => '```js\n' + source + '\n```\n';
export const stored = (output: string): string => '```output\n' + output + '\n```\n';
