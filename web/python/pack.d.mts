/** The Python files of lib/ as one JSON file. */
export function packLibrary(): string;
