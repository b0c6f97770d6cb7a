import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, Dataset, Subset, random_split

torch.manual_seed(42)
print(torch.rand(3), torch.randn(3), torch.randn(20), torch.randint(0, 10, (5,)), torch.randint(5, (2, 2)),
      torch.randperm(6))
print(torch.rand(2, 2, dtype=torch.float64), torch.randn(2, dtype=torch.float64), torch.rand_like(torch.ones(2)),
      torch.randn_like(torch.ones(2)))
print(torch.empty(3).uniform_(-1, 1), torch.empty(3).normal_(5, 2), torch.normal(0.0, 1.0, size=(3,)))
g = torch.Generator().manual_seed(7)
print(torch.randn(2, generator=g), torch.rand(2, generator=g), torch.randperm(4, generator=g), g.initial_seed(),
      torch.initial_seed())
torch.manual_seed(0)
drop = nn.Dropout(0.5)
print(drop(torch.ones(10)), drop.eval()(torch.ones(3)))
data = TensorDataset(torch.arange(10).float().unsqueeze(1), torch.arange(10))
print(len(data), data[3], data[1:3])
loader = DataLoader(data, batch_size=4, shuffle=True)
print(len(loader))
for epoch in range(2):
    for xb, yb in loader:
        print(xb.shape, yb)
for (xb, yb) in DataLoader(data, batch_size=4, drop_last=True):
    print(yb)
for (_, yb) in DataLoader(data, batch_size=5, shuffle=True, generator=torch.Generator().manual_seed(1)):
    print(yb)


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return torch.tensor([float(i)]), i * i, f"item {i}"


for batch in DataLoader(Squares(5), batch_size=2, shuffle=True):
    print(batch)
for batch in DataLoader([1.5, 2.5, 3.5], batch_size=2):
    print(batch)
for batch in DataLoader(Squares(3), batch_size=3, collate_fn=lambda rows: [row[1] for row in rows]):
    print(batch)
a, b = random_split(data, [7, 3], generator=torch.Generator().manual_seed(3))
print(len(a), len(b), a.indices, b.indices, b[0])
print(next(iter(DataLoader(Subset(data, [1, 3, 5]), batch_size=2))))
torch.manual_seed(5)
print(nn.init.xavier_uniform_(torch.empty(2, 3)), nn.init.xavier_normal_(torch.empty(2, 3)),
      nn.init.kaiming_uniform_(torch.empty(2, 3)),
      nn.init.kaiming_normal_(torch.empty(2, 3), nonlinearity="relu"), nn.init.uniform_(torch.empty(2)),
      nn.init.normal_(torch.empty(2), std=0.02),
      nn.init.ones_(torch.empty(2)), nn.init.eye_(torch.empty(2, 2)), nn.init.constant_(torch.empty(2), 3.0))
print(nn.init.calculate_gain("tanh"), nn.init.calculate_gain("relu"), nn.init.calculate_gain("leaky_relu", 0.2))
print(nn.Embedding(4, 3).weight, nn.Linear(3, 2).bias, nn.Embedding(4, 3, padding_idx=1).weight)
print(torch.rand(1), torch.randn(1), torch.randn(2, 3, 4).sum())
