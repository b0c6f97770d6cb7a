/** @file Sends a signal forwards and a gradient backwards through a deep network. */
import { Generator, nn, randn, type Tensor, zeros } from '../../api/index.js';
import type { Compute } from '../frame/protocol.js';
import type { DepthLane, DepthNorm, DepthResult, DepthSettings } from './model.js';

const norms: DepthNorm[] = ['none', 'batch', 'layer', 'rms'];

export const computeDepth: Compute<DepthSettings, DepthResult> = async (settings, run) => {
  const lanes: DepthLane[] = [];
  for (const norm of norms) {
    await run.breathe();
    lanes.push(run.own(() => laneOf(norm, settings)));
  }
  return lanes;
};

/** h ← activation(norm(h · W)), with a normal gradient at the end. */
function laneOf(norm: DepthNorm, { depth, gain, activation, width, seed }: DepthSettings): DepthLane {
  const generator = new Generator().manualSeed(seed);
  const normal = (): Tensor => randn([width, width], { generator });
  let h = normal();
  const outputs: Tensor[] = [];
  const probes: Tensor[] = [];
  for (let layer = 0; layer < depth; layer += 1) {
    h = h.matmul(normal().mul(gain / Math.sqrt(width)));
    h = normOf(norm, width)(h);
    h = activation === 'tanh' ? h.tanh() : activation === 'relu' ? h.relu() : h;
    outputs.push(h);
    // A leaf of zeros receives the gradient of the output that it is added to.
    const probe = zeros([width, width], { requiresGrad: true });
    probes.push(probe);
    h = h.add(probe);
  }
  h.backward(normal());
  return {
    norm,
    signal: outputs.map((output) => output.std().item()),
    gradient: probes.map(({ grad }) => grad!.std().item()),
  };
}

function normOf(norm: DepthNorm, width: number): nn.Module {
  if (norm === 'batch') return new nn.BatchNorm1d(width, { affine: false, trackRunningStats: false });
  if (norm === 'layer') return new nn.LayerNorm(width, { elementwiseAffine: false });
  if (norm === 'rms') return new nn.RMSNorm(width, { elementwiseAffine: false });
  return new nn.Identity();
}
