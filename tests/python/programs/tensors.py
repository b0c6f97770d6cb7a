import torch

x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(x)
print(x.shape, x.size(), x.size(0), x.dim(), x.ndim, x.numel(), len(x), x.dtype, x.device)
print(x.sum(), x.mean(), x.sum(0), x.sum(dim=1), x.mean(1, keepdim=True))
print(x.std(), x.var(), x.std(unbiased=False), x.var(dim=0, unbiased=False))
print(x.max(), x.min(), x.argmax(), x.argmax(dim=1), x.argmin(0))
print(x.max(dim=1))
print(x.min(0))
print(x + 1, 1 + x, x - 1, 1 - x, x * 2, 2 * x, x / 2, 2 / x, x ** 2, 2 ** x, -x, abs(-x))
print(x @ x.T, torch.matmul(x, x.t()), x.mm(x.T))
print(x[0], x[:, 1], x[1, 2], x[..., -1], x[x > 2], x[[0, 1], [1, 2]], x[:, None].shape, x[:, ::2])
print(x > 3, x == 3, (x > 1) & (x < 5), (x > 5) | (x < 2), ~(x > 3))
print(torch.zeros(2, 3), torch.ones(2), torch.full((2, 2), 7), torch.full((2,), 1.5), torch.eye(3))
print(torch.arange(5), torch.arange(1, 4), torch.arange(0, 1, 0.25), torch.linspace(0, 1, 5))
print(torch.zeros_like(x), torch.ones_like(x).dtype, torch.full_like(x, 2.0))
print(torch.cat([x, x]), torch.cat([x, x], dim=1), torch.stack([x, x]).shape)
print(x.view(3, 2), x.reshape(-1), x.flatten(), x.permute(1, 0).shape, x.transpose(0, 1).shape, x.unsqueeze(0).shape)
print(x.tolist(), x[0].tolist(), x[0, 0].item(), x.int(), x.long().dtype, x.double(), x.bool())
print(torch.tensor(3), torch.tensor(3.5), torch.tensor([True, False]), torch.tensor([]), torch.tensor([1, 2]))
print(torch.tensor([1e-10, 1.0]), torch.tensor([1e10, 1.0]), torch.tensor([float("nan"), float("inf")]),
      torch.tensor([0.1, 1000.0]))
print(f"{x.mean():.2f} {x.sum().item():.1f} {x[0, 0]}")
print(torch.where(x > 3, x, torch.zeros_like(x)), torch.where(x > 3, 1.0, 0.0), x.clamp(2, 5), x.clamp(min=3))
print(torch.sqrt(x), torch.exp(x / 3), torch.log(x), torch.tanh(x), torch.sigmoid(x), torch.relu(x - 3))
print(x.softmax(dim=1), torch.softmax(x, 0), x.log_softmax(-1))
print(x.norm(), x.norm(dim=1), torch.norm(x, p=1), x.abs().max())
print(torch.equal(x, x.clone()), torch.allclose(x, x + 1e-9), torch.is_tensor(x), x.requires_grad)
for row in x:
    print(row)
a, b = x
print(a, b, x.unbind(1), 3.0 in x, bool(torch.tensor(True)), float(torch.tensor(2.5)), int(torch.tensor(2.7)))
y = x.clone()
y[0] = 0
y[:, 1] += 10
y.add_(1).mul_(2)
y[y > 20] = -1
print(y, x.var_mean if False else torch.var_mean(x))
print(x.chunk(3, dim=1), x.split(2, 1), x.expand(2, 2, 3).shape, x.repeat(1, 2))
print(torch.tensor([[1, 2], [3, 4]]).float().mean(), torch.tensor([1, 2, 3]).sum(), torch.tensor([1, 2]) / 2,
      torch.tensor([7, -7]) // 2, torch.tensor([7, -7]) % 3)
print(torch.tensor([3, 1, 2]).sort(), torch.tensor([3.0, 1.0, 2.0]).topk(2), torch.tensor([3, 1, 2]).argsort())
print(x.any(), x.all(), (x > 3).any(dim=0), (x > 3).all(1), (x > 3).sum(), (x > 3).float().mean())
print(torch.outer(a, b), torch.dot(a, b), torch.einsum("ij,kj->ik", x, x), x.cumsum(0), x.prod())
print(torch.tril(torch.ones(3, 3)), torch.triu(torch.ones(3, 3), diagonal=1), torch.diag(torch.tensor([1.0, 2.0])))
print(torch.finfo(torch.float32).eps, torch.finfo(torch.float64).max, torch.pi, x.is_floating_point(), x.type())
print(x.round(), (x / 3).round(decimals=2), x.floor(), (x / 3).ceil(), x.sign(), torch.maximum(x, 4 - x),
      torch.minimum(x, 4 - x))
print(torch.nonzero(x > 3), x.gather(1, torch.tensor([[0], [2]])), x.index_select(1, torch.tensor([0, 2])),
      x.masked_fill(x > 3, -1))
