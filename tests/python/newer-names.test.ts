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

it('schedules are LRSchedulers', async () => {
  const { stdout } = await run(`
from torch.optim.lr_scheduler import ConstantLR, LRScheduler
schedule = ConstantLR(torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.5), factor=0.5)
print(isinstance(schedule, LRScheduler), schedule.get_last_lr())`);
  expect(stdout).toBe('True [0.25]\n');
});

it('nn.LayerNorm takes bias=False', async () => {
  const { stdout } = await run(`
norm = nn.LayerNorm(4, bias=False)
print(norm, norm.bias, [name for name, _ in norm.named_parameters()])
print(torch.equal(norm(x), nn.LayerNorm(4)(x)))`);
  expect(stdout).toBe("LayerNorm((4,), eps=1e-05, elementwise_affine=True) None ['weight']\nTrue\n");
});

it('F.scaled_dot_product_attention is softmax(q kᵀ / √E) v with masks, as in PyTorch 2.1', async () => {
  const { stdout, result } = await run(`
torch.manual_seed(0)
q, k, v = torch.randn(2, 3, 4), torch.randn(2, 5, 4), torch.randn(2, 5, 6)
by_hand = torch.softmax(q @ k.transpose(-2, -1) / 2, dim=-1) @ v
print(torch.allclose(F.scaled_dot_product_attention(q, k, v), by_hand), by_hand.shape)
print(torch.allclose(F.scaled_dot_product_attention(q, k, v, scale=0.5), by_hand))
seen = torch.tensor([[True, False, False, False, False], [True, True, False, False, False], [True, True, True, False, False]])
added = torch.zeros(3, 5).masked_fill(~seen, float("-inf"))
causal = F.scaled_dot_product_attention(q, k, v, is_causal=True)
print(torch.equal(F.scaled_dot_product_attention(q, k, v, attn_mask=seen), causal))
print(torch.equal(F.scaled_dot_product_attention(q, k, v, attn_mask=added), causal), torch.equal(causal[:, 0], v[:, 0]))
try:
    F.scaled_dot_product_attention(q, k, v, attn_mask=seen, is_causal=True)
except RuntimeError as error:
    print(error)`);
  expect(result.status).toBe('done');
  expect(stdout.split('\n')).toEqual([
    'True torch.Size([2, 3, 6])', 'True', 'True', 'True True',
    '_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True', '',
  ]);
});
