/** @file What cells can call, as data: for completion in the editor and for the help page. */

/** A function, a class, or a namespace such as `nn`. */
export interface Entry {
  name: string;
  kind: 'function' | 'class' | 'namespace' | 'property';
  /** As it is called: `randn(shape: number | number[], options?: TensorOptions): Tensor`. */
  signature: string;
  doc: string;
  /** Class of what a call gives, if it is one of `Reference.types`. */
  returns?: string;
  /** Fields of the options argument. */
  options?: { name: string; type: string; doc: string }[];
  /** Of a namespace. */
  members?: Entry[];
}

export interface Reference {
  names: Entry[];
  /** What objects of a class have. */
  types: Record<string, Entry[]>;
}

/** Finds `nn.LayerNorm` and the like. */
export function lookUp({ names }: Reference, path: readonly string[]): Entry | undefined {
  const [first, ...rest] = path;
  let entry = names.find(({ name }) => name === first);
  for (const part of rest) entry = entry?.members?.find(({ name }) => name === part);
  return entry;
}
