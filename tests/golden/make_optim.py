"""Writes golden_optim.json: optimisers, gradient clipping and learning rate schedules of PyTorch 1.13.

Run with PyTorch 1.13: python3 tests/golden/make_optim.py. The README beside this file describes the format.
"""
import json
import os

import torch
from torch import nn
from torch.optim import SGD, Adam, AdamW, lr_scheduler

torch.set_num_threads(1)
KEPT = [1, 2, 20, 200]


def train(name, options, dtype):
    """200 steps of a small net on fixed data; the parameters after some of them."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 3))
    x = torch.randn(33, 5).to(dtype)
    y = torch.randint(0, 3, (33,))
    model = model.to(dtype)
    optimizer = {'SGD': SGD, 'Adam': Adam, 'AdamW': AdamW}[name](model.parameters(), **options)
    out = dict(optimizer=name, options=options, dtype=str(dtype).replace('torch.', ''), losses=[], parameters=[])
    for step in range(1, KEPT[-1] + 1):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        if step in KEPT:
            out['losses'].append(loss.item())
            out['parameters'].append([v for p in model.parameters() for v in p.detach().reshape(-1).tolist()])
    return out


RUNS = [
    ('SGD', dict(lr=0.1)),
    ('SGD', dict(lr=0.05, momentum=0.9, nesterov=True, weight_decay=1e-3)),
    ('SGD', dict(lr=0.05, momentum=0.9, dampening=0.1)),
    ('Adam', dict()),
    ('Adam', dict(lr=0.005, betas=(0.8, 0.95), eps=1e-4, weight_decay=0.01)),
    ('AdamW', dict()),
    ('AdamW', dict(lr=0.005, betas=(0.9, 0.99), weight_decay=0.1)),
]


def clipped(max_norm, norm_type, scale):
    """Gradients of two shapes and one parameter without any, before and after."""
    torch.manual_seed(1)
    parameters = [nn.Parameter(torch.zeros(33)), nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(3, 5))]
    for p in (parameters[0], parameters[2]):
        p.grad = torch.randn(p.shape) * scale
    before = [p.grad.reshape(-1).tolist() for p in (parameters[0], parameters[2])]
    norm = nn.utils.clip_grad_norm_(parameters, max_norm, norm_type=norm_type)
    return dict(max_norm=max_norm, norm_type='inf' if norm_type == float('inf') else norm_type, before=before,
                norm=norm.item(), after=[p.grad.reshape(-1).tolist() for p in (parameters[0], parameters[2])])


def rates(make, base=0.1, steps=25):
    """The rate before each of the steps; `make` gives the schedulers, each stepped once after every update."""
    optimizer = SGD([nn.Parameter(torch.zeros(1))], lr=base)
    schedulers = make(optimizer)
    out = []
    for _ in range(steps):
        out.append(optimizer.param_groups[0]['lr'])
        optimizer.step()
        for scheduler in schedulers:
            scheduler.step()
    return out


def schedule(*parts):
    return dict(schedules=[dict(name=name, **options) for name, options in parts],
                rates=rates(lambda o: [getattr(lr_scheduler, name)(o, **options) for name, options in parts]))


inf = float('inf')
golden = dict(
    torch=torch.__version__,
    kept=KEPT,
    training=[train(name, options, dtype) for name, options in RUNS for dtype in (torch.float32, torch.float64)],
    clipping=[clipped(*case) for case in ((1.0, 2, 1), (1.0, inf, 1), (100.0, 2, 1), (0.5, 2, 1e-3), (1e-3, 2, 1e6),
                                          (0.0, 2, 1))],
    schedules=[
        schedule(('ConstantLR', dict())),
        schedule(('ConstantLR', dict(factor=0.1, total_iters=7))),
        schedule(('LinearLR', dict())),
        schedule(('LinearLR', dict(start_factor=1.0, end_factor=0.0, total_iters=20))),
        schedule(('CosineAnnealingLR', dict(T_max=20))),
        schedule(('CosineAnnealingLR', dict(T_max=7, eta_min=0.01))),
        schedule(('CosineAnnealingLR', dict(T_max=1))),
        schedule(('StepLR', dict(step_size=6))),
        schedule(('ExponentialLR', dict(gamma=0.9))),
        schedule(('LinearLR', dict(start_factor=0.1, total_iters=5)), ('CosineAnnealingLR', dict(T_max=20))),
        schedule(('ExponentialLR', dict(gamma=0.95)), ('ConstantLR', dict(factor=0.5, total_iters=4)),
                 ('StepLR', dict(step_size=5, gamma=0.3))),
    ],
    lambda_rates=rates(lambda o: [lr_scheduler.LambdaLR(o, lambda t: min(1, (t + 1) / 8) * 0.97**t)]),
)

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'golden_optim.json')
with open(path, 'w') as file:
    parts = []
    for key, value in golden.items():
        lines = [json.dumps(item) for item in value] if isinstance(value, list) and key != 'kept' else None
        text = json.dumps(value) if lines is None else '[\n' + ',\n'.join(lines) + '\n]'
        parts.append(json.dumps(key) + ': ' + text)
    file.write('{\n' + ',\n'.join(parts) + '\n}\n')
