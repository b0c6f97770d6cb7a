/** @file The bar at the top of a lesson: the buttons for all cells, and one line of words that is also read out. */

export interface BarActions {
  runAll(): void;
  stop(): void;
  restart(): void;
  clear(): void;
}

export class StatusBar {
  private readonly status: HTMLElement;
  private readonly load: HTMLProgressElement;
  private readonly stopButton: HTMLButtonElement;

  constructor(element: HTMLElement, actions: BarActions) {
    this.status = element.querySelector<HTMLElement>('.toolbar-status')!;
    this.load = element.querySelector<HTMLProgressElement>('.toolbar-load')!;
    this.stopButton = element.querySelector<HTMLButtonElement>('[data-action="stop"]')!;
    for (const button of element.querySelectorAll<HTMLButtonElement>('button[data-action]')) {
      button.addEventListener('click', () => actions[button.dataset.action as keyof BarActions]());
      button.disabled = button === this.stopButton;
    }
  }

  setBusy(busy: boolean): void {
    // A disabled button loses the keyboard's focus; it goes to its neighbour.
    if (!busy && document.activeElement === this.stopButton) (this.stopButton.previousElementSibling as HTMLElement).focus();
    this.stopButton.disabled = !busy;
  }

  /** One sentence for eyes and screen readers; the newest replaces the last. */
  say(words: string): void {
    this.status.textContent = words;
    this.status.title = words;
  }

  /** Bytes of the engine so far, or null when nothing loads. `total` is 0 where the host does not say it. */
  showLoading(bytes: { loaded: number; total: number } | null): void {
    this.load.hidden = bytes === null;
    if (!bytes) return;
    const { loaded, total } = bytes;
    if (total > 0) {
      this.load.max = total;
      this.load.value = loaded;
    } else {
      this.load.removeAttribute('value');
    }
    const kilobytes = (count: number): string => `${Math.round(count / 1000)} kB`;
    const sizes = total > 0 ? `${kilobytes(loaded)} of ${kilobytes(total)}` : kilobytes(loaded);
    this.say(loaded > 0 && loaded === total ? 'Starting the engine.' : `Loading the engine: ${sizes}.`);
  }
}
