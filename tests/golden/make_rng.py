"""Writes golden_rng_more.json: draws that golden_rng.json leaves out, in the same form.

Run with PyTorch 1.13 (x86-64 with AVX2, no MKL), NumPy 1.24 and scikit-learn 1.2: python3 tests/golden/make_rng.py.
The README beside this file describes the format.
"""
import itertools
import json
import os
import random
import zlib

import numpy as np
import sklearn
import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, random_split

F32, F64 = torch.float32, torch.float64
SEEDS = [0, 42, -1, 2**63 + 5]


def crc(array):
    return '%08x' % zlib.crc32(np.ascontiguousarray(array).tobytes())


def bits(array):
    array = np.ascontiguousarray(array).reshape(-1)
    return ['%0*x' % (2 * array.itemsize, v) for v in array.view('u%d' % array.itemsize).tolist()]


def indices(values):
    return np.array(values, dtype=np.int64)


def rand2(generator=None):
    return bits(torch.rand(2, generator=generator).numpy())


def draw_cases():
    """One case per draw and seed: what it gives, and torch.rand(2) right after it."""
    def fill(dtype, n):
        return torch.empty(n, dtype=dtype)

    draws = []
    for n in (16, 20, 1000):
        draws.append(('rand_f64', dict(n=n), lambda n=n: torch.rand(n, dtype=F64)))
    for low, high, n in ((-0.3, 0.71, 40), (-1e6, 1e-3, 40), (1e-3, 3e4, 40), (-3.25, -3.2499, 40), (-1e-3, 2e7, 40),
                         (0, 0, 3)):
        args = dict(n=n, low=low, high=high)
        draws.append(('uniform_', args, lambda a=args: fill(F32, a['n']).uniform_(a['low'], a['high'])))
        draws.append(('uniform_f64', args, lambda a=args: fill(F64, a['n']).uniform_(a['low'], a['high'])))
    for mean, std, n in ((2.5, 0.37, 5), (2.5, 0.37, 50), (-1e4, 0.01, 50), (0.1, 300, 7), (1e-3, 1e-6, 64),
                         (3, 0, 20)):
        args = dict(n=n, mean=mean, std=std)
        draws.append(('normal_', args, lambda a=args: fill(F32, a['n']).normal_(a['mean'], a['std'])))
        draws.append(('normal_f64', args, lambda a=args: fill(F64, a['n']).normal_(a['mean'], a['std'])))
    draws.append(('randn', dict(n=100001), lambda: torch.randn(100001)))
    for low, high in ((-2**63, 2**63 - 1), (-7, 2**32 - 8), (-7, 2**32 - 7), (-7, 2**32 - 6), (2**62, 2**62 + 3)):
        draws.append(('randint', dict(low=low, high=high, n=9), lambda l=low, h=high: torch.randint(l, h, (9,))))
    for n in (0, 2000):
        draws.append(('randperm', dict(n=n), lambda n=n: torch.randperm(n)))
    for p in (0, 0.25, 1):
        draws.append(('bernoulli_scalar', dict(n=19, p=p), lambda p=p: fill(F32, 19).bernoulli_(p)))
        draws.append(('bernoulli_tensor_f64', dict(n=19, p=p),
                      lambda p=p: torch.bernoulli(torch.full((19,), p, dtype=F64))))
        draws.append(('bernoulli_tensor_f32', dict(n=19, p=p),
                      lambda p=p: torch.bernoulli(torch.full((19,), float(p)))))
        draws.append(('dropout_ones', dict(n=19, p=p), lambda p=p: torch.nn.functional.dropout(torch.ones(19), p)))
        draws.append(('dropout_ones_f64', dict(n=19, p=p),
                      lambda p=p: torch.nn.functional.dropout(torch.ones(19, dtype=F64), p)))
    draws.append(('exponential_', dict(n=50, lambd=0.3), lambda: fill(F32, 50).exponential_(0.3)))
    for inputs, outputs in ((3, 2), (100, 17), (0, 3), (4, 0)):
        def linear(i=inputs, o=outputs, dtype=F32):
            layer = torch.nn.Linear(i, o, dtype=dtype)
            return torch.cat([layer.weight.detach().reshape(-1), layer.bias.detach()])
        draws.append(('linear_weight_then_bias', {'in': inputs, 'out': outputs}, linear))
        draws.append(('linear_weight_then_bias_f64', {'in': inputs, 'out': outputs}, lambda f=linear: f(dtype=F64)))
    draws.append(('embedding', dict(num=7, dim=3, padding_idx=2),
                  lambda: torch.nn.Embedding(7, 3, padding_idx=2).weight.detach()))

    def interleaved():
        parts = [torch.randn(3), torch.randn(1, dtype=F64), fill(F32, 1).normal_(5, 2), torch.rand(3), torch.randn(16),
                 fill(F64, 3).normal_(-1, 0.5), torch.randn(17, dtype=F64), torch.randperm(5), torch.randn(2)]
        return torch.cat([part.to(F32) for part in parts])
    draws.append(('interleaved', {}, interleaved))

    cases = []
    for seed, (op, args, draw) in itertools.product(SEEDS, draws):
        torch.manual_seed(seed)
        values = draw().numpy().reshape(-1)
        case = dict(op=op, seed=seed, args=args, n=len(values), dtype=str(values.dtype))
        if op == 'normal_f64':
            case['hex'] = bits(values)
        cases.append(dict(case, crc32_le_bytes=crc(values), then_rand2_hex=rand2()))
    return cases


