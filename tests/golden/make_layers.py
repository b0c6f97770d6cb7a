"""Writes golden_layers.json: what PyTorch's layers, losses and initialisers compute, draw and print.

Run with PyTorch 1.13: python3 tests/golden/make_layers.py. The README beside this file describes the format.
"""
import json
import os
import zlib

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)
F64 = torch.float64


def numbers(x):
    return {'shape': list(x.shape), 'data': x.detach().flatten().tolist()}


def randn(*shape):
    return torch.randn(shape, dtype=F64)


def leaf(x):
    return x.clone().requires_grad_()


def bits(x):
    """What a draw made: CRC-32 of its bytes, and the two numbers that the generator gives next."""
    crc = zlib.crc32(x.detach().contiguous().numpy().tobytes())
    return {'crc32_le_bytes': crc, 'then_rand2': torch.rand(2).tolist()}


def batch_norm():
    cases = []
    for shape in ([4, 3], [2, 3, 5], [2, 3, 2, 4], [1, 2, 3, 3], [2, 1, 1, 1]):
        for training in (True, False):
            norm = (nn.BatchNorm2d if len(shape) == 4 else nn.BatchNorm1d)(shape[1]).double()
            with torch.no_grad():
                for tensor in (norm.weight, norm.bias, norm.running_mean):
                    tensor.copy_(randn(shape[1]))
                norm.running_var.uniform_(0.5, 2)
            norm.train(training)
            x, dy = leaf(3 * randn(*shape) + 1), randn(*shape)
            case = {'training': training, 'x': numbers(x), 'dy': numbers(dy),
                    'before': {k: numbers(v) for k, v in norm.state_dict().items()}}
            y = norm(x)
            y.backward(dy)
            case.update(y=numbers(y), dx=numbers(x.grad), dweight=numbers(norm.weight.grad),
                        dbias=numbers(norm.bias.grad), after={k: numbers(v) for k, v in norm.state_dict().items()})
            cases.append(case)
    return cases


def rms_norm_with_bias():
    x, weight, bias, dy = leaf(randn(3, 5)), leaf(randn(5)), leaf(randn(5)), randn(3, 5)
    y = x / torch.sqrt((x * x).mean(-1, keepdim=True) + 1e-5) * weight + bias
    y.backward(dy)
    return {'x': numbers(x), 'weight': numbers(weight), 'bias': numbers(bias), 'dy': numbers(dy), 'eps': 1e-5,
            'y': numbers(y), 'dx': numbers(x.grad), 'dweight': numbers(weight.grad), 'dbias': numbers(bias.grad)}


def activations():
    functions = {'gelu': F.gelu, 'gelu_tanh': lambda x: F.gelu(x, approximate='tanh'), 'silu': F.silu,
                 'tanh': torch.tanh, 'relu': F.relu, 'sigmoid': torch.sigmoid}
    x = torch.tensor([-40, -9, -5.5, -3, -1.5, -0.7, -1e-3, 0, 1e-9, 0.2, 0.8, 1.7, 2.9, 4.4, 7, 30], dtype=F64)
    out = {'x': numbers(x)}
    for name, function in functions.items():
        at = leaf(x)
        y = function(at)
        y.sum().backward()
        out[name] = {'y': numbers(y), 'slope': numbers(at.grad)}
    return out


def dropout():
    cases = []
    for shape, p, seed, dtype in (([8], 0.3, 1, 'float32'), ([8], 0.5, 1, 'float32'), ([5, 7], 0.1, 2, 'float32'),
                                  ([33, 3], 0.9, 3, 'float32'), ([4, 5], 0.25, 4, 'float64'), ([3], 1, 5, 'float32'),
                                  ([3], 0, 6, 'float32'), ([0, 4], 0.5, 7, 'float32'), ([1000], 0.3, 8, 'float32')):
        torch.manual_seed(seed)
        y = F.dropout(torch.full(shape, 3, dtype=getattr(torch, dtype)), p, True)
        cases.append({'shape': shape, 'p': p, 'seed': seed, 'dtype': dtype, 'head': y.flatten()[:8].tolist(),
                      **bits(y)})
    return cases


def embedding():
    cases = []
    for count, dim, padding in ((10, 3, None), (3, 2, None), (7, 4, 2), (5, 1, -1)):
        torch.manual_seed(count)
        layer = nn.Embedding(count, dim, padding_idx=padding)
        case = {'count': count, 'dim': dim, 'padding_idx': padding, 'seed': count,
                'weight': numbers(layer.weight), **bits(layer.weight)}
        indices = torch.randint(0, count, (3, 4))
        indices[0, :2] = 2
        dy = torch.randn(3, 4, dim)
        y = layer(indices)
        y.backward(dy)
        case.update(indices=numbers(indices), dy=numbers(dy), y=numbers(y), dweight=numbers(layer.weight.grad))
        cases.append(case)
    return cases


