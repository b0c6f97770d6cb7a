import copy

import torch
import torch.nn as nn


def make():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    return model, opt, torch.optim.lr_scheduler.StepLR(opt, 3, 0.5)


def steps(model, opt, sched, count, x, y):
    for _ in range(count):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        opt.step()
        sched.step()
    return loss.item()


x, y = torch.randn(16, 4, generator=torch.Generator().manual_seed(1)), torch.arange(16) % 2
model, opt, sched = make()
steps(model, opt, sched, 4, x, y)
saved = copy.deepcopy({"model": model.state_dict(), "opt": opt.state_dict(), "sched": sched.state_dict()})
end = steps(model, opt, sched, 4, x, y)
again, opt2, sched2 = make()
print(again.load_state_dict(saved["model"]))
opt2.load_state_dict(saved["opt"])
sched2.load_state_dict(saved["sched"])
print(abs(steps(again, opt2, sched2, 4, x, y) - end) < 1e-6, sched2.get_last_lr(), opt2.param_groups[0]["lr"],
      sched2.last_epoch)
print(list(saved["model"]), saved["model"]["1.num_batches_tracked"], sorted(saved["opt"]["state"][0]),
      saved["opt"]["param_groups"][0]["params"])
print(again.load_state_dict({"0.weight": torch.zeros(8, 4)}, strict=False).missing_keys[:2])
