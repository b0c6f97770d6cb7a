// The digits step in jax-js on its wasm device, the whole step in one jit: forward, backward and update.

/** `jax`: the module @jax-js/jax. Gives `start(kind, parameters, batches)` for the norms it knows. */
export async function createJax(jax, { depth, lr }) {
  const { numpy: np, nn, tree } = jax;
  await jax.init('wasm');
  jax.defaultDevice('wasm');

  // Functions of jax-js own their arguments: `.ref` where a value is needed again.
  const norms = {
    none: null,
    batch: (h, layer) => affine(standardized(h, 0), layer),
    layer: (h, layer) => affine(standardized(h, 1), layer),
    rms: (h, { scale }) => {
      const square = np.mean(h.ref.mul(h.ref), 1, { keepdims: true });
      return h.mul(np.reciprocal(np.sqrt(square.add(1e-5)))).mul(scale);
    },
  };

  function standardized(h, axis) {
    const centred = h.ref.sub(np.mean(h, axis, { keepdims: true }));
    const variance = np.mean(centred.ref.mul(centred.ref), axis, { keepdims: true });
    return centred.mul(np.reciprocal(np.sqrt(variance.add(1e-5))));
  }

  function affine(h, { scale, shift }) {
    return h.mul(scale).add(shift);
  }

  function lossOf(norm) {
    return ({ layers, head }, x, targets) => {
      let h = x;
      for (const { weight, bias, ...rest } of layers) {
        h = np.matmul(h, weight).add(bias);
        if (norm) h = norm(h, rest);
        h = np.tanh(h);
      }
      const logits = np.matmul(h, head.weight).add(head.bias);
      return np.mean(np.sum(nn.logSoftmax(logits, 1).mul(targets), 1)).mul(-1);
    };
  }

  function start(kind, parameters, batches) {
    const array = (values) => np.array(Float32Array.from(values.data)).reshape(values.shape);
    const read = parameters.map(array);
    const weight = () => np.transpose(read.shift());
    const layers = Array.from({ length: depth }, () => {
      const layer = { weight: weight(), bias: read.shift() };
      if (kind !== 'none') layer.scale = read.shift();
      if (kind === 'batch' || kind === 'layer') layer.shift = read.shift();
      return layer;
    });
    let state = { layers, head: { weight: weight(), bias: read.shift() } };
    const data = batches.map(({ x, oneHot }) => [array(x), array(oneHot)]);
    const differentiated = jax.valueAndGrad(lossOf(norms[kind]));
    const step = jax.jit((before, x, targets) => {
      const [loss, gradient] = differentiated(tree.ref(before), x, targets);
      return [tree.map((parameter, slope) => parameter.sub(slope.mul(lr)), before, gradient), loss];
    });
    let last = null;
    return {
      step(batch) {
        last?.dispose();
        const [x, targets] = data[batch];
        [state, last] = step(state, x.ref, targets.ref);
      },
      finish: async () => (await last.ref.data())[0],
    };
  }

  return { kinds: Object.keys(norms), start };
}
