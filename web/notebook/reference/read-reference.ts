/** @file Reads the reference from the library's sources with the TypeScript compiler. Runs at build time. */
import path from 'node:path';
import ts from 'typescript';
import { kernelNames } from '../../kernel/engine.js';
import type { Entry, Reference } from './reference.js';
import { sourceProgram } from './source-program.js';

/** @param root folder of the project */
export function readReference(root: string): Reference {
  const files = ['web/api/index.ts', 'web/kernel/cell-globals.d.ts'].map((file) => path.join(root, file));
  const program = sourceProgram(files);
  const reader = new Reader(program.getTypeChecker());
  const [library, cells] = files.map((file) => reader.exportsOf(program.getSourceFile(file)!));
  // Classes of the cells' own names are reached through functions only.
  const names = [...library, ...cells.filter(({ kind }) => kind === 'function')].filter(
    ({ name }) => !kernelNames.has(name),
  );
  return { names, types: reader.types };
}

class Reader {
  readonly types: Record<string, Entry[]> = {};

  constructor(private readonly checker: ts.TypeChecker) {}

  exportsOf(file: ts.Node): Entry[] {
    const module = this.checker.getSymbolAtLocation(file);
    if (!module) throw new Error('[reference] expected a module, got none');
    return this.entriesOf(module);
  }

  private entriesOf(module: ts.Symbol): Entry[] {
    return this.checker
      .getExportsOfModule(module)
      .map((symbol) => this.resolve(symbol))
      .filter(({ target }) => (target.flags & ts.SymbolFlags.Value) !== 0)
      .map(({ name, target }) => this.entry(name, target));
  }

  private resolve(symbol: ts.Symbol): { name: string; target: ts.Symbol } {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return { name: symbol.name, target: isAlias ? this.checker.getAliasedSymbol(symbol) : symbol };
  }

  private entry(name: string, symbol: ts.Symbol): Entry {
    const doc = this.docOf(symbol);
    if (symbol.flags & ts.SymbolFlags.ValueModule) {
      return { name, kind: 'namespace', signature: name, doc, members: this.entriesOf(symbol) };
    }
    const declaration = symbol.valueDeclaration!;
    const type = this.checker.getTypeOfSymbolAtLocation(symbol, declaration);
    if (symbol.flags & ts.SymbolFlags.Class) {
      this.addType(symbol);
      const [construct] = type.getConstructSignatures();
      if (!construct) return { name, kind: 'class', signature: name, doc };
      return {
        ...this.callable(name, 'class', construct, doc),
        signature: `new ${name}${this.parametersOf(construct)}`,
      };
    }
    const [call] = type.getCallSignatures();
    if (call) return this.callable(name, 'function', call, doc);
    return { name, kind: 'property', signature: `${name}: ${this.text(type)}`, doc };
  }

  private callable(name: string, kind: 'function' | 'class', signature: ts.Signature, doc: string): Entry {
    const result = signature.getReturnType();
    const className = result.symbol?.flags & ts.SymbolFlags.Class ? result.symbol.name : undefined;
    if (className) this.addType(result.symbol);
    const options = this.optionsOf(signature);
    return {
      name,
      kind,
      signature: `${name}${this.parametersOf(signature)}: ${this.text(result)}`,
      doc,
      ...(className && { returns: className }),
      ...(options.length > 0 && { options }),
    };
  }

  private addType(symbol: ts.Symbol): void {
    if (symbol.name in this.types) return;
    this.types[symbol.name] = [];
    const properties = this.checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isPublic);
    this.types[symbol.name] = properties.map((property) => {
      const { valueDeclaration } = property;
      const type = this.checker.getTypeOfSymbolAtLocation(property, valueDeclaration!);
      const [call] = type.getCallSignatures();
      const doc = this.docOf(property);
      return call && property.flags & ts.SymbolFlags.Method
        ? this.callable(property.name, 'function', call, doc)
        : { name: property.name, kind: 'property', signature: `${property.name}: ${this.text(type)}`, doc };
    });
  }

  private parametersOf(signature: ts.Signature): string {
    const texts = signature.getParameters().map((parameter) => {
      const declaration = parameter.valueDeclaration as ts.ParameterDeclaration;
      const type = this.checker.getTypeOfSymbolAtLocation(parameter, declaration);
      const { initializer, questionToken, dotDotDotToken } = declaration;
      const value = initializer && ` = ${initializer.getText()}`;
      const optional = questionToken || (initializer && !value) ? '?' : '';
      return `${dotDotDotToken ? '...' : ''}${parameter.name}${optional}: ${this.text(type)}${value ?? ''}`;
    });
    return `(${texts.join(', ')})`;
  }

  private optionsOf(signature: ts.Signature): NonNullable<Entry['options']> {
    const last = signature.getParameters().at(-1);
    if (last?.name !== 'options') return [];
    const type = this.checker.getNonNullableType(this.checker.getTypeOfSymbolAtLocation(last, last.valueDeclaration!));
    return type.getProperties().map((field) => ({
      name: field.name,
      type: this.text(
        this.checker.getNonNullableType(this.checker.getTypeOfSymbolAtLocation(field, field.valueDeclaration!)),
      ),
      doc: this.docOf(field),
    }));
  }

  private text(type: ts.Type): string {
    return this.checker
      .typeToString(
        type,
        undefined,
        ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
      )
      .replace(/ \| undefined$/, '');
  }

  private docOf(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).replace(/\s+/g, ' ').trim();
  }
}

/** Not private, protected, internal or a symbol. */
function isPublic(property: ts.Symbol): boolean {
  const declaration = property.valueDeclaration;
  if (!declaration || /^(?:__|_|#)/.test(property.name)) return false;
  if (!declaration.getSourceFile().fileName.includes('/web/')) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (
    (ts.getCombinedModifierFlags(declaration) & hidden) === 0 &&
    !property.getJsDocTags().some(({ name }) => name === 'internal')
  );
}
