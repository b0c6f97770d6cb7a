import math

import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(256, 64)
for name, init in [("small", lambda w: nn.init.normal_(w, std=0.01)), ("xavier", nn.init.xavier_normal_),
                   ("large", lambda w: nn.init.normal_(w, std=1.0))]:
    torch.manual_seed(1)
    h = x
    out = []
    for _ in range(5):
        w = init(torch.empty(64, 64))
        h = torch.tanh(h @ w.T)
        out.append(f"{h.std().item():.3f}")
    print(f"{name:<7}", *out)
for eps in (1e-5, 1e-1):
    v = torch.tensor([[1e-3, 2e-3, 3e-3]])
    print([f"{u:.4f}" for u in nn.LayerNorm(3, eps=eps)(v + 1e-6 * v ** 2)[0, ::2].tolist()])
scale = 10.0
print(torch.allclose(nn.LayerNorm(64)(x), nn.LayerNorm(64)(scale * x + 3), atol=1e-4),
      math.isclose(x.mean().item(), 0, abs_tol=0.02))
q = torch.tensor([3.0, 4.0])
rms = lambda t: t / t.pow(2).mean(-1, keepdim=True).sqrt()
print(rms(q), rms(q + 100), rms(q * 7), rms(q).norm())
