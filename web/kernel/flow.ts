/** @file The outputs of a run on their way to a page: in bounded number and size, however much a cell prints. */
import type { Sink } from './displays.js';
import type { Output } from './protocol.js';
import { plainText } from './plain-text.js';

export interface FlowLimits {
  /** Lines and displays that are passed on as they come. */
  head: number;
  /** Characters of them; a number of a tensor counts as 8. */
  headCharacters: number;
  /** Last lines that are kept of all that follow. */
  tail: number;
  tailCharacters: number;
  /** Characters of one line. */
  line: number;
  /** Charts and progress bars. */
  live: number;
  /** Least time between two posts while much is printed, ms. */
  interval: number;
  /** Outputs that are posted at once in that time, before they wait for its end. */
  burst: number;
}

export const defaultFlowLimits: FlowLimits = {
  head: 1000,
  headCharacters: 500_000,
  tail: 200,
  tailCharacters: 50_000,
  line: 20_000,
  live: 50,
  interval: 50,
  burst: 20,
};

type Pending = Output | { liveId: string };

export class OutputFlow implements Sink {
  private pending: Pending[] = [];
  private readonly lives = new Map<string, () => Output>();
  private readonly waiting = new Set<string>();
  private livesSkipped = 0;
  private headLeft: number;
  private charactersLeft: number;
  private tail: string[] = [];
  private tailCharacters = 0;
  private skipped = 0;
  private tailChanged = false;
  private windowStart = -Infinity;
  private inWindow = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly post: (outputs: Output[]) => void,
    private readonly limits: FlowLimits = defaultFlowLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.headLeft = limits.head;
    this.charactersLeft = limits.headCharacters;
  }

  output(output: Output): void {
    if (output.kind === 'text') this.text(output.stream, output.text);
    else this.display(output);
    this.flushIfDue();
  }

  live(id: string, snapshot: () => Output): void {
    const isNew = !this.lives.has(id);
    if (isNew && this.lives.size >= this.limits.live) {
      this.livesSkipped++;
      if (this.livesSkipped === 1)
        this.text('stderr', `… only the first ${this.limits.live} charts and progress bars of a cell are shown\n`);
      return;
    }
    this.lives.set(id, snapshot);
    if (!this.waiting.has(id)) {
      this.waiting.add(id);
      this.pending.push({ liveId: id });
    }
    this.flushIfDue(isNew ? this.limits.burst : 1);
  }

  /** Posts what waits, unless much was posted a moment ago. */
  flushIfDue(burst = this.limits.burst): void {
    const now = this.now();
    if (now - this.windowStart >= this.limits.interval) {
      this.windowStart = now;
      this.inWindow = 0;
    } else if (this.inWindow >= burst) {
      this.flushLater();
      return;
    }
    this.flush();
  }

  /** Posts what waits. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.pending.length === 0 && !this.tailChanged) return;
    this.inWindow++;
    const outputs: Output[] = [];
    for (const item of this.pending) {
      const output = 'liveId' in item ? this.lives.get(item.liveId)!() : item;
      const before = outputs[outputs.length - 1];
      if (output.kind === 'text' && before?.kind === 'text' && before.stream === output.stream)
        before.text += output.text;
      else outputs.push(output.kind === 'text' ? { ...output } : output);
    }
    this.pending = [];
    this.waiting.clear();
    if (this.tailChanged) {
      const note = this.skipped > 0 ? `… ${this.skipped.toLocaleString('en-US')} lines skipped\n` : '';
      outputs.push({ kind: 'text', stream: 'stdout', text: note + this.tail.join(''), id: 'tail' });
      this.tailChanged = false;
      // The tail is sent whole each time: a burst of it would be a flood of its own.
      this.inWindow = this.limits.burst;
    }
    this.post(outputs);
  }

  /** For a cell that waits, and for what comes after its end. */
  private flushLater(): void {
    if (this.timer === null && Number.isFinite(this.limits.interval))
      this.timer = setTimeout(() => this.flush(), this.limits.interval);
  }

  private text(stream: 'stdout' | 'stderr', text: string): void {
    let start = 0;
    while (start < text.length) {
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline + 1;
      this.line(stream, shorten(text, start, end, this.limits.line));
      start = end;
    }
  }

  private line(stream: 'stdout' | 'stderr', line: string): void {
    if (this.takeHead(line.length)) this.pending.push({ kind: 'text', stream, text: line });
    else this.keepInTail(line);
  }

  private display(output: Output): void {
    const text = plainText(output);
    if (output.kind === 'tensor' && output.values) {
      const numbers = 8 * output.values.length;
      if (numbers + text.length <= this.charactersLeft) this.charactersLeft -= numbers;
      else output = { ...output, values: null };
    }
    if (this.takeHead(text.length)) this.pending.push(output);
    else this.text('stdout', text);
  }

  /** Whether there is still room among the first outputs; once there is not, there never is again. */
  private takeHead(characters: number): boolean {
    if (this.headLeft > 0 && characters <= this.charactersLeft) {
      this.headLeft--;
      this.charactersLeft -= characters;
      return true;
    }
    this.headLeft = 0;
    return false;
  }

  private keepInTail(line: string): void {
    this.tail.push(line);
    this.tailCharacters += line.length;
    while (
      this.tail.length > this.limits.tail ||
      (this.tailCharacters > this.limits.tailCharacters && this.tail.length > 1)
    ) {
      this.tailCharacters -= this.tail.shift()!.length;
      this.skipped++;
    }
    this.tailChanged = true;
  }
}

/** A line of at most `limit` characters, or its start and end. */
function shorten(text: string, start: number, end: number, limit: number): string {
  if (end - start <= limit) return text.slice(start, end);
  const part = Math.floor(limit / 2);
  const skipped = `… ${(end - start - 2 * part).toLocaleString('en-US')} characters skipped …`;
  return `${text.slice(start, start + part)} ${skipped} ${text.slice(end - part, end)}`;
}

/** Printed text as a page would keep it: all of it, or the first and last lines. */
export function boundedText(text: string): string {
  let bounded = '';
  const flow = new OutputFlow(
    (outputs) => {
      for (const output of outputs) if (output.kind === 'text') bounded += output.text;
    },
    { ...defaultFlowLimits, interval: Infinity, burst: 0 },
    () => 0,
  );
  flow.output({ kind: 'text', stream: 'stdout', text });
  flow.flush();
  return bounded;
}
