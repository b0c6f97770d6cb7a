/** @file Parts of the page that must be there. */

export function part<T extends HTMLElement>(element: Element, selector: string): T {
  const found = element.querySelector<T>(selector);
  if (!found) throw new Error(`[notebook] expected ${selector} in ${element.className}, got none`);
  return found;
}
