/** @file Names that are newer than the PyTorch whose outputs are stored: as in PyTorch 2.4. */
import { beforeAll, expect, it } from 'vitest';
import { type Ran, startPython } from './python.js';

let run: (source: string) => Promise<Ran>;
beforeAll(async () => {
  run = await startPython();
}, 180_000);

it('nn.RMSNorm divides by the root of the mean square, and prints as in PyTorch 2.4', async () => {
  const { stdout, result } = await run(`
import torch, torch.nn as nn, torch.nn.functional as F
x = torch.tensor([[2.0, 4.0, 4.0, 10.0]])
norm = nn.RMSNorm(4)
print(norm, nn.RMSNorm((2, 4), eps=1e-6, elementwise_affine=False))
print(norm(x), [name for name, _ in norm.named_parameters()])
by_hand = x / torch.sqrt((x ** 2).mean(-1, keepdim=True) + torch.finfo(torch.float32).eps)
print(torch.allclose(norm(x), by_hand), torch.allclose(F.rms_norm(x, (4,), eps=1e-6), by_hand, atol=1e-6))
norm(x).sum().backward()
print(torch.allclose(norm.weight.grad, by_hand[0]))
print(torch.equal(nn.Sequential(norm, nn.Identity())(x), norm(x)))
try:
    norm(torch.ones(2, 3))
except RuntimeError as error:
    print(error)`);
  expect(result.status).toBe('done');
  expect(stdout.split('\n')).toEqual([
    'RMSNorm((4,), eps=None, elementwise_affine=True) RMSNorm((2, 4), eps=1e-06, elementwise_affine=False)',
    "tensor([[0.3430, 0.6860, 0.6860, 1.7150]], grad_fn=<RmsNormBackward0>) ['weight']",
    'True True',
    'True',
    'True',
    'Given normalized_shape=[4], expected input with shape [*, 4], but got input of size[2, 3]',
    '',
  ]);
});

it('nn.LayerNorm takes bias=False', async () => {
  const { stdout } = await run(`
norm = nn.LayerNorm(4, bias=False)
print(norm, norm.bias, [name for name, _ in norm.named_parameters()])
print(torch.equal(norm(x), nn.LayerNorm(4)(x)))`);
  expect(stdout).toBe("LayerNorm((4,), eps=1e-05, elementwise_affine=True) None ['weight']\nTrue\n");
});
