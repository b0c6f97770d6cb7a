// TensorFlow.js with gradients and the wasm backend in one module; peers.mjs bundles it, since its packages are not
// written for browsers as they are.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
export * from '@tensorflow/tfjs-core';
export { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
