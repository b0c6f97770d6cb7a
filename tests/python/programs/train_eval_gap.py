import torch
import torch.nn as nn

torch.manual_seed(0)
bn = nn.BatchNorm1d(2, momentum=0.1)
for step in range(20):
    batch = torch.randn(16, 2) * torch.tensor([2.0, 0.5]) + torch.tensor([1.0, -3.0])
    out = bn(batch)
    if step % 5 == 4:
        print(step + 1, bn.running_mean.tolist() == bn.running_mean.tolist(),
              [round(v, 3) for v in bn.running_mean.tolist()],
              [round(v, 3) for v in bn.running_var.tolist()], bn.num_batches_tracked.item())
bn.eval()
one = torch.tensor([[1.0, -3.0]])
print(bn(one))
try:
    bn.train()
    bn(one)
except ValueError as error:
    print(error)
drop = nn.Dropout(0.3)
torch.manual_seed(2)
ones = torch.ones(1000)
print(f"{drop(ones).mean():.2f}", (drop(ones) == 0).sum().item() in range(240, 360), drop.eval()(ones).mean())
model = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Dropout(0.5), nn.Linear(4, 1))
model.eval()
a, b = model(one), model(one)
print(torch.equal(a, b), model.training, [m.training for m in model])
model.train()
for m in model.modules():
    if isinstance(m, nn.BatchNorm1d):
        m.eval()
print([m.training for m in model], model(one).shape)
