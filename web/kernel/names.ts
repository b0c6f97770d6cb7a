/** @file Which names a cell declares at its top level, and which of its identifiers mean names shared between cells. */
import type { AnyNode, Class, Function as FunctionNode, Identifier, Pattern, Program } from 'acorn';
import { childrenOf } from './ast.js';

export interface Reference {
  name: string;
  node: Identifier;
  /** How the identifier stands in the source, which decides how it may be rewritten. */
  use: 'plain' | 'call' | 'typeof' | 'shorthand';
  writes: boolean;
  /** Declared by no scope of the cell. */
  free: boolean;
}

export interface NameAnalysis {
  /** Top-level names of the cell, and whether they can be assigned to. */
  declared: Map<string, { constant: boolean }>;
  /**
   * The free names, and the uses of top-level names inside functions: a function outlives its cell and must see a name
   * as the cell that ran last declared it.
   */
  shared: Reference[];
}

interface Scope {
  parent: Scope | null;
  names: Map<string, { constant: boolean }>;
  /** The scope that `var` declares in; its identity also tells one function from another. */
  functionScope: Scope;
}

interface Pending {
  node: Identifier;
  use: Reference['use'];
  writes: boolean;
  scope: Scope;
}

export function analyseNames(program: Program): NameAnalysis {
  const walker = new Walker();
  const top = walker.scope(null, true);
  for (const statement of program.body) walker.visit(statement, top);
  const shared: Reference[] = [];
  for (const { node, use, writes, scope } of walker.pending) {
    const home = homeOf(node.name, scope);
    const nested = scope.functionScope !== top;
    if (home === null || (home === top && nested))
      shared.push({ name: node.name, node, use, writes, free: home === null });
  }
  return { declared: top.names, shared };
}

function homeOf(name: string, from: Scope): Scope | null {
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) if (scope.names.has(name)) return scope;
  return null;
}

class Walker {
  readonly pending: Pending[] = [];

  scope(parent: Scope | null, isFunction: boolean): Scope {
    const scope = { parent, names: new Map() } as unknown as Scope;
    scope.functionScope = isFunction || parent === null ? scope : parent.functionScope;
    return scope;
  }

  visit(node: AnyNode | null | undefined, scope: Scope): void {
    if (!node) return;
    switch (node.type) {
      case 'Identifier':
        this.refer(node, scope);
        return;
      case 'VariableDeclaration': {
        const home = node.kind === 'var' ? scope.functionScope : scope;
        const constant = node.kind !== 'var' && node.kind !== 'let';
        for (const { id, init } of node.declarations) {
          this.declare(id, home, constant, scope);
          this.visit(init, scope);
        }
        return;
      }
      case 'FunctionDeclaration':
        if (node.id) scope.names.set(node.id.name, { constant: false });
        this.visitFunction(node, scope);
        return;
      case 'FunctionExpression': {
        const own = this.scope(scope, false);
        if (node.id) own.names.set(node.id.name, { constant: true });
        this.visitFunction(node, own);
        return;
      }
      case 'ArrowFunctionExpression':
        this.visitFunction(node, scope);
        return;
      case 'ClassDeclaration':
        if (node.id) scope.names.set(node.id.name, { constant: false });
        this.visitClass(node, scope);
        return;
      case 'ClassExpression':
        this.visitClass(node, scope);
        return;
      case 'BlockStatement':
        this.visitChildren(node, this.scope(scope, false));
        return;
      case 'StaticBlock':
        this.visitChildren(node, this.scope(scope, true));
        return;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        this.visitFor(node, this.scope(scope, false));
        return;
      case 'SwitchStatement': {
        this.visit(node.discriminant, scope);
        const cases = this.scope(scope, false);
        for (const one of node.cases) this.visit(one, cases);
        return;
      }
      case 'CatchClause': {
        const caught = this.scope(scope, false);
        if (node.param) this.declare(node.param, caught, false, caught);
        this.visit(node.body, caught);
        return;
      }
      case 'LabeledStatement':
        this.visit(node.body, scope);
        return;
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return;
      case 'MemberExpression':
        this.visit(node.object, scope);
        if (node.computed) this.visit(node.property, scope);
        return;
      case 'Property':
        if (node.computed) this.visit(node.key, scope);
        if (node.shorthand && node.value.type === 'Identifier') this.refer(node.value, scope, 'shorthand');
        else this.visit(node.value, scope);
        return;
      case 'PropertyDefinition':
        if (node.computed) this.visit(node.key, scope);
        // A field's value is worked out when an object is made, as in a method.
        this.visit(node.value, this.scope(scope, true));
        return;
      case 'MethodDefinition':
        if (node.computed) this.visit(node.key, scope);
        this.visit(node.value, scope);
        return;
      case 'CallExpression':
        if (node.callee.type === 'Identifier') this.refer(node.callee, scope, 'call');
        else this.visit(node.callee, scope);
        for (const argument of node.arguments) this.visit(argument, scope);
        return;
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier') this.refer(node.tag, scope, 'call');
        else this.visit(node.tag, scope);
        this.visit(node.quasi, scope);
        return;
      case 'UnaryExpression':
        if (node.operator === 'typeof' && node.argument.type === 'Identifier')
          this.refer(node.argument, scope, 'typeof');
        else this.visit(node.argument, scope);
        return;
      case 'UpdateExpression':
        this.visitTarget(node.argument, scope);
        return;
      case 'AssignmentExpression':
        this.visitTarget(node.left, scope);
        this.visit(node.right, scope);
        return;
      default:
        this.visitChildren(node, scope);
    }
  }

