import torch

x = torch.tensor([1.0, -2.0, 3.0])
y = x
y += 1
print(x, x is y)
x.mul_(2).sub_(1).div_(2).abs_().clamp_(0.6, 3).neg_()
print(x, x.fill_(4), x.zero_(), x.add_(3, alpha=2), x.pow_(2), x.sqrt_(), x.exp_().log_(),
      x.copy_(torch.tensor([1.0, 2.0, 3.0])))
x.masked_fill_(x > 2, -1)
print(x, x.relu_(), x.sigmoid_(), x.tanh_(), x.floor_(), x.lerp_(torch.ones(3), 0.5), x.addcmul_(x, x, value=2),
      x.addcdiv_(x, x + 1, value=-1))
w = torch.ones(2, requires_grad=True)
h = w * 3
h += 1
h[0] = 5
h.mul_(2)
h.sum().backward()
print(h, w.grad)
w = torch.ones(2, requires_grad=True)
h = w.exp()
h.add_(1)
try:
    h.sum().backward()
except RuntimeError as error:
    print(str(error)[:87])
w.data.mul_(3)
print(w, w.requires_grad)
w.data = torch.zeros(2)
print(w, w.is_leaf)
with torch.no_grad():
    w.add_(1)
    w[0] = 7
print(w)
d = w.detach()
d[1] = -7
print(w, d.requires_grad, w.clone().requires_grad)
v = torch.zeros(2, 3)
v[0] += 1
v[:, 1] -= 2
v.T[2] = 9
v.view(-1)[0] = 42
print(v, v.numpy())
c = v.clone()
c.zero_()
print(v.sum(), c.sum())
