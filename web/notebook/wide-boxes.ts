/** @file Formulas and tables that are wider than the page scroll; those, and only those, take the keyboard's focus. */

const labels: Record<string, string> = { 'katex-display': 'Formula', 'prose-table': 'Table' };

export function watchWideBoxes(page: Element): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target as HTMLElement;
      if (box.scrollWidth > box.clientWidth) {
        box.tabIndex = 0;
        box.setAttribute('role', 'group');
        box.setAttribute('aria-label', labels[box.className]);
      } else {
        for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
      }
    }
  });
  for (const box of page.querySelectorAll('.katex-display, .prose-table')) observer.observe(box);
}
