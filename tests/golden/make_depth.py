"""Writes golden_depth.json: gradients in deep encoders at the start, as PyTorch has them.

Run with PyTorch 1.13: python3 tests/golden/make_depth.py. The README beside this file describes the format.
"""
import json
import os

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)
WIDTH = 64


def start(depth, seed, norm_first, xavier, cross_entropy):
    torch.manual_seed(seed)
    blocks = [nn.TransformerEncoderLayer(WIDTH, 4, 4 * WIDTH, dropout=0.0, batch_first=True, norm_first=norm_first)
              for _ in range(depth)]
    model = nn.Sequential(*blocks, nn.LayerNorm(WIDTH) if norm_first else nn.Identity())
    if xavier:
        for name, weight in model.named_parameters():
            if weight.dim() == 2:
                nn.init.xavier_uniform_(weight)
            elif name.endswith('bias'):
                nn.init.zeros_(weight)
    x = torch.randn(4, 16, WIDTH)
    if cross_entropy:
        head = nn.Linear(WIDTH, 50)
        loss = F.cross_entropy(head(model(x)).transpose(1, 2), torch.randint(0, 50, (4, 16)))
    else:
        direction = torch.randn(4, 16, WIDTH)
        loss = (model(x) * direction).sum()
    loss.backward()
    return [block.linear2.weight.grad.norm().item() for block in blocks]


SETTINGS = [(norm_first, *loss) for norm_first in (False, True) for loss in ((True, False), (False, False), (False, True))]
runs = []
for norm_first, xavier, cross_entropy in SETTINGS:
    for seed in range(3):
        for depth in (2, 8, 32):
            runs.append({'normFirst': norm_first, 'xavier': xavier, 'crossEntropy': cross_entropy, 'seed': seed,
                         'depth': depth, 'gradients': [float('%.6g' % g)
                                                       for g in start(depth, seed, norm_first, xavier, cross_entropy)]})
with open(os.path.join(os.path.dirname(__file__), 'golden_depth.json'), 'w') as file:
    json.dump(runs, file, separators=(',', ':'))
    file.write('\n')
