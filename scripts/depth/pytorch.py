"""A character model of some depth, trained by PyTorch: python3 pytorch.py SETTINGS < TEXT prints the losses as JSON."""
import json
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)
s = json.loads(sys.argv[1])
text = sys.stdin.read()
vocabulary = sorted(set(text))
codes = torch.tensor([vocabulary.index(character) for character in text])
causal = torch.ones(s['tokens'], s['tokens'], dtype=torch.bool).triu(1)


class CharacterModel(nn.Module):
    def __init__(self):
        super().__init__()
        width, first = s['width'], s['normFirst']
        self.embedding = nn.Embedding(len(vocabulary), width)
        self.positions = nn.Parameter(torch.randn(s['tokens'], width))
        self.blocks = nn.ModuleList(nn.TransformerEncoderLayer(width, s['heads'], 4 * width, 0.0, batch_first=True,
                                                               norm_first=first) for _ in range(s['depth']))
        self.norm = nn.LayerNorm(width) if first else nn.Identity()
        self.head = nn.Linear(width, len(vocabulary))

    def forward(self, x):
        x = self.embedding(x) + self.positions
        for block in self.blocks:
            x = block(x, src_mask=causal)
        return self.head(self.norm(x))


torch.manual_seed(s['seed'])
model = CharacterModel()
opt = torch.optim.Adam(model.parameters(), lr=s['lr'])
losses = []
began = time.perf_counter()
for step in range(s['steps']):
    for group in opt.param_groups:
        group['lr'] = s['lr'] * min(1, (step + 1) / s['warmUp'])
    rows = torch.randint(0, len(text) - s['tokens'], (s['batch'],))
    at = rows[:, None] + torch.arange(s['tokens'])
    opt.zero_grad()
    loss = F.cross_entropy(model(codes[at]).transpose(1, 2), codes[at + 1])
    loss.backward()
    opt.step()
    losses.append(loss.item())
print(json.dumps({'losses': losses, 'ms': 1e3 * (time.perf_counter() - began) / s['steps']}))
