/** @file What `data` offers. */

export * from './data.js';
export { CharacterDataset, copyingDataset, loadGenesis, sortingDataset, type SortingOptions } from './sequences.js';
