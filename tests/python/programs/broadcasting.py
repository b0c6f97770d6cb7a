import torch

a, b = torch.arange(3.0), torch.arange(2.0).unsqueeze(1)
print(a + b, (a + b).shape, a * torch.ones(2, 1, 3), torch.broadcast_tensors(a, b)[0].shape)
for shape in [(2, 1), (1, 3), (3,), ()]:
    x = torch.ones(shape, requires_grad=True)
    y = torch.full((2, 3), 2.0)
    (x * y).sum().backward()
    print(shape, x.grad)
x = torch.randn(4, 5, generator=torch.Generator().manual_seed(0))
z = (x - x.mean(0)) / x.std(0)
print(z.mean(0).abs().max() < 1e-6, z.std(0))
z = (x - x.mean(1, keepdim=True)) / x.std(1, keepdim=True, unbiased=False)
print(z.mean(1).abs().max() < 1e-6, (z ** 2).mean(1))
d = (x.unsqueeze(1) - x.unsqueeze(0)).pow(2).sum(-1).sqrt()
print(d.shape, d.diag(), torch.allclose(d, d.T))
print(torch.ones(2, 3) @ torch.ones(3), torch.ones(5, 2, 3) @ torch.ones(3, 4).sum(1, keepdim=True) == 12)
print((torch.ones(2, 1, 3, 4) @ torch.ones(5, 4, 2)).shape, torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 4, 1)).shape)
m = torch.arange(6).view(2, 3)
print(m + torch.tensor([10, 20, 30]), m * 2 - 1, m / 2, m // 2, m % 2 == 0, (m > 2) | (m == 0))
print(a.expand(2, 3), a.repeat(2), a.repeat(2, 2), a[None].expand(2, -1), torch.stack([a, a], dim=1),
      torch.vstack([a, a]), torch.hstack([a, a]))
grid = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
print(grid[0], grid[1])
