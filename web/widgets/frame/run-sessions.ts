/** @file The worker's side: runs of several widgets take turns, and each frees what it made. */
import { Scope } from '../../api/index.js';
import type { Compute, FromWorker, Run, ToWorker } from './protocol.js';

class Cancelled extends Error {}

const sliceMs = 16;

interface Session {
  run: number;
  paused: boolean;
  /** Turns that it may take while it is paused. */
  turns: number;
  /** Goes on with a run that waits for being seen again. */
  wake: (() => void) | null;
}

export class Sessions {
  private readonly sessions = new Map<number, Session>();

  constructor(
    private readonly computes: Record<string, Compute<never, unknown>>,
    private readonly post: (message: FromWorker) => void,
    private readonly ready: () => Promise<void>,
  ) {}

  take(message: Exclude<ToWorker, { type: 'load' | 'memory' }>): void {
    const session = this.sessionOf(message.session);
    if (message.type === 'run') {
      session.run = message.run;
      void this.run(message, session);
    } else if (message.type === 'pause') {
      session.paused = message.on;
      session.turns = message.turns;
    } else {
      session.run = -1;
      this.sessions.delete(message.session);
    }
    session.wake?.();
  }

  private sessionOf(id: number): Session {
    const known = this.sessions.get(id);
    if (known) return known;
    const session: Session = { run: -1, paused: false, turns: 0, wake: null };
    this.sessions.set(id, session);
    return session;
  }

  private async run({ session: id, run, widget, input }: ToWorker & { type: 'run' }, session: Session): Promise<void> {
    const scope = new Scope();
    const ids = { session: id, run };
    const check = (): void => {
      if (session.run !== run) throw new Cancelled();
    };
    let sliceEnd = 0;
    const tools: Run<unknown> = {
      post: (value) => this.post({ type: 'part', ...ids, value }),
      get paused() {
        return session.paused;
      },
      breathe: async (isTurn = true) => {
        check();
        if (!isTurn && session.paused) return;
        if (!session.paused && performance.now() < sliceEnd) return;
        do await this.turn(session);
        while (isTurn && session.paused && session.turns === 0 && session.run === run);
        if (session.paused && isTurn) session.turns = Math.max(0, session.turns - 1);
        check();
        sliceEnd = performance.now() + sliceMs;
      },
      own: (body) => scope.run(body),
    };
    try {
      await this.ready();
      check();
      const compute = this.computes[widget] as unknown as Compute<unknown, unknown, unknown>;
      const value = await compute(input, tools as Run<unknown>);
      if (session.run === run) this.post({ type: 'done', ...ids, value });
    } catch (error) {
      if (error instanceof Cancelled || session.run !== run) return;
      this.post({ type: 'error', ...ids, message: error instanceof Error ? error.message : String(error) });
    } finally {
      scope.dispose();
    }
  }

  /** The next turn: soon, or when a paused session is spoken to. */
  private turn(session: Session): Promise<void> {
    return new Promise((resolve) => {
      if (!session.paused || session.turns > 0) setTimeout(resolve, 0);
      else {
        session.wake = () => {
          session.wake = null;
          resolve();
        };
      }
    });
  }
}
