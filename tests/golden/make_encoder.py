"""Writes golden_encoder.json: PyTorch's attention and transformer encoders, seed for seed.

Run with PyTorch 1.13: python3 tests/golden/make_encoder.py. The README beside this file describes the format.
"""
import json
import os
import zlib

import torch
import torch.nn as nn

torch.set_num_threads(1)
F64 = torch.float64
INFINITE = float('-inf')


def numbers(x):
    return {'shape': list(x.shape), 'data': x.detach().flatten().tolist()}


def crc(x):
    return zlib.crc32(x.detach().contiguous().numpy().tobytes())


def state_bits(module):
    """The keys in their order, CRC-32 of the float32 weights, and the two numbers that the generator gives next."""
    return {'keys': {key: crc(value) for key, value in module.state_dict().items()}, 'then_rand2': torch.rand(2).tolist()}


def attention(mask, causal):
    q, k, v, dy = (torch.randn(2, 3, length, 4, dtype=F64) for length in (5, 6, 6, 5))
    for each in (q, k, v):
        each.requires_grad_()
    allowed = torch.ones(5, 6, dtype=torch.bool)
    if mask:
        allowed = torch.rand(5, 6) < 0.6
        allowed[:, 0] = True
    if causal:
        allowed = allowed & torch.ones(5, 6, dtype=torch.bool).tril()
    scores = q @ k.transpose(-2, -1) / 2
    y = scores.masked_fill(~allowed, INFINITE).softmax(-1) @ v
    y.backward(dy)
    return {'mask': allowed.tolist() if mask else None, 'causal': causal, 'q': numbers(q), 'k': numbers(k), 'v': numbers(v),
            'dy': numbers(dy), 'y': numbers(y), 'dq': numbers(q.grad), 'dk': numbers(k.grad), 'dv': numbers(v.grad)}


def multihead(seed, batch_first, bias, masked):
    torch.manual_seed(seed)
    layer = nn.MultiheadAttention(6, 2, bias=bias, batch_first=batch_first)
    bits = state_bits(layer)
    layer.double()
    shape = (lambda n, l: (n, l, 6)) if batch_first else (lambda n, l: (l, n, 6))
    query, key, dy = (torch.randn(shape(3, length), dtype=F64) for length in (4, 5, 4))
    query.requires_grad_()
    key.requires_grad_()
    attn_mask = padding = None
    if masked:
        attn_mask = torch.ones(4, 5, dtype=torch.bool).triu(2)
        padding = torch.tensor([[False] * 5, [False, False, False, True, True], [False, True, True, True, True]])
    y, _ = layer(query, key, key, attn_mask=attn_mask, key_padding_mask=padding)
    y.backward(dy)
    grads = {name: numbers(p.grad) for name, p in layer.named_parameters()}
    return {'seed': seed, 'batch_first': batch_first, 'bias': bias, 'bits': bits, 'query': numbers(query),
            'key': numbers(key), 'dy': numbers(dy), 'attn_mask': attn_mask.tolist() if masked else None,
            'key_padding_mask': padding.tolist() if masked else None, 'y': numbers(y), 'dquery': numbers(query.grad),
            'dkey': numbers(key.grad), 'grads': grads, 'print': str(layer)}


def encoder(depth, norm_first, activation):
    torch.manual_seed(depth)
    layer = nn.TransformerEncoderLayer(8, 2, dim_feedforward=16, dropout=0.0, activation=activation, batch_first=True,
                                       norm_first=norm_first)
    model = nn.TransformerEncoder(layer, depth, norm=nn.LayerNorm(8) if norm_first else None)
    bits = state_bits(model)
    x, dy = torch.randn(2, 5, 8), torch.randn(2, 5, 8)
    mask = torch.ones(5, 5, dtype=torch.bool).triu(1)
    padding = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
    out = {'depth': depth, 'norm_first': norm_first, 'activation': activation, 'bits': bits, 'x': numbers(x),
           'dy': numbers(dy), 'print': str(model) if depth == 1 else None}
    model.double()
    x = x.double().requires_grad_()
    y = model(x, mask=mask, src_key_padding_mask=padding)
    y.backward(dy.double())
    # Of each gradient two numbers that any wrong element would move.
    weigh = lambda g: [g.sum().item(), (g.flatten() * torch.arange(1, g.numel() + 1, dtype=F64).cos()).sum().item()]
    out.update(y=numbers(y), dx=numbers(x.grad), grads={name: weigh(p.grad) for name, p in model.named_parameters()})
    return out


def with_dropout():
    """A training step in float32 with dropout in all its four places: the masks follow from the seed."""
    torch.manual_seed(5)
    layer = nn.TransformerEncoderLayer(8, 2, dim_feedforward=16, dropout=0.3, batch_first=True)
    model = nn.TransformerEncoder(layer, 2)
    x = torch.randn(2, 5, 8)
    y = model(x)
    return {'seed': 5, 'x': numbers(x), 'y': numbers(y), 'then_rand2': torch.rand(2).tolist()}


def sinusoidal():
    """The usual recipe for Vaswani's section 3.5, in double."""
    place = torch.arange(12, dtype=F64).unsqueeze(1)
    rate = torch.exp(torch.arange(0, 6, 2, dtype=F64) * (-torch.log(torch.tensor(10000.0, dtype=F64)) / 6))
    table = torch.zeros(12, 6, dtype=F64)
    table[:, 0::2] = torch.sin(place * rate)
    table[:, 1::2] = torch.cos(place * rate)
    return numbers(table)


torch.manual_seed(0)
golden = {
    'attention': [attention(mask, causal) for mask in (False, True) for causal in (False, True)],
    'multihead': [multihead(seed, batch_first, bias, masked)
                  for seed, (batch_first, bias, masked) in enumerate([(True, True, True), (False, True, True),
                                                                      (True, False, False), (False, True, False)])],
    'encoders': [encoder(depth, norm_first, 'gelu' if depth % 2 == 0 else 'relu')
                 for depth in range(1, 7) for norm_first in (False, True)],
    'dropout': with_dropout(),
    'sinusoidal': sinusoidal(),
}
with open(os.path.join(os.path.dirname(__file__), 'golden_encoder.json'), 'w') as file:
    json.dump(golden, file, separators=(',', ':'))
    file.write('\n')
