import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
print(x, x.requires_grad, x.is_leaf, x.grad)
for y in (x + 1, 1 - x, x - 1, x * 2, x / 2, 2 / x, x ** 2, 2 ** x, -x, x.sum(), x.mean(), x.mean(dim=0), x.sum(0),
          x.exp(), x.log(),
          x.sqrt(), x.tanh(), x.sigmoid(), x.relu(), x.abs(), x.std(), x.var(), x.max(), x.softmax(0), x.log_softmax(0),
          x.view(3, 1), x.reshape(1, 3), x.unsqueeze(0), x[0], x[1:], x[[0, 2]], x.clone(), x.double(), x.norm(), x @ x,
          x.view(1, 3) @ x.view(3, 1), x.view(1, 3).t(), x.view(1, 3).T, x.view(1, 3).transpose(0, 1), x.clamp(0, 2),
          x.expand(2, 3),
          torch.cat([x, x]), torch.stack([x, x]), torch.where(x > 1, x, x * 2), torch.sin(x), torch.cos(x), x.rsqrt(),
          x.reciprocal(), x.view(1, 3).squeeze(0), x.flatten(), x.pow(3), x.square(), x.masked_fill(x > 1, 0.0),
          x.max(0).values):
    print(y)
y = (x ** 2).sum()
y.backward()
print(x.grad)
(x * 3).sum().backward()
print(x.grad)
x.grad.zero_()
print(x.grad)
x.grad = None
print(x.grad)
z = x * 2
z.backward(torch.tensor([1.0, 10.0, 100.0]))
print(x.grad, z.grad_fn is not None, z.is_leaf)
with torch.no_grad():
    w = x * 2
    x -= 0.1 * x.grad
print(w.requires_grad, x)
print(x.detach(), x.detach().requires_grad, x.data)


@torch.no_grad()
def f(v):
    return v * 2


print(f(x).requires_grad, torch.is_grad_enabled())
with torch.no_grad():
    with torch.enable_grad():
        print((x * 2).requires_grad)
    print((x * 2).requires_grad)
h = torch.randn(3).requires_grad_()
print(h.requires_grad)
w = torch.ones(2, 3, requires_grad=True)
b = torch.zeros(2, requires_grad=True)
v = torch.tensor([1.0, -1.0, 2.0])
loss = ((w @ v + b) ** 2).mean()
loss.backward()
print(loss, w.grad, b.grad)
eps = 1e-3
base = ((w @ v + b) ** 2).mean().item()
with torch.no_grad():
    w[0, 0] += eps
print(f"{(((w @ v + b) ** 2).mean().item() - base) / eps:.2f}")
loss = (x * 2).sum()
loss.backward(retain_graph=True)
loss.backward()
print(x.grad)
