/** @file Walking an ESTree syntax tree. */
import type { AnyNode } from 'acorn';

export function* childrenOf(node: AnyNode): Generator<AnyNode> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) yield child;
    } else if (isNode(value)) {
      yield value;
    }
  }
}

/**
 * Visits every node below `node`, parents first. `list` says whether a node is a statement of a block or a switch case.
 */
export function walk(node: AnyNode, visit: (node: AnyNode, list: boolean) => void): void {
  for (const child of childrenOf(node)) {
    const list =
      node.type === 'BlockStatement' ||
      node.type === 'StaticBlock' ||
      (node.type === 'SwitchCase' && child !== node.test);
    visit(child, list);
    walk(child, visit);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string';
}
