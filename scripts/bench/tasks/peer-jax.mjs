// The digits step and the transformer's in jax-js on its wasm device, each in one jit: forward, backward and update.

/**
 * `jax`: the module @jax-js/jax. Gives `start(kind, parameters, batches)` for the norms it knows, and
 * `startEncoder(plain, sizes)`.
 */
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

  /** `plain`: { parameters, x, labels }; `sizes`: as in encoder.mjs. */
  function startEncoder({ parameters, x, labels }, { depth: blocks, width, heads, tokens, batch, classes, lr: rate }) {
    const array = ({ data, shape }) => np.array(Float32Array.from(data)).reshape(shape);
    const read = parameters.map(array);
    const linearOf = () => ({ weight: np.transpose(read.shift()), bias: read.shift() });
    const normOf = () => ({ scale: read.shift(), shift: read.shift() });
    const weights = {
      layers: Array.from({ length: blocks }, () => ({
        all: linearOf(), out: linearOf(), first: linearOf(), second: linearOf(), norm1: normOf(), norm2: normOf(),
      })),
      lastNorm: normOf(),
      head: linearOf(),
    };
    const rows = batch * tokens;
    const features = width / heads;
    const input = array(x).reshape([rows, width]);
    const targets = array({
      data: labels.flatMap((label) => Array.from({ length: classes }, (_, i) => (i === label ? 1 : 0))),
      shape: [rows, classes],
    });
    const mask = array({
      data: Array.from({ length: tokens * tokens }, (_, i) => (i % tokens > Math.floor(i / tokens) ? -1e9 : 0)),
      shape: [1, tokens, tokens],
    });
    const linear = (h, { weight, bias }) => np.matmul(h, weight).add(bias);
    const layerNorm = (h, layer) => affine(standardized(h, 1), layer);
    const heads3 = (h) => np.transpose(h.reshape([batch, tokens, heads, features]), [0, 2, 1, 3]).reshape([batch * heads, tokens, features]);
    const joined = (h) => np.transpose(h.reshape([batch, heads, tokens, features]), [0, 2, 1, 3]).reshape([rows, width]);
    const attention = (h, { all, out }, blocked) => {
      const [q, k, v] = np.split(linear(h, all), 3, 1).map(heads3);
      const scores = np.matmul(q, np.matrixTranspose(k)).mul(1 / Math.sqrt(features)).add(blocked);
      return linear(joined(np.matmul(nn.softmax(scores, 2), v)), out);
    };
    const loss = ({ layers, lastNorm, head }, h, wanted, blocked) => {
      for (const { norm1, norm2, all, out, first, second } of layers) {
        h = h.ref.add(attention(layerNorm(h, norm1), { all, out }, blocked.ref));
        h = h.ref.add(linear(nn.relu(linear(layerNorm(h, norm2), first)), second));
      }
      blocked.dispose();
      const logits = linear(layerNorm(h, lastNorm), head);
      return np.mean(np.sum(nn.logSoftmax(logits, 1).mul(wanted), 1)).mul(-1);
    };
    const differentiated = jax.valueAndGrad(loss);
    // Adam of PyTorch; the two corrections depend on the step and come from outside.
    const step = jax.jit((before, corrections, h, wanted, blocked) => {
      const [value, gradient] = differentiated(tree.ref(before.weights), h, wanted, blocked);
      const m = tree.map((old, slope) => old.mul(0.9).add(slope.mul(0.1)), before.m, tree.ref(gradient));
      const v = tree.map((old, slope) => old.mul(0.999).add(slope.ref.mul(slope).mul(0.001)), before.v, gradient);
      const [first, second] = [corrections.ref.slice(0), corrections.slice(1)];
      const weights = tree.map(
        (weight, mean, square) => weight.sub(mean.mul(first.ref).div(np.sqrt(square.mul(second.ref)).add(1e-8))),
        before.weights, tree.ref(m), tree.ref(v),
      );
      first.dispose();
      second.dispose();
      return [{ weights, m, v }, value];
    });
    const zeros = () => tree.map((weight) => np.zerosLike(weight), tree.ref(weights));
    let state = { weights, m: zeros(), v: zeros() };
    let made = 0;
    let last = null;
    return {
      step() {
        last?.dispose();
        made += 1;
        const corrections = np.array(Float32Array.from([rate / (1 - 0.9 ** made), 1 / (1 - 0.999 ** made)]));
        [state, last] = step(state, corrections, input.ref, targets.ref, mask.ref);
      },
      finish: async () => (await last.ref.data())[0],
    };
  }

  return { kinds: Object.keys(norms), start, startEncoder };
}