def state_cases():
    """The CRC of torch.get_rng_state() after a seed and a number of draws."""
    cases = []
    counts = ((0, 0), (1, 0), (623, 0), (624, 0), (625, 1), (0, 3), (0, 4))
    for seed, (draws, normals) in itertools.product(SEEDS, counts):
        torch.manual_seed(seed)
        torch.rand(draws)
        torch.randn(normals)
        cases.append(dict(seed=seed, rand=draws, randn=normals, initial_seed=torch.initial_seed(),
                          crc32_state=crc(torch.get_rng_state().numpy())))
    return cases


def loader_cases():
    """Epochs with the loader's own generator, and epochs that are left after some batches."""
    cases = []
    for n, batch_size, drop_last, own, taken in itertools.product((10, 12), (3, 4, 20), (False, True), (False, True),
                                                                  (1, 3, 99)):
        torch.manual_seed(7)
        generator = torch.Generator()
        generator.manual_seed(11)
        loader = DataLoader(range(n), batch_size, shuffle=True, drop_last=drop_last,
                            generator=generator if own else None)
        epochs = [[batch.tolist() for batch in itertools.islice(loader, taken)] for _ in range(2)]
        cases.append(dict(n=n, batch_size=batch_size, drop_last=drop_last, own_generator=own, taken=taken,
                          length=len(loader), epochs=epochs, then_rand2_hex=rand2(),
                          generator_then_rand2_hex=rand2(generator)))
    return cases


class Play:
    """Steps over loaders, written down with what each gives."""

    def __init__(self, loaders):
        self.loaders, self.iterators, self.steps = loaders, [], []

    def iter(self, loader):
        self.iterators.append(iter(self.loaders[loader]))
        self.steps.append(['iter', loader])
        return len(self.iterators) - 1

    def next(self, iterator):
        batch = next(self.iterators[iterator], None)
        self.steps.append(['next', iterator, None if batch is None else batch.tolist()])
        return batch is not None


def zipped(play):
    a, b = play.iter(0), play.iter(0)
    while play.next(a) and play.next(b):
        pass


def first_inside(play):
    a = play.iter(0)
    while play.next(a):
        play.next(play.iter(0))


def nested(play):
    a = play.iter(0)
    while play.next(a):
        b = play.iter(1)
        while play.next(b):
            pass


def left_and_resumed(play):
    a = play.iter(0)
    play.next(a)
    b = play.iter(0)
    while play.next(b):
        pass
    while play.next(a):
        pass
    play.next(b)


def in_turns(play):
    a, b = play.iter(0), play.iter(1)
    while play.next(b) | play.next(a):
        pass


def scattered(play):
    choose = random.Random(5)
    play.iter(0)
    for _ in range(30):
        if choose.random() < 0.2:
            play.iter(choose.randrange(2))
        else:
            play.next(choose.randrange(len(play.iterators)))


def interleaved_cases():
    """Several iterators over one or two loaders at the same time."""
    cases = []
    pairs = ((None, None), (0, 0), (0, 1), (None, 0))
    for (n, batch_size, drop_last), own, run in itertools.product(((6, 3, False), (5, 2, False), (5, 2, True)), pairs,
                                                                  (zipped, first_inside, nested, left_and_resumed,
                                                                   in_turns, scattered)):
        torch.manual_seed(7)
        generators = [torch.Generator().manual_seed(seed) for seed in (11, 12)]
        # The second loader of the last pair draws its base seeds only.
        options = [dict(batch_size=batch_size, drop_last=drop_last, shuffle=at == 0 or own != (None, 0),
                        generator=generator) for at, generator in enumerate(own)]
        play = Play([DataLoader(range(n), batch_size, shuffle=each['shuffle'], drop_last=drop_last,
                                generator=None if each['generator'] is None else generators[each['generator']])
                     for each in options])
        run(play)
        cases.append(dict(name=run.__name__, n=n, loaders=options, steps=play.steps, then_rand2_hex=rand2(),
                          generators_then_rand2_hex=[rand2(generator) for generator in generators]))
    return cases


