// The hand-fused step (cpp/bench/limit.hpp) as a wasm module, for Node and browsers alike.

// In the order of LimitNorm.
const kinds = ['none', 'batch', 'layer', 'rms'];

/** The module with the batches in its memory. A batch is { x: 64 · 64 numbers, labels: 64 digits }. */
export class LimitModule {
  #raw;
  #x = [];
  #labels = [];

  constructor(raw, batches) {
    this.#raw = raw;
    for (const { x, labels } of batches) {
      this.#x.push(this.#copy(x));
      const address = raw._malloc(labels.length);
      raw.HEAPU8.set(labels, address);
      this.#labels.push(address);
    }
  }

  has(kind) {
    return kinds.includes(kind);
  }

  /** Starts a run from the engine's parameters; gives a function that makes a step on a batch and returns its loss. */
  start(kind, parameters, lr) {
    const raw = this.#raw;
    const limit = raw._limit_new(kinds.indexOf(kind));
    const count = raw._limit_parameter_count(limit);
    if (count !== parameters.length) {
      throw new Error(`the limit of ${kind} has ${count} parameters, the engine ${parameters.length}`);
    }
    const address = this.#copy(parameters);
    raw._limit_load(limit, address);
    raw._free(address);
    return (batch) => raw._limit_step(limit, this.#x[batch], this.#labels[batch], lr);
  }

  #copy(floats) {
    const address = this.#raw._malloc(4 * floats.length);
    // Read anew each time: malloc may have replaced the memory.
    this.#raw.HEAPF32.set(floats, address / 4);
    return address;
  }
}
