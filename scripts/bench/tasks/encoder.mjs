// The training step of a transformer of 6 blocks: d = 64, 4 heads, 64 tokens, batch 16, Adam. As begin_encoder in
// pytorch.py, with the same draws.

export const encoder = { depth: 6, width: 64, heads: 4, tokens: 64, batch: 16, classes: 50, lr: 1e-3 };

/** `step()` gives the loss before its update, as a tensor. */
export function encoderRun({ functional, manualSeed, nn, optim, randint, randn, tidy }) {
  const { depth, width, heads, tokens, batch, classes, lr } = encoder;
  manualSeed(0);
  const layer = () => new nn.TransformerEncoderLayer(width, heads, {
    dimFeedforward: 4 * width, dropout: 0, batchFirst: true, normFirst: true,
  });
  const model = new nn.TransformerEncoder(layer, depth, { norm: new nn.LayerNorm(width) });
  const head = new nn.Linear(width, classes);
  const opt = new optim.Adam([...model.parameters(), ...head.parameters()], { lr });
  const x = randn([batch, tokens, width]);
  const y = randint(0, classes, [batch, tokens]);
  const plain = (tensor) => ({ data: [...tensor.data()].map(Number), shape: tensor.shape });
  return {
    /** For the peers: all parameters, block by block, then the last norm and the head; and the batch. */
    plain: () => ({
      parameters: [...model.parameters(), ...head.parameters()].map(plain),
      x: plain(x),
      labels: plain(y).data,
    }),
    step: () =>
      tidy(() => {
        opt.zeroGrad();
        const loss = functional.crossEntropy(head(model(x, { isCausal: true })).transpose(1, 2), y);
        loss.backward();
        opt.step();
        return loss;
      }),
  };
}
