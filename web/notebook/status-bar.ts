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
  /** Not read out: the progress element is, and as often as the reader wants. */
  private readonly bytes: HTMLElement;
  private readonly stopButton: HTMLButtonElement;

  constructor(element: HTMLElement, actions: BarActions) {
    this.status = element.querySelector<HTMLElement>('.toolbar-status')!;
    this.bytes = element.querySelector<HTMLElement>('.toolbar-bytes')!;
    this.load = element.querySelector<HTMLProgressElement>('.toolbar-load')!;
    this.stopButton = element.querySelector<HTMLButtonElement>('[data-action="stop"]')!;
    for (const button of element.querySelectorAll<HTMLButtonElement>('button[data-action]')) {
      button.addEventListener('click', () => actions[button.dataset.action as keyof BarActions]());
      button.disabled = button === this.stopButton;
    }
  }

  setBusy(busy: boolean): void {
    // A disabled button loses the keyboard's focus; it goes to its neighbour.
    if (!busy && document.activeElement === this.stopButton)
      (this.stopButton.previousElementSibling as HTMLElement).focus();
    this.stopButton.disabled = !busy;
  }

  /** One sentence for eyes and screen readers; the newest replaces the last. */
  say(words: string): void {
    this.status.textContent = words;
    this.status.title = words;
  }

  /** Bytes of the engine so far, or null when nothing loads. `total` is 0 where the host does not say it. */
  showLoading(bytes: { loaded: number; total: number } | null): void {
    if (bytes && this.load.hidden) this.say('Loading the engine.');
    this.load.hidden = bytes === null;
    this.bytes.textContent = bytes ? byteWords(bytes.loaded, bytes.total) : '';
    if (!bytes) return;
    if (bytes.total > 0) {
      this.load.max = bytes.total;
      this.load.value = bytes.loaded;
    } else {
      this.load.removeAttribute('value');
    }
  }
}

function byteWords(loaded: number, total: number): string {
  const kilobytes = (count: number): string => `${Math.round(count / 1000)} kB`;
  return total > 0 ? `${kilobytes(loaded)} of ${kilobytes(total)}` : kilobytes(loaded);
}
