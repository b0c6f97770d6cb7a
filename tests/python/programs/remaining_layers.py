# Layers, hooks, loaders and schedules that the other programs do not show.
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.utils import Bunch
from torch.optim.lr_scheduler import ConstantLR, MultiStepLR
from torch.utils.data import ConcatDataset, DataLoader, TensorDataset, default_collate

torch.manual_seed(0)


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(2)), nn.Parameter(torch.full((3,), 2.0))])
        self.register_module("norm", nn.BatchNorm1d(3))
        self.register_buffer("steps", torch.tensor(0))

    def forward(self, x):
        self.steps += 1
        return self.norm(x * self.weights[1]) * self.weights[0].sum()

    def extra_repr(self):
        return f"parts={len(self.weights)}"


model = Mixture()
print(model, [name for name, _ in model.named_buffers()], len(list(model.buffers())))
doubled = model.register_forward_pre_hook(lambda module, inputs: (inputs[0] * 2,))
x = torch.randn(4, 3)
print(model(x), model.steps)
doubled.remove()
print(model.forward(x)[0], nn.utils.parameters_to_vector(model.parameters()))
for weight in model.weights:
    print(weight.shape, end=" ")
print()

print(F.tanh(x)[0], F.sigmoid(x)[0], torch.allclose(F.tanh(x), x.tanh()))
target = (x > 0).float()
print(F.binary_cross_entropy_with_logits(x, target), F.binary_cross_entropy_with_logits(x, target, reduction="sum"))
print(torch.allclose(nn.BCEWithLogitsLoss()(x, target), F.binary_cross_entropy_with_logits(x, target)))

first, second = TensorDataset(torch.arange(3.0)), TensorDataset(torch.arange(10.0, 12.0))
both = ConcatDataset([first, second])
print(len(both), both[3], [batch[0].tolist() for batch in DataLoader(both, batch_size=2)])
print(default_collate([1, 2, 3]), default_collate([(torch.ones(2), 0), (torch.zeros(2), 1)]),
      default_collate([{"a": 1.5}]))

for make in (lambda opt: ConstantLR(opt, factor=0.5, total_iters=2),
             lambda opt: MultiStepLR(opt, milestones=[1, 3], gamma=0.1)):
    optimiser = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=1.0)
    schedule = make(optimiser)
    rates = []
    for _ in range(5):
        rates.append(optimiser.param_groups[0]["lr"])
        optimiser.step()
        schedule.step()
    print([round(rate, 6) for rate in rates], schedule.get_last_lr(), isinstance(optimiser, torch.optim.Optimizer))

digits = load_digits()
print(isinstance(digits, Bunch), "target" in digits, digits["data"].shape)
