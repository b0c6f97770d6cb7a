import torch
import torch.nn as nn

torch.manual_seed(0)


def build(norm):
    layers = []
    for i in range(4):
        layers += [nn.Linear(20, 20)] + ([norm(20)] if norm else []) + [nn.ReLU()]
    return nn.Sequential(*layers)


x = torch.randn(64, 20) * 3 + 2
for name, norm in [("none", None), ("batch", nn.BatchNorm1d), ("layer", nn.LayerNorm)]:
    torch.manual_seed(1)
    model = build(norm)
    stats = []

    def hook(module, inputs, output):
        stats.append((round(output.mean().item(), 3), round(output.std().item(), 3)))

    handles = [m.register_forward_hook(hook) for m in model if isinstance(m, nn.ReLU)]
    model(x)
    for handle in handles:
        handle.remove()
    model(x)
    print(name, stats)
    dead = sum(float((model[:i + 1](x) == 0).float().mean()) for i, m in enumerate(model) if isinstance(m, nn.ReLU)) / 4
    print(f"  zero share {dead:.3f}")
