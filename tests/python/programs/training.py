import torch
import torch.nn as nn
import torch.nn.functional as F


def data():
    torch.manual_seed(3)
    x = torch.randn(64, 5)
    y = (x[:, 0] * x[:, 1] > 0).long()
    return x, y


def train(make, schedule=None, norm=None, steps=12):
    x, y = data()
    model = nn.Sequential(nn.Linear(5, 16), *([norm(16)] if norm else []), nn.Tanh(), nn.Linear(16, 2))
    opt = make(model.parameters())
    sched = schedule(opt) if schedule else None
    losses, rates = [], []
    for step in range(steps):
        opt.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        if sched:
            rates.append(round(sched.get_last_lr()[0], 6))
            sched.step()
        losses.append(round(loss.item(), 3))
    return losses, rates


opt, sch = torch.optim, torch.optim.lr_scheduler
for name, make in {
    "sgd": lambda p: opt.SGD(p, lr=0.5),
    "momentum": lambda p: opt.SGD(p, lr=0.2, momentum=0.9),
    "nesterov": lambda p: opt.SGD(p, lr=0.2, momentum=0.9, nesterov=True),
    "decay": lambda p: opt.SGD(p, lr=0.2, weight_decay=0.1),
    "dampening": lambda p: opt.SGD(p, lr=0.2, momentum=0.9, dampening=0.5),
    "adam": lambda p: opt.Adam(p, lr=0.05),
    "adam betas": lambda p: opt.Adam(p, lr=0.05, betas=(0.8, 0.9), eps=1e-6, weight_decay=0.01),
    "adamw": lambda p: opt.AdamW(p, lr=0.05),
}.items():
    print(name, train(make)[0])
for name, schedule in {
    "step": lambda o: sch.StepLR(o, 4, gamma=0.5),
    "multi": lambda o: sch.MultiStepLR(o, [2, 5], gamma=0.1),
    "exponential": lambda o: sch.ExponentialLR(o, 0.9),
    "cosine": lambda o: sch.CosineAnnealingLR(o, T_max=10, eta_min=0.01),
    "linear": lambda o: sch.LinearLR(o, start_factor=0.1, total_iters=5),
    "constant": lambda o: sch.ConstantLR(o, factor=0.5, total_iters=3),
    "lambda": lambda o: sch.LambdaLR(o, lambda t: min(1.0, (t + 1) / 5)),
    "sequential": lambda o: sch.SequentialLR(o, [sch.ConstantLR(o, factor=0.1, total_iters=20), sch.ExponentialLR(o, 0.9)], milestones=[4]),
}.items():
    print(name, *train(lambda p: opt.SGD(p, lr=0.5), schedule))
for norm in (nn.BatchNorm1d, nn.LayerNorm):
    print(norm.__name__, train(lambda p: opt.SGD(p, lr=0.5), norm=norm)[0])
model = nn.Linear(2, 1)
for o in (opt.SGD(model.parameters(), lr=0.1, momentum=0.9), opt.Adam(model.parameters()), opt.AdamW(model.parameters(), lr=0.01)):
    print(o)
o = opt.SGD([{"params": [model.weight], "lr": 0.5}, {"params": model.bias}], lr=0.01)
print([group["lr"] for group in o.param_groups], len(o.param_groups))
for group in o.param_groups:
    group["lr"] *= 0.5
print(o.param_groups[0]["lr"])
torch.manual_seed(0)
w = torch.tensor([1.0, -2.0], requires_grad=True)
o = opt.SGD([w], lr=0.1, momentum=0.9)
for _ in range(3):
    o.zero_grad()
    (w ** 2).sum().backward()
    o.step()
print(w, o.state_dict())
saved = o.state_dict()
o2 = opt.SGD([w], lr=0.5, momentum=0.5)
o2.load_state_dict(saved)
print(o2.param_groups[0]["lr"], o2.state_dict()["state"])
o = opt.Adam([w], lr=0.1)
(w ** 2).sum().backward()
o.step()
print(w, o.state_dict()["state"])


def closure():
    o.zero_grad()
    loss = (w ** 2).sum()
    loss.backward()
    return loss


print(o.step(closure))
w.grad = torch.tensor([3.0, 4.0])
print(nn.utils.clip_grad_norm_([w], 1.0), w.grad)
w.grad = torch.tensor([3.0, -4.0])
nn.utils.clip_grad_value_([w], 3.5)
print(w.grad)
w.grad /= 2
print(w.grad)
