/** @file A run's outputs as text: printed, and kept for comparing. */
import { describe } from '../charts/chart.js';
import type { ChartSpec } from '../charts/spec.js';
import type { Sink } from '../kernel/displays.js';
import { plainText } from '../kernel/plain-text.js';
import type { Output } from '../kernel/protocol.js';

/** Least time between two pictures of a progress bar, ms. */
const progressInterval = 100;

export interface SinkTargets {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Whether progress is shown, on stderr. */
  progress: boolean;
}

/**
 * Charts and progress are no text that a lesson could store. A person at a terminal sees progress pass, and at the end
 * of a cell what its charts show, in words.
 */
export class TerminalSink implements Sink {
  /** What was printed on stdout. */
  printed = '';
  private progressShown = false;
  private nextProgress = 0;
  private readonly snapshots = new Map<string, () => Output>();

  constructor(private readonly targets: SinkTargets) {}

  output(output: Output): void {
    this.clearProgress();
    const text = plainText(output);
    if (output.kind === 'text' && output.stream === 'stderr') {
      this.targets.stderr(text);
      return;
    }
    this.printed += text;
    this.targets.stdout(text);
  }

  live(id: string, snapshot: () => Output): void {
    if (id.startsWith('chart-')) this.snapshots.set(id, snapshot);
    if (!this.targets.progress || performance.now() < this.nextProgress) return;
    const output = snapshot();
    if (output.kind !== 'progress') return;
    this.nextProgress = performance.now() + progressInterval;
    this.progressShown = true;
    this.targets.stderr(`\r\u001b[2K${output.label}: ${output.done} of ${output.total} ${output.note}`.trimEnd());
  }

  /** Ends a cell. */
  end(): void {
    this.clearProgress();
    if (!this.targets.progress) return;
    for (const chart of this.charts()) this.targets.stderr(`${describe(chart)}\n`);
  }

  /** The charts that the cell shows, as they are now. */
  charts(): ChartSpec[] {
    return [...this.snapshots.values()].flatMap((snapshot) => {
      const output = snapshot();
      return output.kind === 'chart' ? [output.chart] : [];
    });
  }

  /** Takes a progress line away. */
  private clearProgress(): void {
    if (this.progressShown) this.targets.stderr('\r\u001b[2K');
    this.progressShown = false;
  }
}
