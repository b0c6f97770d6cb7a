/** @file LayerNorm, RMSNorm and BatchNorm, as functions and as layers. */
import { expect } from 'vitest';
import { functional, nn, tensor, type Tensor, zeros, ones } from '../../../web/api/index.js';
import { type Input, tensorOf } from '../cases.js';
import type { Op, Run } from '../op.js';

type Optional = Tensor | undefined;

function optional(value: unknown, { dtype }: Run, grad = false): Optional {
  return value === undefined ? undefined : tensorOf(value as never, dtype, grad);
}

/** The input: as described, or as the view of a buffer that the case asks for. */
function inputOf(input: Input, { dtype }: Run): Tensor {
  if (input.x !== undefined) return tensorOf(input.x, dtype, 'grad_out' in input);
  if (input.js_buffer !== undefined) {
    expect(input.js_expr).toBe('Float32Array.subarray(2,5)');
    const Kind = dtype === 'float32' ? Float32Array : Float64Array;
    return tensor([Kind.from(input.js_buffer as number[]).subarray(2, 5)], { dtype });
  }
  const buffer = tensorOf(input.buffer, dtype);
  const [, name, axes] = /^(transpose|permute)\(([\d,]+)\)/.exec(input.view)!;
  const list = axes.split(',').map(Number);
  return name === 'transpose' ? buffer.transpose(list[0], list[1]) : buffer.permute(list);
}

function gradients(y: Tensor, input: Input, run: Run, leaves: Record<string, Optional>): Record<string, unknown> {
  y.backward(tensorOf(input.grad_out, run.dtype));
  const found = Object.entries(leaves).filter(([, leaf]) => leaf !== undefined);
  return { y, ...Object.fromEntries(found.map(([name, leaf]) => [name, leaf!.grad])) };
}

/** A layer gives the function's numbers, bit for bit. */
function expectSame(layer: nn.Module, values: Record<string, Optional>, x: Tensor, y: Tensor): void {
  const state = layer.stateDict();
  for (const [key, value] of Object.entries(values)) if (value !== undefined) state.set(key, value);
  layer.loadStateDict(state);
  expect(layer(x.detach()).data()).toEqual(y.data());
}

const layerNorm: Op = (input, run) => {
  const x = inputOf(input, run);
  const { normalized_shape: shape, eps } = input;
  const weight = optional(input.weight, run, true);
  const bias = optional(input.bias, run, true);
  run.watch(() => [x.toArray(), weight?.toArray()]);
  const y = functional.layerNorm(x, shape, given({ weight, bias, eps }));
  expectSame(new nn.LayerNorm(shape, given({ eps })).to(run.dtype), { weight, bias }, x, y);
  return 'grad_out' in input ? gradients(y, input, run, { dx: x, dw: weight, db: bias }) : { y };
};

const rmsNorm: Op = (input, run) => {
  const x = inputOf(input, run);
  const size = x.shape.at(-1)!;
  const weight = optional(input.weight, run, true);
  const { eps } = input;
  const y = functional.rmsNorm(x, size, given({ weight, eps }));
  expectSame(new nn.RMSNorm(size, given({ eps })).to(run.dtype), { weight }, x, y);
  return 'grad_out' in input ? gradients(y, input, run, { dx: x, dw: weight }) : { y };
};

const batchNorm =
  (training: boolean): Op =>
  (input, run) => {
    const x = inputOf(input, run);
    const channels = input.num_features ?? x.shape[1];
    const tracked = input.track_running_stats ?? true;
    const stats = (name: string, fill: Tensor): Tensor | null => {
      if (!tracked) return null;
      return input[name] === undefined ? fill.to(run.dtype) : tensorOf(input[name], run.dtype);
    };
    const runningMean = stats('running_mean', zeros([channels]));
    const runningVar = stats('running_var', ones([channels]));
    const weight = optional(input.weight, run, true);
    const bias = optional(input.bias, run, true);
    const { eps, momentum } = input;
    const Layer = x.shape.length === 4 ? nn.BatchNorm2d : nn.BatchNorm1d;
    const layer = layerWith(Layer, channels, given({ eps, momentum, trackRunningStats: tracked }), run, {
      weight,
      bias,
      running_mean: runningMean ?? undefined,
      running_var: runningVar ?? undefined,
    });
    layer.train(training);
    if (input.set_after_init !== undefined) {
      expect(input.set_after_init).toEqual({ track_running_stats: false });
      layer.trackRunningStats = false;
      layer(x.detach());
      return {
        running_mean: layer.runningMean,
        running_var: layer.runningVar,
        num_batches_tracked: layer.numBatchesTracked!.item(),
      };
    }
    const state = (): Record<string, unknown> => ({
      running_mean: runningMean?.toArray(),
      running_var: runningVar?.toArray(),
      num_batches_tracked: layer.numBatchesTracked?.item(),
    });
    run.watch(() => [state(), layer.runningMean?.toArray(), layer.runningVar?.toArray()]);
    // The layer's own check comes first: it knows how many features there must be.
    const layerY = layer(x.detach());
    const y = functional.batchNorm(
      x,
      runningMean,
      runningVar,
      given({ weight, bias, training: training || !tracked, momentum, eps }),
    );
    expect(layerY.data()).toEqual(y.data());
    if (tracked) {
      expect([layer.runningMean!.data(), layer.runningVar!.data()]).toEqual([runningMean!.data(), runningVar!.data()]);
    }
    const outputs = 'grad_out' in input ? gradients(y, input, run, { dx: x, dw: weight, db: bias }) : { y };
    return { ...outputs, ...state() };
  };

/** A layer with these values; one of another shape is the business of the function. */
function layerWith(
  Layer: typeof nn.BatchNorm1d | typeof nn.BatchNorm2d,
  channels: number,
  options: object,
  { dtype }: Run,
  values: Record<string, Optional>,
): nn.BatchNorm1d | nn.BatchNorm2d {
  const layer = new Layer(channels, options).to(dtype);
  const state = layer.stateDict();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && String(state.get(key)?.shape) === String(value.shape)) state.set(key, value);
  }
  layer.loadStateDict(state);
  return layer;
}

/** The options that a case names. */
function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

export const ops: Record<string, Op> = {
  'layer_norm.forward': layerNorm,
  'layer_norm.forward_backward': layerNorm,
  'rms_norm.forward': rmsNorm,
  'rms_norm.forward_backward': rmsNorm,
  'batch_norm.train': batchNorm(true),
  'batch_norm.eval': batchNorm(false),
  'batch_norm.train_backward': batchNorm(true),
  'batch_norm.eval_backward': batchNorm(false),
};
