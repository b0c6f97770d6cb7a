/** @file TypeScript sources as their compiler sees them. */
import ts from 'typescript';

/** @param files with their paths */
export function sourceProgram(files: readonly string[]): ts.Program {
  return ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    strict: true,
    skipLibCheck: true,
    types: [],
    noEmit: true,
  });
}
