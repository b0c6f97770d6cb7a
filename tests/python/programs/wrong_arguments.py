import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(f):
    try:
        f()
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
    else:
        print("no error")


x, rows = torch.ones(2, 4), [[1.0, 2.0]]
for made in (nn.LayerNorm(4), nn.Linear(2, 2), nn.ReLU(), nn.ReLU(inplace=True), nn.GELU(), nn.SiLU(), nn.Tanh(),
             nn.Sigmoid(), nn.LeakyReLU(), nn.Dropout(), nn.Dropout().eval(), nn.Flatten(), nn.Softmax(-1), nn.LogSoftmax(-1),
             nn.Embedding(3, 2), nn.BatchNorm1d(4), nn.BatchNorm2d(4), nn.Sequential(nn.Linear(2, 2), nn.ReLU())):
    show(lambda: made(rows))
    show(lambda: made("text"))
    show(lambda: made(None))
show(lambda: nn.Linear(4, 2)(np.ones((2, 4))))
show(lambda: nn.LayerNorm(4)(np.ones((2, 4))))
show(lambda: torch.sqrt(np.ones(2)))
for loss in (nn.MSELoss(), nn.L1Loss(), nn.BCEWithLogitsLoss(), nn.CrossEntropyLoss(), nn.NLLLoss()):
    show(lambda: loss(rows, x))
    show(lambda: loss(x, [0, 1]))
show(lambda: F.linear(x, rows))
show(lambda: F.linear(x, x, [1]))
show(lambda: F.embedding(torch.tensor([1]), rows))
show(lambda: F.one_hot([1]))

for eps in ("1e-5", None, [1e-5], 1, True, torch.tensor(1e-5)):
    show(lambda: nn.LayerNorm(4, eps=eps)(x))
    show(lambda: nn.Sequential(nn.LayerNorm(4, eps=eps))(x))
    show(lambda: nn.BatchNorm1d(4, eps=eps)(x))
    show(lambda: nn.Sequential(nn.BatchNorm1d(4, eps=eps))(x))
show(lambda: nn.BatchNorm1d(4, momentum="a")(x))
show(lambda: F.batch_norm(x, torch.zeros(4), torch.ones(4), momentum=None))
show(lambda: F.batch_norm(x, torch.zeros(4), torch.ones(4), eps="a"))
show(lambda: F.batch_norm(x, [1], None))
show(lambda: F.batch_norm(x, torch.zeros(4), [1]))
show(lambda: F.batch_norm(x, torch.zeros(4), torch.ones(4), [1]))
show(lambda: F.batch_norm(x, None, None))
show(lambda: F.batch_norm(x, torch.zeros(4), None))
for shape in (4, "4", 4.0, None, (4.0,), ("a",), (), [4], torch.Size([4])):
    show(lambda: F.layer_norm(x, shape))
show(lambda: torch.layer_norm(x, 4))
show(lambda: F.layer_norm(x, (4,), [1.0] * 4))
show(lambda: F.layer_norm(x, (4,), None, [1.0] * 4))

for make in (torch.zeros, torch.ones, torch.empty, torch.rand, torch.randn):
    for size in ("3", 2.0, [2.0], ["a"], (2, "a"), None, True, {}):
        show(lambda: make(size))
    show(lambda: make(2, "a"))
    show(lambda: make(2, 3.0))
show(lambda: torch.full(3, 1))
show(lambda: torch.full("3", 1))
show(lambda: torch.full((2.0,), 1))
show(lambda: torch.full((2,), "a"))
show(lambda: torch.eye("a"))
show(lambda: torch.eye(2.0))
show(lambda: torch.arange("a"))
show(lambda: torch.linspace("a", 1, 2))
show(lambda: torch.linspace(0, "a", 2))
show(lambda: torch.linspace(0, 1, "a"))
show(lambda: torch.randint("a", (2,)))
show(lambda: torch.randint(3, "a"))
show(lambda: torch.randint(3, 4))
show(lambda: torch.randint(0, 3, (2, "a")))
show(lambda: torch.randperm("a"))
show(lambda: torch.randperm(2.5))
for like in (torch.zeros_like, torch.ones_like, torch.rand_like, torch.randn_like):
    show(lambda: like([1.0]))
show(lambda: torch.full_like([1], 2))
show(lambda: nn.Linear("a", 2))
show(lambda: nn.Linear(2.0, 2))
for seed in ("a", None, [1], "12", 1.5):
    show(lambda: torch.manual_seed(seed))
    show(lambda: torch.Generator().manual_seed(seed))

show(lambda: x.reshape("a"))
show(lambda: x.reshape(2.0, 4))
show(lambda: x.reshape([2.0, 4]))
show(lambda: x.reshape(2, "a"))
show(lambda: x.view(2, "a"))
show(lambda: x.permute("a", 0))
show(lambda: x.permute(0, "a"))
show(lambda: x.expand("a"))
show(lambda: x.repeat("a"))
show(lambda: x.unsqueeze("a"))
show(lambda: x.chunk("a"))
print(torch.arange(torch.tensor(3)), torch.arange(torch.tensor(1), torch.tensor(2.5)))

for at in (0.5, 1.0, (0, 0.5), (None, 0.5), {}, "a", (0, "a"), slice(0.5, None), slice("a", None), slice(0, 1, -1)):
    show(lambda: x[at])
    show(lambda: x.__setitem__(at, 1))
print(x[[0.5]])

show(lambda: torch.optim.Adam([nn.Linear(2, 2)]))
show(lambda: torch.optim.SGD([1.0], lr=1))
show(lambda: torch.optim.SGD(nn.Linear(2, 2).named_parameters(), lr=1))
show(lambda: torch.optim.SGD(nn.Linear(2, 2), lr=1))


class Bad(nn.Module):
    def __init__(self):
        self.width = 3

    def forward(self, x):
        return x


bad = Bad()
print(bad.width)
show(lambda: bad(x))
show(lambda: nn.Sequential(bad)(x))
show(lambda: print(bad))
show(lambda: list(bad.parameters()))
show(lambda: list(bad.buffers()))
show(lambda: bad.train())
show(lambda: bad.state_dict())
show(lambda: bad.zero_grad())
show(lambda: bad.register_forward_hook(print))

linear = nn.Linear(2, 2)
print(linear.load_state_dict({"weight": torch.ones(2, 2), "more": torch.ones(1)}, strict=False))
print(linear.load_state_dict({}, strict=False).missing_keys, linear.load_state_dict(linear.state_dict()))
print(type(linear.load_state_dict(linear.state_dict())))
show(lambda: linear.load_state_dict({"weight": 1, "bias": torch.ones(2)}))
