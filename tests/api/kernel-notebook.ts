/** @file A notebook without a page, for the tests of cells. */
import { plainText } from '../../web/kernel/plain-text.js';
import type { CellError, CellNames, Output } from '../../web/kernel/protocol.js';
import { type Engine, type RunResult, Session } from '../../web/kernel/session.js';

export class Notebook {
  readonly session: Session;
  outputs: Output[] = [];

  constructor(engine?: Engine) {
    this.session = new Session(engine);
  }

  run(source: string, cell?: string): Promise<RunResult> {
    this.outputs = [];
    const sink = {
      output: (output: Output) => void this.outputs.push(output),
      live: (_id: string, snapshot: () => Output) => void this.outputs.push(snapshot()),
    };
    return this.session.run(source, sink, { cell });
  }

  /** Text of the last expression, or null; throws what the cell throws. */
  async value(source: string): Promise<string | null> {
    const result = await this.run(source);
    if (result.status === 'error') throw new Error(`${result.error.name}: ${result.error.message}`);
    return result.status === 'done' && result.result ? plainText(result.result).trimEnd() : null;
  }

  async error(source: string): Promise<CellError> {
    const result = await this.run(source);
    if (result.status !== 'error') throw new Error(`expected an error, got ${JSON.stringify(result)}`);
    return result.error;
  }

  async names(source: string): Promise<CellNames | null> {
    return (await this.run(source)).names;
  }

  get printed(): string {
    return this.outputs.map(plainText).join('');
  }
}

/** The value of the last of some cells. */
export async function lastValue(...sources: string[]): Promise<string | null> {
  const notebook = new Notebook();
  for (const source of sources.slice(0, -1)) await notebook.value(source);
  return notebook.value(sources[sources.length - 1]);
}