def cross_entropy():
    cases = []
    labels = torch.tensor

    def add(logits, target, **options):
        for reduction in ('mean', 'sum', 'none'):
            at = leaf(logits)
            loss = F.cross_entropy(at, target, reduction=reduction, **options)
            loss.sum().backward()
            cases.append({'logits': numbers(logits), 'target': {'dtype': str(target.dtype)[6:], **numbers(target)},
                          'reduction': reduction, **options, 'loss': numbers(loss), 'dlogits': numbers(at.grad)})

    five = 2 * randn(4, 5)
    add(five, labels([0, 4, 2, 2]))
    add(five, labels([0, 4, 2, 2]), label_smoothing=0.1)
    add(five, labels([-100, 4, 2, -100]))
    add(five, labels([1, 4, 1, 2]), ignore_index=1)
    add(five, labels([1, 4, 1, 2]), ignore_index=1, label_smoothing=0.3)
    add(five, torch.softmax(randn(4, 5), 1))
    add(five, torch.softmax(randn(4, 5), 1), label_smoothing=0.2)
    add(five, torch.eye(5, dtype=F64)[:4])
    add(randn(5), labels(3))
    add(randn(5), torch.softmax(randn(5), 0))
    add(randn(2, 3, 4), torch.randint(0, 3, (2, 4)))
    add(randn(2, 3, 2, 2), torch.randint(0, 3, (2, 2, 2)), ignore_index=0)
    add(randn(2, 3, 4), torch.softmax(randn(2, 3, 4), 1))
    add(randn(2, 3, 4), torch.randint(0, 3, (2, 4)), label_smoothing=0.05)
    add(torch.tensor([[-float('inf'), 0, 0], [1, 2, -float('inf')]], dtype=F64), labels([1, 0]))
    return cases


def mse_loss():
    cases = []
    for shape in ([3], [4, 2], []):
        for reduction in ('mean', 'sum', 'none'):
            x, target = leaf(randn(*shape)), leaf(randn(*shape))
            loss = F.mse_loss(x, target, reduction=reduction)
            loss.sum().backward()
            cases.append({'x': numbers(x), 'target': numbers(target), 'reduction': reduction, 'loss': numbers(loss),
                          'dx': numbers(x.grad), 'dtarget': numbers(target.grad)})
    return cases


def initialisers():
    cases = []

    def add(name, shape, *args, **options):
        torch.manual_seed(len(cases))
        x = torch.empty(*shape)
        getattr(nn.init, name)(x, *args, **options)
        cases.append({'name': name, 'shape': shape, 'seed': len(cases), 'args': args, 'options': options,
                      'head': x.flatten()[:6].tolist(), **bits(x)})

    for shape in ([3, 2], [8, 9], [4, 3, 2], [64, 64]):
        add('xavier_uniform_', shape)
        add('xavier_uniform_', shape, gain=5 / 3)
        add('xavier_normal_', shape)
        add('xavier_normal_', shape, gain=0.5)
        add('kaiming_uniform_', shape)
        add('kaiming_uniform_', shape, a=5 ** 0.5)
        add('kaiming_uniform_', shape, mode='fan_out', nonlinearity='relu')
        add('kaiming_normal_', shape, nonlinearity='relu')
        add('kaiming_normal_', shape, a=0.2, mode='fan_out')
        add('kaiming_normal_', shape, nonlinearity='tanh')
        add('uniform_', shape, -0.3, 0.7)
        add('normal_', shape, 1.5, 0.2)
    add('uniform_', [5])
    add('normal_', [5])
    add('constant_', [3], 0.1)
    add('zeros_', [3])
    add('ones_', [3])
    return cases


def residual():
    """x + f(norm(x)) and norm(x + f(x)) for a Linear f, with the gradients of a weighted sum."""
    cases = []
    for place in ('pre', 'post'):
        f, norm = nn.Linear(4, 4).double(), nn.LayerNorm(4).double()
        with torch.no_grad():
            for parameter in [*f.parameters(), *norm.parameters()]:
                parameter.copy_(randn(*parameter.shape))
        x, dy = leaf(randn(3, 4)), randn(3, 4)
        y = x + f(norm(x)) if place == 'pre' else norm(x + f(x))
        y.backward(dy)
        state = {'sublayer.weight': f.weight, 'sublayer.bias': f.bias, 'norm.weight': norm.weight,
                 'norm.bias': norm.bias}
        cases.append({'place': place, 'x': numbers(x), 'dy': numbers(dy),
                      'state': {k: numbers(v) for k, v in state.items()}, 'y': numbers(y), 'dx': numbers(x.grad),
                      'grads': {k: numbers(v.grad) for k, v in state.items()}})
    return cases


def prints():
    return [str(layer) for layer in (
        nn.BatchNorm2d(4), nn.BatchNorm2d(3, eps=0.001, momentum=None, affine=False, track_running_stats=False),
        nn.Dropout(0.1), nn.Dropout(), nn.GELU(), nn.GELU('tanh'), nn.SiLU(), nn.Identity(), nn.Embedding(10, 3),
        nn.Embedding(10, 3, padding_idx=-2), nn.CrossEntropyLoss(), nn.MSELoss())]


def main():
    torch.manual_seed(2024)
    sections = (batch_norm, rms_norm_with_bias, activations, cross_entropy, mse_loss, residual, dropout, embedding,
                initialisers, prints)
    parts = []
    for section in sections:
        value = section()
        one = (lambda v: json.dumps(v).replace('-Infinity', '-1e999'))
        text = '[\n%s\n]' % ',\n'.join(one(v) for v in value) if isinstance(value, list) else one(value)
        parts.append('"%s": %s' % (section.__name__, text))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'golden_layers.json')
    with open(path, 'w') as file:
        file.write('{\n%s\n}\n' % ',\n'.join(parts))


main()
