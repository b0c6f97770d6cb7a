/**
 * @file A tree of elements as plain data: written as HTML at build time, made or patched as DOM on the page. Text is
 * always text, never HTML.
 */

export interface Markup {
  tag: string;
  svg: boolean;
  attributes: Record<string, string>;
  children: (Markup | string)[];
}

type Attributes = Record<string, string | number | boolean | null | undefined>;
type Child = Markup | string | null | false | Child[];

/** An HTML element. Attributes that are null, undefined or false are left out; true writes the bare name. */
export function html(tag: string, attributes: Attributes, ...children: Child[]): Markup {
  return { tag, svg: false, attributes: definedAttributes(attributes), children: flatten(children) };
}

/** An SVG element. */
export function svg(tag: string, attributes: Attributes, ...children: Child[]): Markup {
  return { tag, svg: true, attributes: definedAttributes(attributes), children: flatten(children) };
}

/** A box for what may be wider or higher than its place; it takes the focus, so that arrow keys can scroll it. */
export function scrollable(label: string, ...children: Child[]): Markup {
  return html('div', { class: 'table-scroll', tabindex: 0, role: 'group', 'aria-label': label }, ...children);
}

/** The HTML text of a tree. */
export function toHtml(node: Markup | string): string {
  if (typeof node === 'string') return escapeHtml(node);
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  if (voidTags.has(node.tag)) return `<${node.tag}${attributes}>`;
  return `<${node.tag}${attributes}>${node.children.map(toHtml).join('')}</${node.tag}>`;
}

/** New DOM nodes for a tree. */
export function toDom(node: Markup): Element {
  const element = document.createElementNS(node.svg ? svgNamespace : htmlNamespace, node.tag);
  for (const [name, value] of Object.entries(node.attributes)) element.setAttribute(name, value);
  element.append(...node.children.map((child) => (typeof child === 'string' ? child : toDom(child))));
  return element;
}

/** Makes `element` equal to `node`, which has the same tag, touching only what differs. */
export function patch(element: Element, node: Markup): void {
  patchAttributes(element, node.attributes);
  patchChildren(element, node.children);
}

/** Makes the children of `element` equal to `children`, touching only what differs. */
export function patchChildren(element: Element, children: (Markup | string)[]): void {
  children.forEach((child, i) => {
    const old = element.childNodes[i];
    if (typeof child === 'string') {
      if (old instanceof Text) {
        if (old.data !== child) old.data = child;
      } else {
        replaceOrAppend(element, old, document.createTextNode(child));
      }
    } else if (old instanceof Element && old.localName === child.tag) {
      patch(old, child);
    } else {
      replaceOrAppend(element, old, toDom(child));
    }
  });
  while (element.childNodes.length > children.length) element.lastChild?.remove();
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

const svgNamespace = 'http://www.w3.org/2000/svg';
const htmlNamespace = 'http://www.w3.org/1999/xhtml';
const voidTags = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'col']);
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function definedAttributes(attributes: Attributes): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    defined[name] = value === true ? '' : String(value);
  }
  return defined;
}

function flatten(children: Child[]): (Markup | string)[] {
  return children.flatMap((child) => {
    if (child === null || child === false) return [];
    return Array.isArray(child) ? flatten(child) : [child];
  });
}

function patchAttributes(element: Element, attributes: Record<string, string>): void {
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

function replaceOrAppend(parent: Element, old: ChildNode | undefined, node: Node): void {
  if (old) old.replaceWith(node);
  else parent.append(node);
}
