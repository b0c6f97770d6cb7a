import torch
import torch.nn as nn

x = torch.ones(2, requires_grad=True)
with torch.no_grad() as nothing:
    print(nothing, (x * 2).requires_grad, torch.zeros(1, requires_grad=True).requires_grad)
with torch.set_grad_enabled(False):
    print((x * 2).requires_grad)
print((x * 2).requires_grad)
try:
    with torch.no_grad():
        raise ValueError("inside")
except ValueError:
    print(torch.is_grad_enabled())


class Counter:
    @torch.no_grad()
    def value(self, t):
        """words"""
        return (t * 2).requires_grad


print(Counter().value(x), Counter.value.__doc__, Counter.value.__name__)
with torch.inference_mode():
    print((x + 1).requires_grad)
layer = nn.Linear(2, 1)
with torch.no_grad():
    layer.weight.fill_(0.5)
    layer.bias.zero_()
    layer.weight[0, 1] = 2
print(layer(torch.ones(1, 2)), layer.weight.grad_fn, layer(torch.ones(1, 2)).grad_fn.name())
y = layer(torch.ones(1, 2)).detach()
print(y, y.requires_grad, (y + layer.bias).requires_grad, y.grad)
loss = layer(torch.ones(3, 2)).mean()
loss.backward()
print(layer.weight.grad, layer.bias.grad, loss.item(), float(loss), loss.detach())
