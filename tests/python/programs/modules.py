from collections import OrderedDict

import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim, norm=nn.LayerNorm):
        super().__init__()
        self.norm = norm(dim)
        self.net = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Dropout(0.1), nn.Linear(2 * dim, dim))

    def forward(self, x):
        return x + self.net(self.norm(x))


torch.manual_seed(0)
model = nn.Sequential(OrderedDict(embed=nn.Embedding(10, 4), block=Block(4), head=nn.Linear(4, 10, bias=False)))
print(model)
print([name for name, _ in model.named_modules()])
print([name for name, _ in model.named_children()], len(list(model.children())), len(list(model.modules())))
for name, p in model.named_parameters():
    print(name, p.shape, p.requires_grad, p.dtype)
print(model.training, model.eval().training, model.block.net[2].training, model.train().training)
print(model.state_dict().keys())
print(nn.Linear(2, 3), nn.Linear(2, 3, bias=False), nn.Dropout(), nn.ReLU(), nn.ReLU(inplace=True), nn.Tanh(), nn.Sigmoid(), nn.GELU(),
      nn.GELU(approximate="tanh"), nn.SiLU(), nn.Softmax(dim=1), nn.LogSoftmax(dim=-1), nn.Flatten(), nn.Identity(), nn.Embedding(3, 2, padding_idx=0),
      nn.LeakyReLU(), nn.CrossEntropyLoss(), nn.MSELoss(), nn.L1Loss(), nn.NLLLoss(), nn.BCEWithLogitsLoss())
layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
layers.append(nn.Tanh())
print(layers, len(layers), layers[0], layers[-1], layers[1:3])
named = nn.ModuleDict({"a": nn.Linear(1, 1), "b": nn.ReLU()})
print(named, list(named.keys()), "a" in named)
linear = nn.Linear(3, 2)
print(linear.weight, linear.bias)
print(linear.weight.data, linear.weight.shape, linear.in_features)
other = nn.Linear(3, 2)
print(other.load_state_dict(linear.state_dict()), torch.equal(other.weight, linear.weight))
print(isinstance(linear.weight, nn.Parameter), isinstance(linear.weight, torch.Tensor), type(linear.weight))
linear.weight.requires_grad = False
print([p.requires_grad for p in linear.parameters()])
linear.double()
print(linear.weight.dtype, linear(torch.ones(1, 3, dtype=torch.float64)).dtype)
linear.float()
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(net[0], net[-1], net[:2], len(net), [type(m).__name__ for m in net])
net.append(nn.Tanh())
net.add_module("last", nn.Identity())
print(net)
net[1] = nn.Tanh()
print(net[1])


def start(m):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 0.5)
        nn.init.zeros_(m.bias)


net.apply(start)
print(net(torch.ones(1, 2)))
seen = []
handle = net[0].register_forward_hook(lambda module, args, out: seen.append((type(module).__name__, tuple(args[0].shape), tuple(out.shape))))
net(torch.ones(4, 2))
handle.remove()
net(torch.ones(4, 2))
print(seen)
net.zero_grad()
print(net[0].weight.grad)
net(torch.ones(1, 2)).sum().backward()
print(net[0].weight.grad)
net.zero_grad()
print(net[0].weight.grad)


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = self.a
        self.none = None
        self.register_parameter("p", None)
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("hidden", torch.ones(1), persistent=False)


shared = Shared()
print(shared)
print([name for name, _ in shared.named_parameters()], list(shared.state_dict()), [name for name, _ in shared.named_buffers()])
print(shared.scale, nn.Parameter(torch.zeros(2)), shared.get_parameter("a.weight").shape, shared.get_submodule("a"))
print(hasattr(shared, "scale"), hasattr(shared, "nope"))
del shared.b
print(shared)
