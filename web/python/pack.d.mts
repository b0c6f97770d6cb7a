/** The Python files of lib/, by their paths in it. */
export function libraryFiles(): Record<string, string>;
