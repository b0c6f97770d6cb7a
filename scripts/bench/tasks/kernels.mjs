// The wasm module of cpp/bench/wasm: the hand-fused step (limit.hpp) and the kernels' tasks, for Node and browsers.

// In the order of LimitNorm.
const limitKinds = ['none', 'batch', 'layer', 'rms'];

export class KernelModule {
  #raw;
  #batches = [];
  /** What the C++ lists: { name, bytes, flops } of a repetition. */
  tasks;

  constructor(raw) {
    this.#raw = raw;
    this.tasks = JSON.parse(raw.UTF8ToString(raw._bench_tasks()));
  }

  /** Makes a task ready; gives a function that repeats it. */
  prepare(name) {
    const index = this.tasks.findIndex((task) => task.name === name);
    if (index < 0) throw new Error(`there is no task ${name}`);
    this.#raw._bench_prepare(index);
    return (count) => this.#raw._bench_run(index, count);
  }

  hasLimit(kind) {
    return limitKinds.includes(kind);
  }

  /** Keeps the batches of the limit's steps in the module's memory: { x: 64 · 64 numbers, labels: 64 digits }. */
  useBatches(batches) {
    this.#batches = batches.map(({ x, labels }) => {
      const address = this.#raw._malloc(labels.length);
      this.#raw.HEAPU8.set(labels, address);
      return { x: this.#copy(x), labels: address };
    });
  }

  /** Starts a run of the limit from the engine's parameters; gives a function: batch to the loss of a step on it. */
  startLimit(kind, parameters, lr) {
    const raw = this.#raw;
    const limit = raw._limit_new(limitKinds.indexOf(kind));
    const values = parameters.flatMap(({ data }) => data);
    const count = raw._limit_parameter_count(limit);
    if (count !== values.length) {
      throw new Error(`the limit of ${kind} has ${count} parameters, the engine ${values.length}`);
    }
    const address = this.#copy(values);
    raw._limit_load(limit, address);
    raw._free(address);
    return (batch) => raw._limit_step(limit, this.#batches[batch].x, this.#batches[batch].labels, lr);
  }

  #copy(floats) {
    const address = this.#raw._malloc(4 * floats.length);
    // Read anew each time: malloc may have replaced the memory.
    this.#raw.HEAPF32.set(floats, address / 4);
    return address;
  }
}
