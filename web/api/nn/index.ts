export { Parameter } from '../tensor.js';
export { type AttentionMasks, MultiheadAttention, type MultiheadAttentionOptions } from './attention.js';
export { HyperConnection, type HyperConnectionOptions } from './hyper-connection.js';
export { ModuleList } from './module-list.js';
export { LearnedPositions, SinusoidalPositions } from './positions.js';
export { TokenBatchNorm } from './token-norm.js';
export { TransformerEncoder, type TransformerEncoderOptions } from './transformer.js';
export {
  type BlockNorm, type EncoderMasks, TransformerEncoderLayer, type TransformerEncoderLayerOptions,
} from './transformer-layer.js';
export type { ForwardHook, HookHandle } from './hooks.js';
export { Module } from './module.js';
export {
  Dropout, Embedding, type EmbeddingOptions, GELU, type GELUOptions, Identity, Linear, ReLU, Sigmoid, SiLU, Tanh,
} from './layers.js';
export {
  BatchNorm1d, BatchNorm2d, type BatchNormOptions, LayerNorm, type LayerNormOptions, RMSNorm, type RMSNormOptions,
} from './norms.js';
export { ResidualConnection, type ResidualOptions } from './residual.js';
export { Sequential } from './sequential.js';
export { CrossEntropyLoss, type CrossEntropyOptions, Loss, MSELoss, type MSEOptions, type Reduction } from './loss.js';
export * as init from './init.js';
export * as utils from './utils.js';
