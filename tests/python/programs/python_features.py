import copy
import dataclasses
import functools
import itertools
import math
import random
from collections import Counter, defaultdict, namedtuple
from typing import Callable, List, Optional, Tuple

import torch
import torch.nn as nn


@dataclasses.dataclass
class Config:
    dim: int = 4
    depth: int = 2
    norm: Optional[str] = "layer"


def make_norm(kind: Optional[str], dim: int) -> nn.Module:
    return {"layer": nn.LayerNorm, "batch": nn.BatchNorm1d, None: lambda d: nn.Identity()}[kind](dim)


class MLP(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Linear(config.dim, config.dim), make_norm(config.norm, config.dim),
                          nn.ReLU()) for _ in range(config.depth))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functools.reduce(lambda h, block: block(h), self.blocks, x)

    @property
    def size(self) -> int:
        return sum(p.numel() for p in self.parameters())


for norm in ("layer", "batch", None):
    torch.manual_seed(0)
    model = MLP(Config(norm=norm))
    print(model.config, model.size, model(torch.ones(2, 4)).shape)
twin = copy.deepcopy(model)
with torch.no_grad():
    for p in twin.parameters():
        p.add_(1.0)
print(torch.allclose(next(iter(twin.parameters())) - 1, next(iter(model.parameters())), atol=1e-6))
best, patience = math.inf, 0
for step, loss in enumerate([0.9, 0.7, 0.71, 0.72, 0.5]):
    if loss < best:
        best, patience = loss, 0
    else:
        patience += 1
    if patience == 2:
        print("stopped at", step)
        break
random.seed(3)
print(random.randint(0, 10), Counter("banana").most_common(1), list(itertools.islice(itertools.count(), 3)))
Point = namedtuple("Point", "x y")
print(Point(1, torch.tensor(2)), [f"{name}={value:.1f}" for name, value in zip("ab", torch.tensor([1.0, 2.0]))])
try:
    raise ValueError("own words")
except ValueError as error:
    print(type(error).__name__, error)
finally:
    print("finally")


def batches(x, size):
    for at in range(0, len(x), size):
        yield x[at:at + size]


print([b.tolist() for b in batches(torch.arange(7), 3)], max(torch.tensor([3, 1])), sum(torch.tensor([1, 2])),
      sorted(torch.tensor([3, 1, 2]).tolist()))
assert torch.tensor([1, 1]).all(), "all"
print(isinstance(torch.tensor(1), torch.Tensor), callable(model), {torch.float32: "f"}[torch.ones(1).dtype],
      bool(torch.tensor([])) if False else "")
