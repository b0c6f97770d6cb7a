/** @file A figure of a lesson: a live element of the site, a chart that is computed when the page is made, or both. */
import { FenceMistake, isFields, onlyKnown, readFields, textOf, told } from './fields.js';

export interface Figure {
  /** Name of the element without `normlab-`, or null. */
  widget: string | null;
  attributes: Record<string, string>;
  /** Markdown. */
  caption: string;
  /** JavaScript that shows charts: the figure, or what stands in the element's place until it works; may be empty. */
  chart: string;
}

/** @throws FenceMistake */
export function parseFigure(text: string): Figure {
  const fields = readFields(text);
  onlyKnown(fields, ['widget', 'attributes', 'caption', 'chart']);
  const optional = (name: string): string => (fields[name] === undefined ? '' : textOf(fields, name));
  const widget = optional('widget');
  const chart = optional('chart').trimEnd();
  if (widget === '' && chart === '')
    throw new FenceMistake('expected widget: a name, or chart: code that shows a chart');
  if (widget !== '' && !/^[a-z][a-z0-9-]*$/.test(widget)) {
    throw new FenceMistake(`expected widget: a name of small letters and dashes, got ${told(widget)}`);
  }
  if (widget === '' && fields.attributes !== undefined) {
    throw new FenceMistake('expected attributes only with a widget');
  }
  return {
    widget: widget || null,
    attributes: attributesOf(fields.attributes ?? {}),
    caption: optional('caption'),
    chart,
  };
}

/** true is the bare name, false leaves it out. Attributes that any element has may not be set: some are code. */
function attributesOf(given: unknown): Record<string, string> {
  if (!isFields(given)) throw new FenceMistake(`expected attributes: lines like 'name: value', got ${told(given)}`);
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || /^(on.*|style|class|id|is|slot|part|hidden|tabindex)$/.test(name)) {
      throw new FenceMistake(`expected the name of an attribute of the widget, got '${name}'`);
    }
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new FenceMistake(`expected the attribute ${name}: a text, a number, true or false, got ${told(value)}`);
    }
    if (value !== false) attributes[name] = value === true ? '' : String(value);
  }
  return attributes;
}
