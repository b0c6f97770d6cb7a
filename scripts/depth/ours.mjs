// A character model of some depth, trained by the engine: `node ours.mjs SETTINGS` prints the losses as JSON. The same as
// pytorch.py, draw by draw. Needs dist/package (npm run build).
import fs from 'node:fs';

const folder = new URL('../../dist/package/', import.meta.url);
const api = await import(new URL('index.js', folder));
const { data, functional, load, manualSeed, nn, optim, randint, tidy } = api;
await load({ wasmBinary: fs.readFileSync(new URL('normlab.wasm', folder)) });

const { depth, normFirst, lr, warmUp, seed, steps, width, heads, tokens, batch } = JSON.parse(process.argv[2]);

class CharacterModel extends nn.Module {
  constructor(symbols) {
    super();
    const layer = () => new nn.TransformerEncoderLayer(width, heads, { dimFeedforward: 4 * width, dropout: 0, batchFirst: true, normFirst });
    this.embedding = new nn.Embedding(symbols, width);
    this.positions = new nn.LearnedPositions(tokens, width);
    this.encoder = new nn.TransformerEncoder(layer, depth, normFirst ? { norm: new nn.LayerNorm(width) } : {});
    this.head = new nn.Linear(width, symbols);
  }
  forward(x) {
    return this.head(this.encoder(this.positions(this.embedding(x)), { isCausal: true }));
  }
}

const text = new data.CharacterDataset(data.loadGenesis(), tokens);
const [inputs, targets] = text.tensors;
manualSeed(seed);
const model = new CharacterModel(text.vocabulary.length);
const opt = new optim.Adam(model.parameters(), { lr });
const losses = [];
const began = performance.now();
for (let step = 0; step < steps; step += 1) {
  opt.lr = lr * Math.min(1, (step + 1) / warmUp);
  losses.push(
    tidy(() => {
      const rows = randint(0, text.length, [batch]);
      opt.zeroGrad();
      const loss = functional.crossEntropy(model(inputs.indexSelect(rows)).transpose(1, 2), targets.indexSelect(rows));
      loss.backward();
      opt.step();
      return loss.item();
    }),
  );
}
console.log(JSON.stringify({ losses, ms: (performance.now() - began) / steps }));
