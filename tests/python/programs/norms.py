import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(4, 3) * torch.tensor([1.0, 10.0, 100.0]) + 5
for norm in (nn.BatchNorm1d(3), nn.LayerNorm(3), nn.BatchNorm1d(3, affine=False),
             nn.BatchNorm1d(3, track_running_stats=False),
             nn.LayerNorm(3, elementwise_affine=False), nn.LayerNorm((4, 3)), nn.BatchNorm1d(3, eps=0.1)):
    print(norm)
    print(norm(x))
    norm.eval()
    print(norm(x))
    for name, value in norm.named_buffers():
        print(name, value)
    print([name for name, _ in norm.named_parameters()], norm.training)
cumulative = nn.BatchNorm1d(2, momentum=None)
for at in range(3):
    cumulative(torch.tensor([[1.0, 2.0], [3.0, 5.0]]) + at)
print(cumulative, cumulative.running_mean, cumulative.running_var, cumulative.num_batches_tracked)
bn = nn.BatchNorm1d(3, momentum=0.5)
for _ in range(3):
    bn(x)
print(bn.running_mean, bn.running_var, bn.num_batches_tracked)
print(bn.state_dict())
bn.reset_running_stats()
print(bn.running_mean, bn.num_batches_tracked)
y = torch.randn(2, 3, 4)
print(nn.BatchNorm1d(3)(y).mean(dim=(0, 2)).abs() < 1e-6)
z = torch.randn(2, 3, 2, 2)
print(nn.BatchNorm2d(3)(z).shape, nn.BatchNorm2d(3), nn.BatchNorm2d(3)(z)[0, 0])
print(F.layer_norm(x, (3,)))
print(F.batch_norm(x, None, None, training=True))
print(F.batch_norm(x, torch.zeros(3), torch.ones(3)))
print(F.layer_norm(x, (3,), weight=torch.tensor([1.0, 2.0, 3.0]), bias=torch.ones(3)))
ln = nn.LayerNorm(3)
w = x.clone().requires_grad_()
out = ln(w)
print(out)
(out * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(ln.weight.grad, ln.bias.grad)
bn = nn.BatchNorm1d(3)
v = torch.tensor([[1.0, 2.0, 3.0], [4.0, 4.0, 4.0], [0.0, 1.0, 5.0]], requires_grad=True)
bn(v).pow(3).sum().backward()
print(v.grad, bn.weight.grad, bn.bias.grad)
