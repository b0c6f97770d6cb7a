import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class SelfAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        assert dim % heads == 0
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (z.view(b, t, self.heads, d // self.heads).transpose(1, 2) for z in (q, k, v))
        scores = q @ k.transpose(-2, -1) / math.sqrt(d // self.heads)
        mask = torch.tril(torch.ones(t, t)) == 0
        scores = scores.masked_fill(mask, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        out = (weights @ v).transpose(1, 2).contiguous().view(b, t, d)
        return self.proj(out), weights


class EncoderLayer(nn.Module):
    def __init__(self, dim, heads, norm_first=True, dropout=0.0):
        super().__init__()
        self.attention = SelfAttention(dim, heads)
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.ReLU(), nn.Linear(4 * dim, dim))
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x):
        if self.norm_first:
            x = x + self.dropout(self.attention(self.norm1(x))[0])
            return x + self.dropout(self.mlp(self.norm2(x)))
        x = self.norm1(x + self.dropout(self.attention(x)[0]))
        return self.norm2(x + self.dropout(self.mlp(x)))


torch.manual_seed(0)
x = torch.randn(2, 3, 8)
for norm_first in (True, False):
    torch.manual_seed(1)
    layer = EncoderLayer(8, 2, norm_first)
    y = layer(x)
    print(y.shape, y[0, 0], y.mean().item() < 1, f"{y.std():.3f}")
    y.pow(2).sum().backward()
    print(f"{layer.attention.qkv.weight.grad.norm():.3f} {layer.norm1.weight.grad.norm():.3f} {layer.mlp[0].weight.grad.abs().mean():.4f}")
print(layer)
out, weights = layer.attention(x)
print(weights[0, 0], torch.allclose(weights.sum(-1), torch.ones(2, 2, 3)))
