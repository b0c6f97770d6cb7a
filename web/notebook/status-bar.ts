/** @file The bar at the top of a lesson: the buttons for all cells, and one line of words that is also read out. */

export interface BarActions {
  runAll(): void;
  stop(): void;
  restart(): void;
  clear(): void;
  copyLink(): void;
  saveMarkdown(): void;
  saveNotebook(): void;
  resetAll(): void;
}

export class StatusBar {
  private readonly status: HTMLElement;
  private readonly load: HTMLProgressElement;
  /** Not read out: the progress element is, and as often as the reader wants. */
  private readonly bytes: HTMLElement;
  private readonly stopButton: HTMLButtonElement;
  private readonly offerButton: HTMLButtonElement;

  constructor(element: HTMLElement, actions: BarActions) {
    const find = <T extends HTMLElement>(selector: string): T => element.querySelector<T>(selector)!;
    this.status = find('.toolbar-status');
    this.bytes = find('.toolbar-bytes');
    this.load = find('.toolbar-load');
    this.stopButton = find('[data-action="stop"]');
    this.offerButton = find('.toolbar-offer');
    for (const button of element.querySelectorAll<HTMLButtonElement>('button[data-action]')) {
      button.addEventListener('click', () => actions[button.dataset.action as keyof BarActions]());
      button.disabled = button === this.stopButton;
    }
    closeWhenLeft(find<HTMLDetailsElement>('.toolbar-more'));
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
    this.offerButton.hidden = true;
  }

  /** A sentence with a button that stays until the next sentence. */
  offer(words: string, label: string, action: () => void): void {
    this.say(words);
    this.offerButton.textContent = label;
    this.offerButton.hidden = false;
    this.offerButton.onclick = () => {
      this.offerButton.hidden = true;
      action();
    };
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

/** A menu closes after a choice, with Esc, and when the focus or the pointer goes elsewhere. */
function closeWhenLeft(menu: HTMLDetailsElement): void {
  const close = (focus: boolean): void => {
    if (!menu.open) return;
    menu.open = false;
    if (focus) menu.querySelector('summary')!.focus();
  };
  menu.addEventListener('click', (event) => (event.target as Element).closest('button') && close(true));
  menu.addEventListener('keydown', (event) => event.key === 'Escape' && close(true));
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) close(false);
  });
  document.addEventListener('pointerdown', (event) => !menu.contains(event.target as Node) && close(false));
}

function byteWords(loaded: number, total: number): string {
  const kilobytes = (count: number): string => `${Math.round(count / 1000)} kB`;
  return total > 0 ? `${kilobytes(loaded)} of ${kilobytes(total)}` : kilobytes(loaded);
}
