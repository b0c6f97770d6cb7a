/** @file Trains the lesson's network through the JavaScript API and hashes the result: the same bits in every host. */
import type * as Normlab from '../web/api/index.js';

/**
 * CRC-32 of the trained state dict for each network. Self-contained, so that a test can send its source to a browser.
 * @param library web/api's namespace, loaded
 */
export async function trainedWeights(library: typeof Normlab): Promise<Record<string, string>> {
  const { data, manualSeed, nn, optim, train } = library;
  const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  const { data: pixels, target } = await data.loadDigits();
  const [xTrain, , yTrain] = data.trainTestSplit([pixels.div(16).float(), target], { testSize: 0.2, randomState: 0 });

  const hashes: Record<string, string> = {};
  for (const [kind, Norm] of [['none', null], ['batch', nn.BatchNorm1d], ['layer', nn.LayerNorm], ['rms', nn.RMSNorm]] as const) {
    manualSeed(0);
    const layers: Normlab.nn.Module[] = [];
    for (let block = 0; block < 8; block += 1) {
      layers.push(new nn.Linear(64, 64), ...(Norm === null ? [] : [new Norm(64)]), new nn.Tanh());
    }
    const model = new nn.Sequential(...layers, new nn.Linear(64, 10));
    const loader = new data.DataLoader(new data.TensorDataset(xTrain, yTrain), { batchSize: 64, shuffle: true });
    const opt = new optim.SGD(model.parameters(), { lr: 0.05 });
    await new train.Trainer(model, opt, new nn.CrossEntropyLoss(), loader).fit({ epochs: 5 });

    let crc = 0xffffffff;
    for (const tensor of model.stateDict().values()) {
      const values = tensor.data();
      const stored = tensor.dtype === 'int64' ? BigInt64Array.from(values, BigInt) : values;
      for (const byte of new Uint8Array(stored.buffer)) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
    }
    hashes[kind] = ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
  }
  return hashes;
}
