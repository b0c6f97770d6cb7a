export { Parameter } from '../tensor.js';
export { Module } from './module.js';
export { Linear, ReLU, Sigmoid, Tanh } from './layers.js';
export { BatchNorm1d, type BatchNormOptions, LayerNorm, type LayerNormOptions, RMSNorm, type RMSNormOptions } from './norms.js';
export { Sequential } from './sequential.js';
export { CrossEntropyLoss, Loss } from './loss.js';
export * as utils from './utils.js';
