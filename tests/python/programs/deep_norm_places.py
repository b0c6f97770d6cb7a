import torch
import torch.nn as nn


class Residual(nn.Module):
    def __init__(self, dim, place):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(dim, dim), nn.Tanh(), nn.Linear(dim, dim))
        self.norm = nn.LayerNorm(dim) if place != "none" else nn.Identity()
        self.place = place

    def forward(self, x):
        if self.place == "pre":
            return x + self.f(self.norm(x))
        return self.norm(x + self.f(x))


for place in ("none", "pre", "post"):
    torch.manual_seed(0)
    net = nn.Sequential(*[Residual(16, place) for _ in range(6)])
    x = torch.randn(32, 16)
    sizes = []
    h = x
    for block in net:
        h = block(h)
        sizes.append(round(h.norm(dim=1).mean().item(), 2))
    h.sum(1).pow(2).mean().backward()
    grads = [round(block.f[0].weight.grad.norm().item(), 2) for block in net]
    print(f"{place:<5}", sizes, grads)
print(net[0])
