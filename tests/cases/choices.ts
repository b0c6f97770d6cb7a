/** @file Where a case leaves it open: what we do, and why. */
import type { Json } from './cases.js';

export interface Choice {
  does: string;
  because: string;
  /** The values, or what the message of the error says. */
  expected: Record<string, Json> | RegExp;
}

const emptyBatch: Omit<Choice, 'expected'> = {
  does: 'an empty result of the same shape; statistics and counter stay',
  because: 'nothing was seen, so there is nothing to average; a loader never gives an empty batch, only slicing does',
};

export const choices: Record<string, Choice> = {
  A03b_ln_zeros_eps0: {
    does: 'eps = 0 is allowed; a row without spread gives zeros',
    because:
      'PyTorch allows it too; (x − mean) is exactly 0 there, and 0 is the limit for every eps > 0, where 0/0 would spoil the training',
    expected: { y: { fill: 0 } },
  },
  'A06b_rms_1e-30_eps0': {
    does: 'eps = 0 is allowed; the mean square is kept in double, so 1e-30 comes out right',
    because: 'PyTorch allows it too, and double squares do not underflow before 1e-162',
    expected: { y: [[0.47140452079103173, -0.9428090415820635, 0.9428090415820635, 1.414213562373095]] },
  },
  A06d_eps_underflows_f32: {
    does: 'y = 0: eps is kept in double',
    because: 'statistics are double for float32 too, so eps needs no smallest value',
    expected: { y: { fill: 0 } },
  },
  B12_bn_higher_derivatives: {
    does: 'an error: gradients of gradients are not supported',
    because: 'the lessons need none, and the case accepts a clear refusal; a wrong second derivative would be worse',
    expected: /^\[backward\] .*gradients of gradients are not supported/,
  },
  B14a_bn_empty: {
    ...emptyBatch,
    expected: {
      y: { shape: [0, 5], data: [] },
      running_mean: { fill: 0.5 },
      running_var: { fill: 2 },
      num_batches_tracked: 0,
    },
  },
  B14b_bn_empty_ncl: {
    ...emptyBatch,
    expected: {
      y: { shape: [0, 5, 9], data: [] },
      running_mean: { fill: 0.5 },
      running_var: { fill: 2 },
      num_batches_tracked: 0,
    },
  },
  B14c_ln_empty: {
    does: 'an empty result of the same shape',
    because: 'there is no row to normalize, as in PyTorch',
    expected: { y: { shape: [1, 0, 10], data: [] } },
  },
  B14d_ce_empty: {
    does: 'an error',
    because: 'a mean over no sample is 0/0; PyTorch gives nan, which a learner meets three lines later',
    expected: /^\[cross_entropy\] expected at least one sample/,
  },
  C04a_backward_twice: {
    does: 'an error that names retain_graph; with { retainGraph: true } the second call adds to 72',
    because: "PyTorch's rule: the first backward frees the graph",
    expected: /retain_graph/,
  },
  C07_inplace_relu_residual: {
    does: 'the right gradients; a change in place of a value that backward needs is an error that says so',
    because: 'relu_ keeps its own mask, so adding to its result spoils nothing, as in PyTorch with a copy',
    expected: { dz: [0, 10], dx: [1, 10] },
  },
  E04b_ce_target_masked: {
    does: 'the loss is Infinity',
    because: '−log 0, as in PyTorch; never NaN',
    expected: { loss: 'Infinity' },
  },
  'E05b_softmax_all_-inf': {
    does: 'a row of zeros, with zero gradients',
    because: 'nothing may be attended to, so nothing is; PyTorch gives nan, which reaches every shared weight',
    expected: { y: [0, 0, 0] },
  },
  'E05c_softmax_+inf': {
    does: 'nan, as the tensor shows when it is printed; a trainer stops with the layer where the first one arose',
    because: 'the share of ∞/∞ is unknown; PyTorch gives nan too, and any number would be wrong without a sign of it',
    expected: { y: ['NaN', 'NaN', 'NaN'] },
  },
  E05d_softmax_empty: {
    does: 'an empty result',
    because: 'as in PyTorch: there is no row',
    expected: { y: { shape: [0], data: [] } },
  },
  F05a_warmup_w4: {
    does: '(t + 1) / W: step W has the full rate',
    because: 'the first step moves something, the base is reached after W steps and never passed',
    expected: { lr: [0.025, 0.05, 0.07500000000000001, 0.1, 0.1, 0.1] },
  },
};
