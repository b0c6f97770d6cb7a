import torch
import torch.nn as nn

torch.manual_seed(0)
x, y = torch.randn(12, 3), torch.randn(12, 1)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
nn.MSELoss()(model(x), y).backward()
whole = [p.grad.clone() for p in model.parameters()]
model.zero_grad()
for part in range(3):
    at = slice(4 * part, 4 * part + 4)
    (nn.MSELoss()(model(x[at]), y[at]) / 3).backward()
print([torch.allclose(p.grad, g, atol=1e-6) for p, g in zip(model.parameters(), whole)])
for p in model[0].parameters():
    p.requires_grad_(False)
before = [p.detach().clone() for p in model.parameters()]
opt = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    opt.step()
print([torch.equal(p, b) for p, b in zip(model.parameters(), before)])
model[0].requires_grad_(True)
opt.add_param_group({"params": model[0].parameters(), "lr": 0.01})
nn.functional.mse_loss(model(x), y).backward()
opt.step()
print([torch.equal(p, b) for p, b in zip(model.parameters(), before)], [g["lr"] for g in opt.param_groups])
tied = nn.Linear(3, 3, bias=False)
head = nn.Linear(3, 3, bias=False)
head.weight = tied.weight
print(head.weight is tied.weight, len(list(nn.ModuleList([tied, head]).parameters())))
(head(tied(torch.ones(1, 3)))).sum().backward()
print(tied.weight.grad is not None, torch.equal(tied.weight.grad, head.weight.grad))
