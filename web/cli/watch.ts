/** @file Watches over what runs, from a thread that a cell without an end does not hold up. */

/** Seconds after which a person is told what it is that takes so long. */
const patience = 10;

/** What the command tells its watcher. */
export interface Running {
  what: string | null;
  timeout: number | null;
}

/** @returns takes what runs now */
export function watchOver(io: { stderr(text: string): void; exit(code: number): void }): (running: Running) => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const after = (seconds: number, act: () => void): void => {
    timers.push(setTimeout(act, 1000 * seconds));
  };
  return ({ what, timeout }) => {
    timers.forEach(clearTimeout);
    timers = [];
    if (what === null) return;
    if (timeout === null) {
      after(patience, () => io.stderr(`${what} is still running; Ctrl-C ends it, --timeout SECONDS would, too\n`));
    } else {
      after(timeout, () => {
        io.stderr(`${what} did not end within ${timeout} s, so nothing after it was run or stored\n`);
        io.exit(1);
      });
    }
  };
}
