import torch
import torch.nn as nn
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, LinearLR, SequentialLR, StepLR

w = nn.Parameter(torch.zeros(1))


def rates(make, steps=8, lr=0.1):
    opt = torch.optim.SGD([w], lr=lr)
    sched = make(opt)
    out = []
    for _ in range(steps):
        out.append(f"{opt.param_groups[0]['lr']:.4f}")
        opt.step()
        sched.step()
    return " ".join(out)


print(rates(lambda o: StepLR(o, step_size=3)))
print(rates(lambda o: CosineAnnealingLR(o, 4)))
print(rates(lambda o: LinearLR(o, 0.5, 1.0, 4)))
print(rates(lambda o: LambdaLR(o, lr_lambda=lambda t: 0.9 ** t)))
print(rates(lambda o: SequentialLR(o, [LinearLR(o, 0.1, total_iters=3), CosineAnnealingLR(o, 5)], [3])))
print(rates(lambda o: torch.optim.lr_scheduler.ExponentialLR(o, gamma=0.5)))
opt = torch.optim.Adam([w], lr=1)
sched = StepLR(opt, 1)
print(sched.get_last_lr(), opt.param_groups[0]["initial_lr"], sched.base_lrs)
opt.step()
sched.step()
print(sched.get_last_lr(), sched.last_epoch)
warm = LambdaLR(torch.optim.SGD([{"params": [w], "lr": 1.0}], lr=0.5), [lambda t: min(1, (t + 1) / 4)])
print(warm.get_last_lr())
for name, f in {"verbose": lambda: StepLR(torch.optim.SGD([w], lr=0.1), 1, verbose=True)}.items():
    f()
