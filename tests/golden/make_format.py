"""Writes golden_format.json: tensors, numbers and shapes with the text that PyTorch and Python print for them.

Run with PyTorch 1.13: python3 tests/golden/make_format.py. The README beside this file describes the format.
"""
import json
import os
import struct

import numpy as np
import torch

BITS = {torch.float32: np.uint32, torch.float64: np.uint64}
F32, F64, I32, I64, BOOL = torch.float32, torch.float64, torch.int32, torch.int64, torch.bool
INF, NAN = float('inf'), float('nan')
cases = []


def period(values):
    """Length of the shortest start that, repeated, gives all of `values`."""
    return next((p for p in range(1, len(values)) if np.array_equal(values[p:], values[:-p])), len(values))


def add(name, x):
    """Adds a case: what `x` looks at (its whole storage), how it looks at it, and how PyTorch prints it."""
    count = x.storage().size()
    stored = torch.as_strided(x.detach(), (count,), (1,), 0).numpy()
    dtype = str(x.dtype).split('.')[1]
    if x.dtype in BITS:
        stored = stored.view(BITS[x.dtype])
        words = ['%0*x' % (2 * stored.itemsize, v) for v in stored[:period(stored)].tolist()]
    else:
        words = [str(int(v)) for v in stored[:period(stored)].tolist()]
    case = {'name': name, 'dtype': dtype, 'shape': list(x.shape), 'count': count, 'values': ' '.join(words)}
    if x.numel() > 0 and not (x.is_contiguous() and count == x.numel()):
        case.update(strides=list(x.stride()), offset=x.storage_offset())
    if x.grad_fn is not None:
        case['grad_fn'] = type(x.grad_fn).__name__
    elif x.requires_grad:
        case['requires_grad'] = True
    case['text'] = str(x)
    cases.append(case)


def cycle(shape, values, dtype):
    """A tensor of `shape` filled with `values` over and over."""
    count = int(np.prod(shape))
    return torch.tensor([values[i % len(values)] for i in range(count)], dtype=dtype).reshape(shape)


def add_simple():
    for dtype in (F32, F64, I32, I64, BOOL):
        add(f'scalar {dtype}', torch.tensor(3, dtype=dtype))
        add(f'vector {dtype}', torch.tensor([1, 0, 2], dtype=dtype))
        add(f'matrix {dtype}', cycle([2, 3], [0, 7, 0, -12], dtype))
        for shape in ([0], [0, 3], [2, 0, 4]):
            add(f'empty {shape} {dtype}', torch.empty(shape, dtype=dtype))
        add(f'wrapped {dtype}', cycle([40], list(range(13)), dtype))
        add(f'cut row {dtype}', cycle([1001], [0, 5, 11, 4, 0, 6, 10], dtype))
        add(f'cut matrix {dtype}', cycle([40, 50], [0, 1, 9], dtype))
    add('False', torch.tensor(False))
    add('int64 ends', torch.tensor([2**63 - 1, -2**63, 0]))
    add('int32 ends', torch.tensor([2**31 - 1, -2**31, 0], dtype=I32))


