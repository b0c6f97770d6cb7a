// The lesson's training step on the digits, by the engine as a reader's cell uses it.

export const lr = 0.05;
export const lesson = { batch: 64, width: 64, depth: 8 };

/** The whole batches of the lesson's training digits, in the order of the split: [x, y] tensors. */
export async function digitBatches(api, size = lesson.batch) {
  const { data: pixels, target } = await api.data.loadDigits();
  const [x, , y] = api.data.trainTestSplit([pixels.div(16).float(), target], { testSize: 0.2, randomState: 0 });
  const count = Math.floor(x.shape[0] / size);
  return Array.from({ length: count }, (_, batch) => {
    const [start, stop] = [batch * size, (batch + 1) * size];
    return [x.slice(0, start, stop), y.slice(0, start, stop)];
  });
}

/**
 * The lesson's network and its training step, word for word, with the weights of seed 0; className null: no norm.
 * `step(batch)` gives the loss before its update, as a tensor.
 */
export function engineRun({ nn, optim, manualSeed }, className, batches, { width, depth } = lesson) {
  manualSeed(0);
  const layers = [];
  for (let block = 0; block < depth; block += 1) {
    layers.push(new nn.Linear(block === 0 ? 64 : width, width));
    if (className) layers.push(new nn[className](width));
    layers.push(new nn.Tanh());
  }
  const model = new nn.Sequential(...layers, new nn.Linear(width, 10));
  const opt = new optim.SGD(model.parameters(), { lr });
  const lossFn = new nn.CrossEntropyLoss();
  return {
    parameters: () => model.parameters().map((parameter) => ({ data: [...parameter.data()], shape: parameter.shape })),
    step(batch) {
      const [xb, yb] = batches[batch];
      opt.zeroGrad();
      const loss = lossFn(model(xb), yb);
      loss.backward();
      opt.step();
      return loss;
    },
  };
}
