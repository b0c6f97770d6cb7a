// The digits step in TensorFlow.js on its wasm backend with SIMD and one thread.

/** `tf`: the module of peers/tfjs.mjs. Gives `start(kind, parameters, batches)`. */
export async function createTfjs(tf, { depth, lr, wasmFolder }) {
  tf.setWasmPaths(wasmFolder);
  await tf.setBackend('wasm');
  await tf.ready();

  const norms = {
    none: null,
    batch: (h, layer) => affine(standardized(h, 0), layer),
    layer: (h, layer) => affine(standardized(h, 1), layer),
    rms: (h, { scale }) => tf.mul(tf.mul(h, reciprocalRoot(tf.mean(tf.square(h), 1, true))), scale),
  };

  function standardized(h, axis) {
    const centred = tf.sub(h, tf.mean(h, axis, true));
    return tf.mul(centred, reciprocalRoot(tf.mean(tf.square(centred), axis, true)));
  }

  function reciprocalRoot(variance) {
    return tf.rsqrt(tf.add(variance, 1e-5));
  }

  function affine(h, { scale, shift }) {
    return tf.add(tf.mul(h, scale), shift);
  }

  function start(kind, parameters, batches) {
    const tensor = ({ data, shape }) => tf.tensor(Float32Array.from(data), shape);
    const read = parameters.map(tensor);
    const next = () => tf.variable(read.shift());
    const weight = () => tf.variable(tf.transpose(read.shift()));
    const layers = Array.from({ length: depth }, () => {
      const layer = { weight: weight(), bias: next() };
      if (kind !== 'none') layer.scale = next();
      if (kind === 'batch' || kind === 'layer') layer.shift = next();
      return layer;
    });
    const head = { weight: weight(), bias: next() };
    const data = batches.map(({ x, oneHot }) => [tensor(x), tensor(oneHot)]);
    const optimizer = tf.train.sgd(lr);
    const norm = norms[kind];
    // Faster here than tf.fused.matMul, and these norms than tf.moments with tf.batchNorm.
    const linear = (h, { weight: w, bias }) => tf.add(tf.matMul(h, w), bias);
    let last = null;
    return {
      step(batch) {
        last?.dispose();
        const [x, targets] = data[batch];
        last = optimizer.minimize(() => {
          let h = x;
          for (const layer of layers) {
            h = linear(h, layer);
            if (norm) h = norm(h, layer);
            h = tf.tanh(h);
          }
          return tf.losses.softmaxCrossEntropy(targets, linear(h, head));
        }, true);
      },
      finish: async () => (await last.data())[0],
    };
  }

  return { kinds: Object.keys(norms), start };
}