def add_numbers():
    sets = {
        'pi': [3.14159265], 'negative': [-1.5, 2.25], 'whole': [1, 2, -3], 'whole and NaN': [1, NAN, -20],
        'whole and inf': [1, INF, -INF], 'only NaN': [NAN, NAN], 'only inf': [INF, -INF, NAN], 'inf': [INF],
        'zeros': [0, 0], 'negative zero': [-0.0, 0.0], 'negative zero and one': [-0.0, 1.0],
        'tenth and NaN': [0.1, NAN], 'tenth and inf': [-INF, 0.1], 'ratio 1000': [1, 1000], 'ratio 1001': [1, 1001],
        'ratio 1000.1': [10, 10001], 'ratio of parts': [0.5, 500], 'ratio above': [0.5, 501],
        'largest plain': [1e8], 'too large': [1.0001e8], 'small': [1e-4, 2e-4],
        'too small': [0.99e-4, 2e-4], 'tiny': [1e-30], 'huge': [1e30, NAN, 0], 'scientific inf': [1e-10, INF, -1.0],
        'subnormal': [1e-45, 1], 'rounds up': [0.99996, 9.99996], 'ties': [0.03125, 0.15625, 0.00005, 2.5],
        'hidden part': [1.00001, 2], 'zero among small': [0, 1e-5], 'wide': [12345.678, 99.5],
        'above 2^53': [9007199254740993.0, 1e17], 'learning rates': [0.1, 0.01, 0.001, 0.0001],
    }
    for name, values in sets.items():
        add(f'{name} float32', torch.tensor(values, dtype=F32))
        add(f'{name} float64', torch.tensor(values, dtype=F64))
    add('many zeros', torch.zeros(40))
    add('many NaN', torch.full((40,), NAN, dtype=F64))
    add('scalar NaN', torch.tensor(NAN))
    add('scalar tiny', torch.tensor(1e-7))
    add('scalar double', torch.tensor(2.0 / 3, dtype=F64))
    add('NaN with sign', torch.from_numpy(np.array([0xffc00000, 0x3f000000], dtype=np.uint32).view(np.float32)))
    add('double range', torch.tensor([5e-324, 1.7976931348623157e308], dtype=F64))


def add_shapes():
    ramp = [0.25 * i - 3 for i in range(29)]
    for shape in ([1], [1, 1], [2, 2, 2], [2, 1, 3, 2], [1, 1, 1, 1, 2], [7, 1], [1, 7], [3, 40], [2, 2, 25],
                  [1, 2, 1, 1, 2, 1, 1, 2]):
        add(f'shape {shape}', cycle(shape, ramp, F32))
    for shape in ([1000], [1001], [7, 143], [6, 167], [167, 6], [7, 150], [2, 501], [501, 2], [1, 1, 1001], [8, 8, 16],
                  [7, 7, 7, 7], [2, 7, 3, 50], [6, 6, 6, 6], [1001, 1, 1]):
        add(f'cut shape {shape}', cycle(shape, ramp, F32))
    add('cut, wide items', cycle([1200], [-123456789012345], I64))
    add('cut, long lines', cycle([5, 1200], [1.5e-12, -3.25e20], F64))
    hidden = torch.zeros(1200)
    hidden[600] = 1e9
    add('cut hides the largest', hidden)


def add_views():
    x = torch.arange(24, dtype=F32).reshape(2, 3, 4) / 8
    add('transposed', x[0].t())
    add('permuted', x.permute(2, 0, 1))
    add('every second', x[:, :, ::2])
    add('selected', x[:, 1])
    add('one element', x[1, 2, 3])
    add('row from the middle', x[1, 1])
    add('expanded', torch.tensor([[1.0], [2.0]]).expand(2, 5))
    add('int transposed', torch.arange(6).reshape(2, 3).t())
    add('bool strided', cycle([12], [True, False, False], BOOL)[1::2])
    add('cut transposed', cycle([30, 40], [0.5 * i for i in range(37)], F64).t())
    add('empty slice', x[:, 3:])


