import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(3, 5, dtype=torch.float64, requires_grad=True)
g = torch.randn(3, 5, dtype=torch.float64)
norm = nn.LayerNorm(5, eps=1e-5).double()
(norm(x) * g).sum().backward()
with torch.no_grad():
    mu = x.mean(-1, keepdim=True)
    inv = 1 / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + 1e-5)
    xhat = (x - mu) * inv
    by_hand = inv * (g - g.mean(-1, keepdim=True) - xhat * (g * xhat).mean(-1, keepdim=True))
print(torch.allclose(x.grad, by_hand), x.grad)
eps = 1e-6
numeric = torch.zeros_like(x)
with torch.no_grad():
    for i in range(3):
        for j in range(5):
            old = x[i, j].item()
            x[i, j] = old + eps
            up = (norm(x) * g).sum()
            x[i, j] = old - eps
            down = (norm(x) * g).sum()
            x[i, j] = old
            numeric[i, j] = (up - down) / (2 * eps)
print(torch.allclose(numeric, by_hand, atol=1e-7))
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
v = torch.tensor([1.0, -1.0], requires_grad=True)
y = torch.tanh(w @ v)
y.sum().backward()
s = 1 - torch.tanh(w @ v).detach() ** 2
print(torch.allclose(w.grad, s.unsqueeze(1) * v.detach()), torch.allclose(v.grad, w.detach().T @ s), w.grad)
p = torch.tensor([0.5, 1.5, -1.0], requires_grad=True)
torch.softmax(p, 0)[1].backward()
q = torch.softmax(p.detach(), 0)
print(torch.allclose(p.grad, q[1] * (torch.eye(3)[1] - q)), p.grad)
