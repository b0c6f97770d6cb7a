import torch
import torch.nn as nn

print(torch.zeros(0), torch.zeros(2, 0), torch.tensor(1.0), torch.tensor(12345.678), torch.tensor(1e-7),
      torch.tensor(123456789.0))
print(torch.tensor([1.0, 2.5, 1000.0]), torch.tensor([1.0, 100000.0]), torch.tensor([0.00001, 1.0]),
      torch.tensor([1e-8, 1e8]))
print(torch.tensor([float("nan"), 1.0]), torch.tensor([float("inf"), -float("inf")]), torch.tensor([-0.0, 0.0]))
print(torch.arange(30), torch.arange(30.0))
print(torch.arange(2000), torch.arange(1200.0).view(30, 40))
print(torch.arange(24).view(2, 3, 4), torch.ones(2, 2, 2, 2))
print(torch.arange(40.0).view(2, 20))
print([torch.tensor([1.0]), torch.tensor(2)], {"a": torch.ones(2)}, (torch.tensor(True),))
print(torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True) * 2,
      torch.ones(2, dtype=torch.float64, requires_grad=True))
print(torch.arange(1000.0, requires_grad=True).view(4, 250) * 1.5)
print(f"{torch.tensor(3.14159):.2f} {torch.tensor(7)} {torch.tensor([1, 2])} {torch.tensor(0.5)}",
      str(torch.tensor([1])), repr(torch.tensor(1)))
print("%.3f %d %s" % (torch.tensor(2.5), torch.tensor(4), torch.tensor([1.5])))
print(round(torch.tensor(2.345).item(), 2), torch.Size([1, 2]), torch.Size([]), torch.Size([1, 2])[0],
      list(torch.Size([3])), torch.Size([2, 3]).numel(), torch.Size([1]) + torch.Size([2]))
print(nn.Parameter(torch.ones(2, 2)), [p for p in nn.Linear(1, 1, bias=False).parameters()][0].shape)
print(nn.Sequential(), nn.ModuleList(), nn.Sequential(nn.Sequential(nn.Linear(1, 2), nn.Sequential(nn.ReLU()))))
print(torch.tensor([[1.123456789, 22.1], [333.0, 4444.44]]), torch.tensor([1e3, 1e-3]), torch.tensor([99999.0]),
      torch.tensor([100000.5, 0.5]))
print(torch.tensor([1, 22, 333]), torch.tensor([[1], [-22]]), torch.tensor([True, False, True]))
x = torch.rand(3) > 2
print(x, x.sum(), x.nonzero(), torch.tensor([]).sum(), torch.tensor([]).shape)


class Odd(nn.Module):
    def extra_repr(self):
        return "first line\nsecond line"


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Odd()
        self.layers = nn.ModuleList([nn.Tanh()])

    def extra_repr(self):
        return "n=3"


print(Odd(), Named())