def add_grads():
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(4, 3, generator=generator, requires_grad=True)
    w = torch.randn(3, 3, generator=generator, requires_grad=True)
    target = torch.tensor([0, 2, 1, 1])
    functional = torch.nn.functional
    add('leaf', x)
    add('leaf scalar', torch.tensor(0.5, requires_grad=True))
    add('leaf double', torch.tensor([0.5, 1.0], dtype=F64, requires_grad=True))
    add('leaf empty', torch.empty(0, 5, requires_grad=True))
    add('leaf empty double', torch.empty(0, 5, 12345678, 123456, dtype=F64, requires_grad=True))
    add('leaf cut', cycle([1100], [0.5, 0.75], F32).requires_grad_())
    results = [x + 1, x * 2, x - w[0], x / 3, -x, x.tanh(), x.exp(), x @ w, functional.linear(x, w, w[0]), x.sum(),
               x.mean(0), x.var(0), x.t(), x.reshape(2, 6), x[0], functional.layer_norm(x, (3,)),
               functional.batch_norm(x, None, None, training=True), functional.cross_entropy(x, target),
               functional.log_softmax(x, 1), x.sqrt(), x.relu(), x.expand(2, 4, 3), torch.cat([x, x]), x.double().sum(),
               functional.binary_cross_entropy_with_logits(x, torch.ones(4, 3)), x.max(), x.pow(2).double() * 1e-8]
    for result in results:
        add(f'result of {type(result.grad_fn).__name__}', result)
    # The suffix moves to a new line when the last line would end beyond column 80: every length around that.
    for count in range(5, 12):
        add(f'leaf of {count}', cycle([count], [0.5, 1.25], F32).requires_grad_())
        add(f'double leaf of {count}', cycle([count], [0.5, 1.25], F64).requires_grad_())
        add(f'result of {count}', cycle([count], [1.0, 12.0], F32).requires_grad_() + 0)
    add('result line of 80', cycle([6], [12.25], F32).requires_grad_()[1:])
    add('result line of 81', cycle([6], [0.25], F32).requires_grad_() + 0)
    add('dtype line of 80', cycle([4], [-(10**9)], I32))
    y = cycle([7], [0.25], F64).requires_grad_()
    add('suffix after a suffix on a new line', AnOperationWithANameOfAboutHalfALine.apply(y))


class AnOperationWithANameOfAboutHalfALine(torch.autograd.Function):
    @staticmethod
    def forward(_, x):
        return x * 2


def add_random():
    generator = torch.Generator().manual_seed(1)
    for number in range(40):
        rank = int(torch.randint(1, 4, (), generator=generator))
        shape = torch.randint(1, 9, (rank,), generator=generator).tolist()
        scale = 10.0 ** torch.randint(-6, 7, (), generator=generator).item()
        dtype = (F32, F64)[number % 2]
        x = torch.randn(shape, generator=generator, dtype=dtype) * scale
        add(f'random {number}', x.requires_grad_() if number % 5 == 0 else x)


def floats():
    """Pairs of a double's bits and its repr."""
    values = [0.0, -0.0, 1.0, -1.0, 0.1, 1e-5, 1e-4, 1e-6, 9.999e-5, 1.5e-5, 0.9, 0.99, 0.999, 0.01, 0.05, 0.3, 1 / 3,
              2 / 3, 1e15, 1e16, 123456789012345680.0, 9999999999999998.0, 1e22, 1e23, 1e100, INF, -INF, NAN, 100.0,
              12.5, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 3.141592653589793, -2.5e-7, 0.1 + 0.2,
              2.0**-44, 2.0**54 + 4, 2.0**49 + 0.25, 2.0**49 + 0.75]
    generator = torch.Generator().manual_seed(2)
    values += [2.0**e for e in range(-1074, 1024, 47)]
    values += (torch.randn(40, generator=generator, dtype=F64) * 10.0 ** torch.arange(-20, 20, dtype=F64)).tolist()
    return [[struct.pack('>d', v).hex(), repr(v)] for v in values]


def main():
    add_simple()
    add_numbers()
    add_shapes()
    add_views()
    add_grads()
    add_random()
    shapes = [[], [64], [2, 3], [0], [1, 2, 3, 4]]
    parts = {
        'tensors': cases,
        'floats': floats(),
        'shapes': [[s, str(tuple(s))] for s in shapes],
    }
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'golden_format.json')
    with open(path, 'w', encoding='ascii', newline='\n') as out:
        out.write('{\n"torch": ' + json.dumps(torch.__version__))
        for name, entries in parts.items():
            out.write(f',\n"{name}": [\n' + ',\n'.join(json.dumps(entry) for entry in entries) + '\n]')
        out.write('\n}\n')
    print(f'{path}: {len(cases)} tensors')


main()
