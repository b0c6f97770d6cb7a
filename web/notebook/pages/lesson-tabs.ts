/** @file A cell in two languages: each is a tab of the page. */
import { html, type Markup } from '../../charts/markup.js';
import type { CellLanguage } from '../../lesson/lesson.js';

export interface Tab {
  language: CellLanguage;
  /** Place of the cell on the page. */
  index: number;
  cell: Markup;
}

const titles: Record<CellLanguage, string> = { javascript: 'JavaScript', python: 'Python' };

/** Without script both cells are there, one below the other. */
export function tabsMarkup(tabs: readonly Tab[]): Markup {
  const number = tabs[0].index + 1;
  return html(
    'div',
    { class: 'cell-tabs wide' },
    html(
      'div',
      { class: 'tab-list needs-script', role: 'tablist', 'aria-label': `Language of cell ${number}` },
      ...tabs.map(({ language, index }, at) =>
        html(
          'button',
          {
            type: 'button',
            role: 'tab',
            id: `tab-${index}`,
            'aria-controls': `panel-${index}`,
            'aria-selected': at === 0 ? 'true' : 'false',
            tabindex: at === 0 ? 0 : -1,
            'data-language': language,
          },
          titles[language],
        ),
      ),
    ),
    ...tabs.map(({ language, index, cell }, at) =>
      html(
        'div',
        {
          class: at === 0 ? 'tab-panel' : 'tab-panel second',
          role: 'tabpanel',
          id: `panel-${index}`,
          'aria-labelledby': `tab-${index}`,
          'data-language': language,
        },
        cell,
      ),
    ),
  );
}
