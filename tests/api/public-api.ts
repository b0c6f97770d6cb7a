/** @file The library's public face, read from its sources: what there is, its docs, its parameters. */
import path from 'node:path';
import ts from 'typescript';
import { sourceProgram } from '../../web/notebook/reference/source-program.js';

/** What values a parameter takes, by its type. */
export type Form =
  | 'number'
  | 'boolean'
  | 'string'
  | 'bigint'
  | 'undefined'
  | 'null'
  | 'function'
  | 'array'
  | 'typed array'
  | 'object'
  /** The name of a class of the library. */
  | (string & {});

export interface Parameter {
  name: string;
  forms: Form[];
  /** String literals that the type names. */
  literals: string[];
  rest: boolean;
  /** Fields of an options object. */
  fields: Parameter[];
}

export interface Item {
  /** "nn.LayerNorm", "Tensor.add" */
  path: string;
  kind: 'function' | 'class' | 'method' | 'property' | 'type' | 'field' | 'namespace';
  doc: string;
  /** Of functions, methods, and the constructors of classes that can be made. */
  parameters: Parameter[] | null;
}

/** All that a user of the package can name, with members of classes and fields of options. */
export function publicApi(): Item[] {
  const file = path.resolve(import.meta.dirname, '../../web/api/index.ts');
  const program = sourceProgram([file]);
  const walk = new Walk(program.getTypeChecker());
  walk.module(program.getSourceFile(file)!, '');
  return walk.items;
}

class Walk {
  readonly items: Item[] = [];
  private readonly seen = new Set<ts.Symbol>();
  private readonly exported = new Set<ts.Symbol>();

  constructor(private readonly checker: ts.TypeChecker) {}

  module(node: ts.Node, prefix: string): void {
    this.exports(this.checker.getSymbolAtLocation(node)!, prefix);
  }

  private exports(module: ts.Symbol, prefix: string): void {
    for (const symbol of this.checker.getExportsOfModule(module)) this.exported.add(this.target(symbol));
    for (const symbol of this.checker.getExportsOfModule(module)) this.symbol(symbol, prefix);
  }

  private symbol(symbol: ts.Symbol, prefix: string): void {
    const target = this.target(symbol);
    const name = prefix + symbol.name;
    if (this.isInternal(target)) return;
    if (target.flags & ts.SymbolFlags.ValueModule) {
      this.exports(target, `${name}.`);
      return;
    }
    const declaration = target.valueDeclaration;
    if (target.flags & ts.SymbolFlags.Class) {
      const type = this.checker.getTypeOfSymbolAtLocation(target, declaration!);
      const [construct] = type.getConstructSignatures();
      const hidden = ts.getCombinedModifierFlags(declaration!) & ts.ModifierFlags.Abstract;
      const tags = construct?.declaration ? ts.getJSDocTags(construct.declaration) : [];
      const inner = tags.some(({ tagName }) => tagName.text === 'internal');
      this.add(name, 'class', target, construct && !hidden && !inner ? this.parameters(construct) : null);
      if (!this.seen.has(target)) this.members(name, target);
      this.seen.add(target);
    } else if (target.flags & ts.SymbolFlags.Function) {
      const [call] = this.checker.getTypeOfSymbolAtLocation(target, declaration!).getCallSignatures();
      this.add(name, 'function', target, this.parameters(call));
    } else {
      this.add(name, 'type', target, null);
      if (target.flags & ts.SymbolFlags.Interface) this.members(name, target);
    }
  }

