/** @file Formulas that are wider than the page scroll; those, and only those, take the keyboard's focus. */

export function watchWideFormulas(page: Element): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const formula = target as HTMLElement;
      if (formula.scrollWidth > formula.clientWidth) {
        formula.tabIndex = 0;
        formula.setAttribute('role', 'group');
        formula.setAttribute('aria-label', 'Formula');
      } else {
        for (const name of ['tabindex', 'role', 'aria-label']) formula.removeAttribute(name);
      }
    }
  });
  for (const formula of page.querySelectorAll('.katex-display')) observer.observe(formula);
}
