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


x = torch.ones(2, 3)
show(lambda: x + torch.ones(4))
show(lambda: torch.ones(2, 3) * torch.ones(3, 3))
show(lambda: x @ x)
show(lambda: torch.matmul(x, torch.ones(2)))
show(lambda: torch.ones(3) @ torch.ones(4))
show(lambda: x.view(4, 2))
show(lambda: x.reshape(-1, -1))
show(lambda: x.reshape(7))
show(lambda: x[5])
show(lambda: x[0, 7])
show(lambda: x[0, 0, 0])
show(lambda: x[torch.tensor([9])])
show(lambda: x.sum(dim=3))
show(lambda: x.mean(-4))
show(lambda: x.softmax(5))
show(lambda: x.item())
show(lambda: bool(x))
show(lambda: float(x))
show(lambda: len(torch.tensor(1)))
show(lambda: [v for v in torch.tensor(1.0)])
show(lambda: torch.tensor([1, 2]).mean())
show(lambda: torch.tensor([1, 2]).float().requires_grad_().numpy())
show(lambda: torch.tensor([1, 2], requires_grad=True))
show(lambda: x.backward())
show(lambda: torch.ones(2, requires_grad=True).backward())


def twice():
    w = torch.ones(2, requires_grad=True)
    y = (w * w).sum()
    y.backward()
    y.backward()


show(twice)


def in_place():
    w = torch.ones(2, requires_grad=True)
    w += 1


show(in_place)
show(lambda: torch.cat([x, torch.ones(2, 2)]))
show(lambda: torch.cat([]))
show(lambda: torch.stack([x, torch.ones(3)]))
show(lambda: torch.tensor([[1, 2], [3]]))
show(lambda: torch.ones(2, 3).expand(4, 3))
show(lambda: torch.ones(2).to(torch.int64).add_(1.5))
show(lambda: nn.Linear(3, 4)(torch.ones(2, 5)))
show(lambda: nn.BatchNorm1d(3)(torch.ones(1, 3)))
show(lambda: nn.BatchNorm1d(3)(torch.ones(4, 5)))
show(lambda: nn.BatchNorm1d(3)(torch.ones(3)))
show(lambda: nn.BatchNorm2d(3)(torch.ones(2, 3)))
show(lambda: nn.LayerNorm(4)(torch.ones(2, 3)))
show(lambda: nn.LayerNorm((2, 4))(torch.ones(2, 3)))
show(lambda: nn.Dropout(1.5))
show(lambda: F.dropout(x, -1))
show(lambda: nn.CrossEntropyLoss()(torch.ones(2, 3), torch.tensor([0])))
show(lambda: nn.CrossEntropyLoss()(torch.ones(2, 3), torch.tensor([0, 3])))
show(lambda: nn.CrossEntropyLoss()(torch.ones(2, 3), torch.tensor([0.0, 1.0])))
show(lambda: nn.Embedding(3, 2)(torch.tensor([3])))
show(lambda: torch.optim.SGD([], lr=0.1))
show(lambda: torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=-1))
show(lambda: torch.optim.Adam(nn.Linear(1, 1).parameters(), betas=(1.0, 0.9)))
show(lambda: nn.Linear(2, 2).load_state_dict({"weight": torch.ones(2, 2)}))
show(lambda: nn.Linear(2,
                       2).load_state_dict({"weight": torch.ones(3, 2), "bias": torch.ones(2), "extra": torch.ones(1)}))
show(lambda: nn.Module()(1))
show(lambda: nn.Linear(2, 2).nothing)


class Bad(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(1, 1)


show(Bad)
show(lambda: setattr(nn.Linear(2, 2), "weight", torch.ones(2, 2)))
show(lambda: torch.randn(2).normal_(0, -1))
show(lambda: torch.arange(0, 3, -1))
show(lambda: torch.zeros(-1))
show(lambda: torch.utils.data.DataLoader([1, 2], batch_size=0))
show(lambda: x.add("a"))
show(lambda: x + "a")
show(lambda: torch.sqrt([1.0]))
show(lambda: x.transpose(0, 2))
show(lambda: x.unsqueeze(5))
show(lambda: x.squeeze(3))
show(lambda: x.permute(0))
show(lambda: x.double() @ torch.ones(3))
show(lambda: nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(3, 1))(x))
show(lambda: torch.ones(2, 3)[:, torch.tensor([True, False])])
show(lambda: torch.manual_seed(2**70))
show(lambda: x.chunk(0))
show(lambda: torch.tensor("a"))
show(lambda: torch.tensor(None))