  private refer(node: Identifier, scope: Scope, use: Reference['use'] = 'plain', writes = false): void {
    this.pending.push({ node, use, writes, scope });
  }

  private visitChildren(node: AnyNode, scope: Scope): void {
    for (const child of childrenOf(node)) this.visit(child, scope);
  }

  private visitFunction(node: FunctionNode | AnyNode, outer: Scope): void {
    const { params, body, type } = node as FunctionNode;
    const parameters = this.scope(outer, true);
    if (type !== 'ArrowFunctionExpression') parameters.names.set('arguments', { constant: false });
    for (const parameter of params) this.declare(parameter, parameters, false, parameters);
    // The body has a scope of its own: a default value of a parameter does not see the body's variables.
    const inner = this.scope(parameters, true);
    if (body.type === 'BlockStatement') this.visitChildren(body, inner);
    else this.visit(body, inner);
  }

  private visitClass(node: Class | AnyNode, outer: Scope): void {
    const { id, superClass, body } = node as Class;
    const own = this.scope(outer, false);
    if (id) own.names.set(id.name, { constant: true });
    this.visit(superClass, own);
    this.visitChildren(body, own);
  }

  private visitFor(node: AnyNode, scope: Scope): void {
    if (node.type === 'ForStatement') {
      this.visitChildren(node, scope);
    } else if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
      if (node.left.type === 'VariableDeclaration') this.visit(node.left, scope);
      else this.visitTarget(node.left, scope);
      this.visit(node.right, scope);
      this.visit(node.body, scope);
    }
  }

  /** Declares the names of a pattern in `home`; its default values and computed keys are read in `scope`. */
  private declare(pattern: Pattern, home: Scope, constant: boolean, scope: Scope): void {
    this.visitPattern(pattern, scope, (identifier) => home.names.set(identifier.name, { constant }));
  }

  /** Visits the target of an assignment: its names are written. */
  private visitTarget(pattern: AnyNode, scope: Scope): void {
    this.visitPattern(pattern, scope, (identifier, shorthand) =>
      this.refer(identifier, scope, shorthand ? 'shorthand' : 'plain', true),
    );
  }

  private visitPattern(
    pattern: AnyNode | null,
    scope: Scope,
    name: (identifier: Identifier, shorthand: boolean) => void,
    shorthand = false,
  ): void {
    if (!pattern) return;
    switch (pattern.type) {
      case 'Identifier':
        name(pattern, shorthand);
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) this.visitPattern(element, scope, name);
        return;
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') {
            this.visitPattern(property.argument, scope, name);
            continue;
          }
          if (property.computed) this.visit(property.key, scope);
          this.visitPattern(property.value, scope, name, property.shorthand);
        }
        return;
      case 'AssignmentPattern':
        this.visitPattern(pattern.left, scope, name, shorthand);
        this.visit(pattern.right, scope);
        return;
      case 'RestElement':
        this.visitPattern(pattern.argument, scope, name);
        return;
      default:
        this.visit(pattern, scope);
    }
  }
}
