/** @file A run's outputs as text: printed, and kept for comparing. */
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

/** Charts are left out, and progress is only passing: neither is text that a lesson could store. */
export class TerminalSink implements Sink {
  /** What was printed on stdout. */
  printed = '';
  private progressShown = false;
  private nextProgress = 0;

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

  live(_id: string, snapshot: () => Output): void {
    if (!this.targets.progress || performance.now() < this.nextProgress) return;
    const output = snapshot();
    if (output.kind !== 'progress') return;
    this.nextProgress = performance.now() + progressInterval;
    this.progressShown = true;
    this.targets.stderr(`\r\u001b[2K${output.label}: ${output.done} of ${output.total} ${output.note}`.trimEnd());
  }

  /** Takes a progress line away. */
  clearProgress(): void {
    if (this.progressShown) this.targets.stderr('\r\u001b[2K');
    this.progressShown = false;
  }
}