def random_split_cases():
    cases = []
    for lengths, n in (([3, 7], 10), ([10, 0], 10), ([0.8, 0.2], 11), ([0.3, 0.3, 0.4], 101), ([1 / 3] * 3, 17),
                       ([0.5, 0.5], 1), ([1], 1)):
        torch.manual_seed(3)
        parts = [part.indices for part in random_split(range(n), lengths)]
        cases.append(dict(n=n, lengths=lengths, parts=parts, then_rand2_hex=rand2()))
    return cases


def numpy_cases():
    cases = []
    for seed in (0, 5, 2**32 - 1):
        state = np.random.RandomState(seed)
        case = dict(seed=seed, random_sample_crc32=crc(state.random_sample(7)))
        # Three normal numbers leave one in the cache for the next call.
        case['randn_hex'] = bits(np.concatenate([state.randn(3), state.random_sample(1), state.randn(2)]))
        ranges = [(0, 1), (-5, 5), (0, 2**32), (0, 2**32 + 1), (-2**63, 2**63 - 1), (7, 1007)]
        case['randint'] = [[low, high, int(state.randint(low, high, dtype=np.int64))] for low, high in ranges]
        values = np.arange(100, 350)
        state.shuffle(values)
        case['shuffle_crc32'] = crc(values)
        case['permutations_crc32'] = [crc(state.permutation(n)) for n in (0, 1, 2, 1000)]
        case['then_randint'] = int(state.randint(0, 2**31))
        cases.append(case)
    return cases


def split_cases():
    cases = []
    rng = np.random.RandomState(1)
    labels = {
        'even': indices(np.arange(60) % 3),
        'skewed': indices(np.sort(np.r_[[0] * 40, [3] * 11, [7] * 5, [-2] * 4])),
        'shuffled': indices(rng.permutation(np.r_[[1] * 30, [2] * 20, [5] * 10])),
        'many': indices(np.arange(60) % 20),
    }
    sizes = [(0.2, None), (None, 0.7), (0.25, 0.5), (20, None), (None, 40), (21, 30), (0.35, 37), (None, None)]
    for (test_size, train_size), seed, name in itertools.product(sizes, (0, 3), [None, *labels]):
        y = labels[name] if name else None
        try:
            train, test = train_test_split(indices(range(60)), test_size=test_size, train_size=train_size,
                                           random_state=seed, stratify=y)
        except ValueError:  # more classes than samples in one part
            continue
        cases.append(dict(test_size=test_size, train_size=train_size, random_state=seed, stratify=name,
                          train=train.tolist(), test=test.tolist()))
    train, test = train_test_split(indices(range(60)), test_size=7, train_size=0.5, shuffle=False)
    cases.append(dict(test_size=7, train_size=0.5, random_state=0, stratify=None, shuffle=False, train=train.tolist(),
                      test=test.tolist()))
    return dict(labels={name: y.tolist() for name, y in labels.items()}, cases=cases)


def lines(values):
    return '[\n' + ',\n'.join(json.dumps(value, separators=(',', ':')) for value in values) + '\n]'


splits = split_cases()
parts = dict(
    meta=json.dumps(dict(torch=torch.__version__, numpy=np.__version__, sklearn=sklearn.__version__,
                         cpu_capability='AVX2')),
    cases=lines(draw_cases()),
    states=lines(state_cases()),
    dataloader=lines(loader_cases()),
    interleaved=lines(interleaved_cases()),
    random_split=lines(random_split_cases()),
    numpy_RandomState=lines(numpy_cases()),
    split_labels=json.dumps(splits['labels'], separators=(',', ':')),
    train_test_split=lines(splits['cases']),
)
target = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'golden_rng_more.json')
with open(target, 'w') as file:
    file.write('{\n' + ',\n'.join(f'"{key}": {value}' for key, value in parts.items()) + '\n}\n')
print(target, os.path.getsize(target), 'bytes')
