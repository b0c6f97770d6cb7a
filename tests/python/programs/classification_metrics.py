import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
centres = torch.tensor([[2.0, 0.0], [-1.0, 1.5], [-1.0, -1.5]])
labels = torch.randint(0, 3, (150,))
points = centres[labels] + 0.5 * torch.randn(150, 2)
train, val = torch.utils.data.random_split(TensorDataset(points, labels), [120, 30],
                                           generator=torch.Generator().manual_seed(0))
model = nn.Sequential(nn.Linear(2, 16), nn.LayerNorm(16), nn.ReLU(), nn.Linear(16, 3))
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for epoch in range(4):
    model.train()
    total, count = 0.0, 0
    for xb, yb in DataLoader(train, batch_size=30, shuffle=True):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(xb)
        count += len(xb)
    model.eval()
    with torch.no_grad():
        xv, yv = next(iter(DataLoader(val, batch_size=30)))
        predicted = model(xv).argmax(dim=1)
        confusion = torch.zeros(3, 3, dtype=torch.int64)
        for t, p in zip(yv, predicted):
            confusion[t, p] += 1
    print(f"epoch {epoch + 1}: loss {total / count:.2f}, accuracy {(predicted == yv).float().mean():.2f}")
print(confusion, confusion.sum(), torch.bincount(yv, minlength=3), confusion.diag().sum() / confusion.sum())
