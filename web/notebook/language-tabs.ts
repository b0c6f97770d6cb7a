/** @file Cells in two languages: one choice for all of them, remembered for the page. */
import type { CellLanguage } from '../lesson/lesson.js';

interface Group {
  tabs: HTMLButtonElement[];
  panels: HTMLElement[];
}

export class LanguageTabs {
  private readonly groups: Group[];

  /** @param key under which the page's choice is kept */
  constructor(
    page: HTMLElement,
    private readonly key: string,
  ) {
    this.groups = [...page.querySelectorAll<HTMLElement>('.cell-tabs')].map((element) => ({
      tabs: [...element.querySelectorAll<HTMLButtonElement>('[role=tab]')],
      panels: [...element.querySelectorAll<HTMLElement>('[role=tabpanel]')],
    }));
    for (const { tabs } of this.groups) {
      for (const tab of tabs) {
        tab.addEventListener('click', () => this.choose(tab));
        tab.addEventListener('keydown', (event) => this.move(event, tabs, tab));
      }
    }
    if (this.groups.length > 0) this.show(this.remembered());
  }

  /** Whether a cell is behind the other language. */
  hides(cell: HTMLElement): boolean {
    return cell.closest<HTMLElement>('[role=tabpanel]')?.hidden ?? false;
  }

  /** As the tabs of the ARIA practices: arrows go round, Home and End to the ends, and the focus chooses. */
  private move(event: KeyboardEvent, tabs: readonly HTMLButtonElement[], tab: HTMLButtonElement): void {
    const at = tabs.indexOf(tab);
    const places: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 };
    if (!Object.hasOwn(places, event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = tabs[places[event.key] % tabs.length];
    this.choose(next);
    next.focus();
  }

  /** What is above may become longer or shorter; the tab stays where it is under the pointer. */
  private choose(tab: HTMLButtonElement): void {
    const before = tab.getBoundingClientRect().top;
    const language = tab.dataset.language as CellLanguage;
    this.show(language);
    window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
    try {
      localStorage.setItem(this.key, language);
    } catch {
      // A page without storage forgets.
    }
  }

  private show(language: CellLanguage | null): void {
    for (const { tabs, panels } of this.groups) {
      const chosen = tabs.some((tab) => tab.dataset.language === language) ? language : tabs[0].dataset.language;
      for (const tab of tabs) {
        const selected = tab.dataset.language === chosen;
        tab.setAttribute('aria-selected', String(selected));
        tab.tabIndex = selected ? 0 : -1;
      }
      for (const panel of panels) {
        panel.classList.remove('second');
        panel.hidden = panel.dataset.language !== chosen;
      }
    }
  }

  private remembered(): CellLanguage | null {
    try {
      return localStorage.getItem(this.key) as CellLanguage | null;
    } catch {
      return null;
    }
  }
}
