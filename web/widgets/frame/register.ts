/** @file Makes a widget an element of the page. */
import type { AnyWidget } from './widget.js';
import type { WidgetElement } from './widget-element.js';

/** Defines `<normlab-NAME>` with a property for each setting. A second script of the same name does nothing. */
export function register(element: CustomElementConstructor & { widget: AnyWidget }): void {
  for (const name of Object.keys(element.widget.schema)) {
    if (name in element.prototype) throw new Error(`[widgets] expected a setting with a name of its own, got ${name}`);
    Object.defineProperty(element.prototype, name, {
      configurable: true,
      get(this: WidgetElement<Record<string, unknown>, unknown, unknown>) {
        return this.state()[name];
      },
      set(this: WidgetElement<Record<string, unknown>, unknown, unknown>, value: unknown) {
        this.state({ [name]: value });
      },
    });
  }
  const tag = `normlab-${element.widget.name}`;
  if (!customElements.get(tag)) customElements.define(tag, element);
}
