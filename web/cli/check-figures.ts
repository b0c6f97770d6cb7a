/** @file `normlab run` and `build`: whether the figures of a lesson can be what they say. */
import { type Engine, Session } from '../kernel/session.js';
import type { FigureBlock, Lesson } from '../lesson/index.js';
import { widgets } from '../widgets/all.js';
import { attributeOf, entriesOf, type Schema, settingOf } from '../widgets/frame/settings.js';
import type { AnyWidget } from '../widgets/frame/widget.js';
import { commonAttributes } from '../widgets/manifest.js';
import type { Io } from './command.js';
import { TerminalSink } from './terminal-sink.js';

export function chartsToMake({ blocks }: Lesson): FigureBlock[] {
  return figuresOf(blocks).filter(({ figure }) => figure.chart !== '');
}

/** Says which figures have no picture. Returns whether there is one. */
export async function figureMistakes(
  lesson: Lesson,
  { file, timeout }: { file: string; timeout: number | null },
  io: Io,
  engine?: Engine,
): Promise<boolean> {
  let wrong = false;
  for (const { figure, line } of chartsToMake(lesson)) {
    const sink = new TerminalSink({ stdout: () => {}, stderr: () => {}, progress: false });
    io.running(`${file}:${line}: the figure's chart`, timeout);
    const result = await new Session(engine).run(figure.chart, sink);
    io.running(null);
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

interface Problem {
  line: number;
  message: string;
}

/** Figures of widgets that there are not. */
export function widgetProblems({ blocks }: Lesson): Problem[] {
  const names = widgets.map(({ name }) => name);
  return figuresOf(blocks).flatMap(({ figure: { widget }, line }) => {
    if (widget === null || names.includes(widget)) return [];
    return [{ line, message: `there is no widget '${widget}'; there are: ${names.join(', ')}` }];
  });
}

/** What the widgets would say of their attributes. */
export function attributeProblems({ blocks }: Lesson): Problem[] {
  return figuresOf(blocks).flatMap((block) => {
    const { widget: name, attributes } = block.figure;
    const widget = widgets.find((one) => one.name === name);
    if (!widget) return [];
    return refused(widget, attributes).map(({ attribute, message }) => ({
      line: lineOf(block, attribute),
      message: `the widget ${widget.name}: ${message}`,
    }));
  });
}

function refused(widget: AnyWidget, attributes: Record<string, string>): { attribute: string; message: string }[] {
  const schema = widget.schema as Schema<Record<string, unknown>>;
  const common = commonAttributes.map(({ name }) => name);
  return Object.entries(attributes).flatMap(([attribute, text]) => {
    const entry = settingOf(schema, attribute);
    if (!entry) {
      if (common.includes(attribute)) return [];
      const known = [...entriesOf(schema).map(([name]) => attributeOf(name)), ...common];
      return [{ attribute, message: `expected one of ${known.join(', ')}, got '${attribute}'` }];
    }
    const [, setting] = entry;
    try {
      setting.check(setting.parse(text));
      return [];
    } catch (error) {
      return [{ attribute, message: `${attribute}: ${(error as Error).message}` }];
    }
  });
}

/** Line of the file where an attribute is written, or that of its figure. */
function lineOf({ raw, line }: FigureBlock, attribute: string): number {
  const lines = raw.split(/\r\n|[\r\n]/);
  const at = lines.findIndex((text, i) => i > 0 && new RegExp(`(?:^|[\\s{,"'])${attribute}["']?\\s*:`).test(text));
  return line + Math.max(0, at);
}

function figuresOf(blocks: Lesson['blocks']): FigureBlock[] {
  return blocks.filter((block) => block.kind === 'figure');
}
