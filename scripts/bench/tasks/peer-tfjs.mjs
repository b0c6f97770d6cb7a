// The digits step and the transformer's in TensorFlow.js on its wasm backend with SIMD and one thread.

/** `tf`: the module of peers/tfjs.mjs. Gives `start(kind, parameters, batches)` and `startEncoder(plain, sizes)`. */
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

  /** `plain`: { parameters, x, labels }; `sizes`: as in encoder.mjs. */
  function startEncoder({ parameters, x, labels }, { depth: blocks, width, heads, tokens, batch, classes, lr: rate }) {
    const tensor = ({ data, shape }) => tf.tensor(Float32Array.from(data), shape);
    const read = parameters.map(tensor);
    const next = () => tf.variable(read.shift());
    const linearOf = () => ({ weight: tf.variable(tf.transpose(read.shift())), bias: next() });
    const normOf = () => ({ scale: next(), shift: next() });
    const layers = Array.from({ length: blocks }, () => ({
      all: linearOf(), out: linearOf(), first: linearOf(), second: linearOf(), norm1: normOf(), norm2: normOf(),
    }));
    const lastNorm = normOf();
    const head = linearOf();
    const rows = batch * tokens;
    const features = width / heads;
    const input = tf.reshape(tensor(x), [rows, width]);
    const targets = tf.cast(tf.oneHot(tf.tensor1d(labels, 'int32'), classes), 'float32');
    const mask = tf.tensor(
      Float32Array.from({ length: tokens * tokens }, (_, i) => (i % tokens > Math.floor(i / tokens) ? -1e9 : 0)),
      [1, tokens, tokens],
    );
    const linear = (h, { weight, bias }) => tf.add(tf.matMul(h, weight), bias);
    const layerNorm = (h, layer) => affine(standardized(h, 1), layer);
    // (rows, width) to (batch · heads, tokens, features), and back.
    const split = (h) => tf.reshape(tf.transpose(tf.reshape(h, [batch, tokens, heads, features]), [0, 2, 1, 3]), [batch * heads, tokens, features]);
    const joined = (h) => tf.reshape(tf.transpose(tf.reshape(h, [batch, heads, tokens, features]), [0, 2, 1, 3]), [rows, width]);
    const attention = (h, { all, out }) => {
      const [q, k, v] = tf.split(linear(h, all), 3, 1).map(split);
      const scores = tf.add(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(features)), mask);
      return linear(joined(tf.matMul(tf.softmax(scores), v)), out);
    };
    const optimizer = tf.train.adam(rate, 0.9, 0.999, 1e-8);
    let last = null;
    return {
      step() {
        last?.dispose();
        last = optimizer.minimize(() => {
          let h = input;
          for (const layer of layers) {
            h = tf.add(h, attention(layerNorm(h, layer.norm1), layer));
            h = tf.add(h, linear(tf.relu(linear(layerNorm(h, layer.norm2), layer.first)), layer.second));
          }
          return tf.losses.softmaxCrossEntropy(targets, linear(layerNorm(h, lastNorm), head));
        }, true);
      },
      finish: async () => (await last.data())[0],
    };
  }

  return { kinds: Object.keys(norms), start, startEncoder };
}
