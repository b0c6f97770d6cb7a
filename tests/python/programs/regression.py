import torch

torch.manual_seed(1)
x = torch.linspace(-1, 1, 50).unsqueeze(1)
y = 3 * x - 0.5 + 0.1 * torch.randn(50, 1)
w = torch.zeros(1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for step in range(60):
    loss = ((x * w + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.3 * w.grad
        b -= 0.3 * b.grad
        w.grad.zero_()
        b.grad.zero_()
    if step % 20 == 19:
        print(step + 1, f"{loss.item():.4f}")
print(f"{w.item():.3f} {b.item():.3f}", w, b)
A = torch.cat([x, torch.ones_like(x)], dim=1)
left, right = A.T @ A, A.T @ y
det = left[0, 0] * left[1, 1] - left[0, 1] * left[1, 0]
print(f"{((left[1, 1] * right[0] - left[0, 1] * right[1]) / det).item():.3f}")
print(x.shape, x[:3], x.min(), x.max(), y.mean())
