// TypeScript, each with the test file that must fail.
export const web = [
  [
    'web/api/nn/hyper-connection.ts',
    'every sub-layer reads the first stream',
    'i === reads ? 1 : 0,',
    'i === 0 ? 1 : 0,',
    'tests/api/hyper-connections.test.ts',
  ],
  [
    'web/api/nn/hyper-connection.ts',
    'streams are mixed with the weights of the column before',
    'const kept = mixed.slice(0, 1);',
    'const kept = mixed.slice(0, 0, rate);',
    'tests/api/hyper-connections.test.ts',
  ],
  [
    'web/api/nn/hyper-connection.ts',
    'all streams get the same part of the result',
    'const beta = this.beta.transpose(0, 1);',
    'const beta = this.beta.mean().expand(rate, 1);',
    'tests/api/hyper-connections.test.ts',
  ],
  [
    'web/api/nn/transformer-layer.ts',
    'the feed-forward network has the norm of the attention',
    'const before = this.normFirst ? [this.norm2] : [];',
    'const before = this.normFirst ? [this.norm1] : [];',
    'tests/api/encoder.test.ts',
  ],
  [
    'web/api/nn/transformer-layer.ts',
    'post-norm takes its first norm twice',
    '[attend, this.norm1, feed, this.norm2]',
    '[attend, this.norm1, feed, this.norm1]',
    'tests/api/encoder.test.ts',
  ],
  [
    'web/python/bridge.ts',
    "Python's int32 loses its last bits",
    "dtype === 'int32' ? Int32Array.from(values)",
    "dtype === 'int32' ? Float32Array.from(values)",
    'tests/python/programs.test.ts',
  ],
  [
    'web/python/bridge.ts',
    "Python's float64 arrives as float32",
    ': values.slice();',
    ': Float32Array.from(values);',
    'tests/python/programs.test.ts',
  ],
];