  private target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private members(owner: string, symbol: ts.Symbol): void {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    const isInterface = (symbol.flags & ts.SymbolFlags.Class) === 0;
    for (const property of type.getProperties()) {
      const { valueDeclaration } = property;
      if (!valueDeclaration?.getSourceFile().fileName.includes('/web/api/')) continue;
      if (this.isMetInBase(type as ts.InterfaceType, property)) continue;
      const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
      if (ts.getCombinedModifierFlags(valueDeclaration) & hidden) continue;
      if (/^(?:__|#)/.test(property.name) || this.isInternal(property)) continue;
      if (isInterface) this.add(`${owner}.${property.name}`, 'field', property, null);
      else if (property.flags & ts.SymbolFlags.Method) {
        const [call] = this.checker.getTypeOfSymbolAtLocation(property, valueDeclaration).getCallSignatures();
        this.add(`${owner}.${property.name}`, 'method', property, this.parameters(call));
      } else this.add(`${owner}.${property.name}`, 'property', property, null);
    }
  }

  /** Whether an exported base has the property too. */
  private isMetInBase(type: ts.InterfaceType, property: ts.Symbol): boolean {
    return (this.checker.getBaseTypes(type) as ts.InterfaceType[]).some((base) => {
      const inherited = base.getProperty(property.name)?.valueDeclaration === property.valueDeclaration;
      return (
        (inherited && base.symbol !== undefined && this.exported.has(base.symbol)) || this.isMetInBase(base, property)
      );
    });
  }

  private add(path: string, kind: Item['kind'], symbol: ts.Symbol, parameters: Parameter[] | null): void {
    const doc = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).trim();
    this.items.push({ path, kind, doc, parameters });
  }

  private isInternal(symbol: ts.Symbol | undefined): boolean {
    return symbol?.getJsDocTags().some(({ name }) => name === 'internal') ?? false;
  }

  private parameters(signature: ts.Signature): Parameter[] {
    return signature.getParameters().map((parameter) => {
      const declaration = parameter.valueDeclaration as ts.ParameterDeclaration;
      const type = this.checker.getTypeOfSymbolAtLocation(parameter, declaration);
      const rest = declaration.dotDotDotToken !== undefined;
      const optional = declaration.questionToken !== undefined || declaration.initializer !== undefined;
      return this.parameter(parameter.name, type, { rest, optional });
    });
  }

  private parameter(name: string, type: ts.Type, { rest = false, optional = false }): Parameter {
    const forms = new Set<Form>(optional ? ['undefined'] : []);
    const literals: string[] = [];
    const fields: Parameter[] = [];
    const visit = (part: ts.Type): void => {
      if (part.isUnion()) for (const inner of part.types) visit(inner);
      else if (part.isIntersection()) for (const inner of part.types) visit(inner);
      else if (part.isStringLiteral()) literals.push(part.value);
      else forms.add(this.form(part, fields));
    };
    // Of a rest parameter: what one of its values may be.
    const element = (part: ts.Type): readonly ts.Type[] => this.checker.getTypeArguments(part as ts.TypeReference);
    if (rest) for (const part of type.isUnion() ? type.types : [type]) element(part).forEach(visit);
    else visit(type);
    return { name, forms: [...forms], literals, rest, fields };
  }

  private form(type: ts.Type, fields: Parameter[]): Form {
    const { flags } = type;
    if (flags & ts.TypeFlags.NumberLike) return 'number';
    if (flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (flags & ts.TypeFlags.StringLike) return 'string';
    if (flags & ts.TypeFlags.BigIntLike) return 'bigint';
    if (flags & ts.TypeFlags.Null) return 'null';
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return 'undefined';
    if (this.checker.isArrayType(type) || this.checker.isTupleType(type)) return 'array';
    const name = type.symbol?.name ?? '';
    if (type.symbol?.flags & ts.SymbolFlags.Class) return name;
    if (type.getCallSignatures().length > 0) return 'function';
    if (/Array$/.test(name)) return 'typed array';
    for (const field of type.getProperties()) {
      if (!field.valueDeclaration?.getSourceFile().fileName.includes('/web/api/')) continue;
      const fieldType = this.checker.getTypeOfSymbolAtLocation(field, field.valueDeclaration);
      const optional = (field.flags & ts.SymbolFlags.Optional) !== 0;
      fields.push(this.parameter(field.name, fieldType, { optional }));
    }
    return fields.length > 0 ? 'object' : name;
  }
}
