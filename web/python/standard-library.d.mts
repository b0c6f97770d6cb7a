export const standardLibraryName: string;
export function standardLibrary(): Promise<Buffer>;
