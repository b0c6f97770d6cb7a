/** @file Lessons: Markdown with cells, as blocks and back. */
export * from './lesson.js';
export { parse } from './parse.js';
export { type Address, addressesIn, formulaProblems, render } from './render.js';
