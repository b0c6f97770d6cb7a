/** @file A text file, or in words why not. */
import { readFileSync } from 'node:fs';
import { UsageError } from './usage.js';

/** @throws UsageError */
export function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: `there is no file '${file}'`,
      EISDIR: `expected a file, got the folder '${file}'`,
      EACCES: `'${file}' may not be read`,
    };
    throw new UsageError(
      reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? `'${file}' cannot be read: ${(error as Error).message}`,
    );
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new UsageError(`expected '${file}' to be UTF-8 text`);
  return text;
}
