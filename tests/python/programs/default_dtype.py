import torch
import torch.nn as nn


def some():
    return [torch.ones(2), torch.ones(2, dtype=torch.float32), torch.ones(2, dtype=torch.float64), torch.tensor([1, 2]),
            torch.tensor([1, 2], dtype=torch.int32), torch.tensor([True]), torch.ones(0), torch.zeros(2, 0, 3),
            torch.empty(0, 2, dtype=torch.float32), torch.empty(0, dtype=torch.int64), torch.tensor(1.5), torch.eye(2),
            torch.linspace(0, 1, 3), torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True) * 2,
            torch.ones(2, dtype=torch.float32, requires_grad=True).mul(2), nn.Parameter(torch.ones(2)),
            torch.ones(2, 12, dtype=torch.float32, requires_grad=True).exp(), torch.ones(9, requires_grad=True).exp(),
            torch.ones(2, 3, requires_grad=True).view(3, 2),
            torch.ones(3, dtype=torch.float32, requires_grad=True).view(1, 3),
            torch.ones(7, requires_grad=True).view(7), torch.ones(8, requires_grad=True).view(8),
            torch.ones(0, requires_grad=True), torch.arange(3.0), torch.tensor([1]).float(), torch.tensor([1]).double(),
            torch.tensor([1]) / 2, torch.tensor([1]) * 1.5, torch.tensor([4]).sqrt(), torch.tensor([True]) / 2,
            torch.tensor([1]) / torch.tensor([4]), torch.Tensor([1]), torch.FloatTensor([1]), torch.tensor([1]).tanh()]


for of in (torch.float64, torch.float32):
    torch.set_default_dtype(of)
    print(torch.get_default_dtype())
    for one in some():
        print(one)
    print(nn.Linear(2, 2).weight.dtype, nn.LayerNorm(2)(torch.ones(1, 2)), torch.randn(2).dtype)
    print(nn.Sequential(nn.LayerNorm(2), nn.Tanh())(torch.tensor([[1.0, 3.0]])))
