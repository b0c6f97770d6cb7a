/** @file The reference as a module of the page, `virtual:normlab-reference`, read when something asks for it. */
import type { Plugin } from 'vite';
import { readReference } from './read-reference.js';

const id = 'virtual:normlab-reference';

/** @param root folder of the project */
export function referencePlugin(root: string): Plugin {
  return {
    name: 'normlab-reference',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (resolved) =>
      resolved === `\0${id}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(readReference(root)))})`
        : null,
  };
}
