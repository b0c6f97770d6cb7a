/** @file What `data` offers. */

export * from './data.js';
export { CharacterDataset, loadGenesis, sortingDataset, type SortingOptions } from './sequences.js';
