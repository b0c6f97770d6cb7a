export const standardLibraryName: string;
export const libraryName: string;
export function standardLibrary(): Promise<Buffer>;
export function library(): Promise<Buffer>;
