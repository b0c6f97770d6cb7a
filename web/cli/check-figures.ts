/** @file `normlab run`: the charts of a lesson's figures are made, as a site's build makes them. */
import { type Engine, Session } from '../kernel/session.js';
import type { FigureBlock, Lesson } from '../lesson/index.js';
import type { Io } from './command.js';
import { TerminalSink } from './terminal-sink.js';

export function chartsToMake({ blocks }: Lesson): FigureBlock[] {
  return blocks.filter((block): block is FigureBlock => block.kind === 'figure' && block.figure.chart !== '');
}

/** Says which figures have no picture. Returns whether there is one. */
export async function figureMistakes(lesson: Lesson, file: string, io: Io, engine?: Engine): Promise<boolean> {
  let wrong = false;
  for (const { figure, line } of chartsToMake(lesson)) {
    const sink = new TerminalSink({ stdout: () => {}, stderr: () => {}, progress: false });
    const result = await new Session(engine).run(figure.chart, sink);
    const charts = sink.charts();
    if (result.status === 'error') {
      // Its lines are those of the field, not of the file.
      const { name, message, line: at } = result.error;
      io.stderr(`${file}:${line}: the figure's chart fails on its line ${at}: ${name}: ${message}\n`);
    } else if (charts.length === 0) io.stderr(`${file}:${line}: the figure's code shows no chart\n`);
    wrong ||= result.status === 'error' || charts.length === 0;
  }
  return wrong;
}
