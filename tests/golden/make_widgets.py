"""Golden numbers of the widgets: golden_widgets.json, from PyTorch and scikit-learn.

python3 tests/golden/make_widgets.py
"""
import json
import pathlib

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

torch.set_num_threads(1)


class RMSNorm(nn.Module):
    """nn.RMSNorm of later versions: eps is the machine epsilon of the dtype."""

    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))

    def forward(self, x):
        eps = torch.finfo(x.dtype).eps
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) * self.weight


NORMS = {"none": None, "batch": nn.BatchNorm1d, "layer": nn.LayerNorm, "rms": RMSNorm}


def network(norm, features, depth, width, classes):
    layers = []
    for block in range(depth):
        layers.append(nn.Linear(features if block == 0 else width, width))
        if NORMS[norm]:
            layers.append(NORMS[norm](width))
        layers.append(nn.Tanh())
    return nn.Sequential(*layers, nn.Linear(width, classes))


def race(norm, depth=8, width=64, lr=0.05, init=1.0, batch=64, seed=0, steps=12):
    """The first losses of a lane of the race."""
    pixels, target = load_digits(return_X_y=True)
    x = torch.tensor(pixels / 16, dtype=torch.float32)
    x, _, y, _ = train_test_split(x, torch.tensor(target), test_size=0.2, random_state=0)
    torch.manual_seed(seed)
    model = network(norm, 64, depth, width, 10)
    with torch.no_grad():
        for layer in model:
            if isinstance(layer, nn.Linear):
                layer.weight *= init
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch_size=batch, shuffle=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    while len(losses) < steps:
        for xb, yb in loader:
            if len(losses) == steps:
                break
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(xb), yb)
            losses.append(loss.item())
            loss.backward()
            optimizer.step()
    options = {"depth": depth, "width": width, "lr": lr, "init": init, "batch": batch, "seed": seed}
    return {"norm": norm, "options": options, "losses": losses}


def contours(scale, part, start, seed):
    """Gradient descent on raw and standardized features: condition numbers, and steps to a hundredth."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(64, 2, generator=generator, dtype=torch.float64) * torch.tensor([scale, 1.0], dtype=torch.float64)
    standardized = (x - x.mean(0)) / x.std(0, unbiased=False)
    result = {"scale": scale, "rate": part, "start": start, "seed": seed}
    for name, features in (("raw", x - x.mean(0)), ("standardized", standardized)):
        eigenvalues = torch.linalg.eigvalsh(2 / 64 * features.T @ features)
        w = torch.tensor(start, dtype=torch.float64)[:, None].requires_grad_()
        rate = part * 2 / eigenvalues.sum().item()
        first, steps = w.norm().item(), 0
        while w.norm().item() > 0.01 * first and steps < 1000:
            w.grad = None
            (features @ w).square().mean().backward()
            with torch.no_grad():
                w -= rate * w.grad
            steps += 1
        result[name] = {"condition": (eigenvalues[1] / eigenvalues[0]).item(), "steps": steps, "end": w.flatten().tolist()}
    return result


def depth(norm, layers, gain, activation, width, seed):
    """Standard deviations of outputs and gradients, layer by layer."""
    generator = torch.Generator().manual_seed(seed)
    normal = lambda: torch.randn(width, width, generator=generator)
    h, outputs = normal(), []
    for _ in range(layers):
        h = h @ (normal() * (gain / width**0.5))
        if norm == "batch":
            h = nn.functional.batch_norm(h, None, None, training=True)
        elif norm == "layer":
            h = nn.functional.layer_norm(h, [width])
        elif norm == "rms":
            h = h * torch.rsqrt(h.square().mean(-1, keepdim=True) + torch.finfo(h.dtype).eps)
        h = {"tanh": torch.tanh, "relu": torch.relu, "none": lambda x: x}[activation](h)
        h.requires_grad_() if h.is_leaf else None
        h.retain_grad()
        outputs.append(h)
    h.backward(normal())
    return {
        "norm": norm,
        "settings": {"depth": layers, "gain": gain, "activation": activation, "width": width, "seed": seed},
        "signal": [h.std().item() for h in outputs],
        "gradient": [h.grad.std().item() for h in outputs],
    }


def batch_modes(momentum, batch, batches, seed, example):
    """Running statistics of a BatchNorm layer, and an example's output in evaluation mode."""
    generator = torch.Generator().manual_seed(seed)
    norm = nn.BatchNorm1d(1, momentum=momentum)
    means, variances = [], []
    for _ in range(batches):
        norm(torch.randn(batch, 1, generator=generator) * 2 + 3)
        means.append(norm.running_mean.item())
        variances.append(norm.running_var.item())
    norm.eval()
    output = norm(torch.tensor([[float(example)]])).item()
    settings = {"momentum": momentum, "batchSize": batch, "batches": batches, "seed": seed, "example": example}
    return {"settings": settings, "means": means, "variances": variances, "output": output}


def main():
    golden = {
        "torch": torch.__version__,
        "race": [race(norm) for norm in NORMS]
        + [race("batch", depth=3, width=16, lr=0.3, init=2.0, batch=300, seed=7)],
        "depth": [],
        "batchModes": [batch_modes(0.1, 8, 60, 0, 5), batch_modes(0.5, 2, 10, 3, -1)],
        "contours": [contours(5, 0.9, [1.5, 2.0], 0), contours(12, 1.0, [-3.0, 1.0], 3), contours(1, 0.5, [0.5, -2.0], 9)],
    }
    for norm in NORMS:
        golden["depth"] += [depth(norm, 12, 0.9, "relu", 64, 0), depth(norm, 8, 2.0, "tanh", 32, 5)]
    path = pathlib.Path(__file__).with_name("golden_widgets.json")
    path.write_text(json.dumps(golden, indent=1) + "\n")


main()
