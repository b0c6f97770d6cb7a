import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self._norm(x.float()).type_as(x) * self.weight

    def extra_repr(self):
        return f"{tuple(self.weight.shape)}, eps={self.eps}"


class MyBatchNorm(nn.Module):
    def __init__(self, features, momentum=0.1):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(features))
        self.beta = nn.Parameter(torch.zeros(features))
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("var", torch.ones(features))

    def forward(self, x):
        if self.training:
            mean, var = x.mean(0), x.var(0, unbiased=False)
            with torch.no_grad():
                self.mean = (1 - self.momentum) * self.mean + self.momentum * mean
                self.var.mul_(1 - self.momentum).add_(self.momentum * x.var(0))
        else:
            mean, var = self.mean, self.var
        return self.gamma * (x - mean) / torch.sqrt(var + 1e-5) + self.beta


class ScaleNorm(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.g = nn.Parameter(torch.tensor(scale ** 0.5))

    def forward(self, x):
        return self.g * x / x.norm(dim=-1, keepdim=True).clamp(min=1e-5)


torch.manual_seed(1)
x = torch.randn(5, 4)
for norm in (RMSNorm(4), MyBatchNorm(4), ScaleNorm(4.0)):
    print(norm)
    print(norm(x))
    print(norm.state_dict())
mine, theirs = MyBatchNorm(4), nn.BatchNorm1d(4)
print(torch.allclose(mine(x), theirs(x), atol=1e-6), torch.allclose(mine.var, theirs.running_var, atol=1e-6))
mine.eval(), theirs.eval()
print(torch.allclose(mine(x), theirs(x), atol=1e-6))
print([(name, tuple(p.shape)) for name, p in mine.named_parameters()], dict(mine.named_buffers()).keys())
model = nn.Sequential(nn.Linear(4, 8), RMSNorm(8), nn.ReLU(), nn.Linear(8, 2))
print(model)
model(x).sum().backward()
print({name: p.grad.shape for name, p in model.named_parameters()})
print(sum(p.numel() for p in model.parameters() if p.requires_grad))


def group_norm(x, groups):
    n, c = x.shape
    parts = x.view(n, groups, c // groups)
    return ((parts - parts.mean(-1, keepdim=True)) / parts.std(-1, unbiased=False, keepdim=True)).view(n, c)


print(group_norm(x, 2))
