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


def main():
    golden = {
        "torch": torch.__version__,
        "race": [race(norm) for norm in NORMS]
        + [race("batch", depth=3, width=16, lr=0.3, init=2.0, batch=300, seed=7)],
    }
    path = pathlib.Path(__file__).with_name("golden_widgets.json")
    path.write_text(json.dumps(golden, indent=1) + "\n")


main()
