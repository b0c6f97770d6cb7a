"""The subset of PyTorch that cells run: names, numbers, printing and errors of PyTorch 1.13."""
import math as _math

from ._create import (  # noqa: F401
    FloatTensor, LongTensor, arange, as_tensor, asarray, empty, empty_like, eye, from_numpy, full, full_like,
    get_default_dtype, linspace, ones, ones_like, set_default_dtype, tensor, zeros, zeros_like)
from ._draw import bernoulli, normal, rand, rand_like, randint, randint_like, randn, randn_like, randperm  # noqa: F401
from ._dtype import Size, device, dtype, finfo  # noqa: F401
from ._grad import enable_grad, inference_mode, is_grad_enabled, no_grad, set_grad_enabled  # noqa: F401
from ._functions import functions as _functions
from ._join import (  # noqa: F401
    bincount, cat, concat, concatenate, einsum, hstack, meshgrid, stack, vstack, where)
from ._random import Generator, default_generator, initial_seed, manual_seed, seed  # noqa: F401
from ._subset import missing as _missing
from ._tensor import Tensor  # noqa: F401
from . import _dtype as _d, _gradients, _in_place, _index, _new_like  # noqa: F401

globals().update(_functions())
float32 = float = _d.float32
float64 = double = _d.float64
int64 = long = _d.int64
int32 = int = _d.int32
bool = _d.bool
inf, nan, pi, e = _math.inf, _math.nan, _math.pi, _math.e
__version__ = "1.13.1"
result_type = lambda a, b: _d.result_type(a.dtype, b.dtype)


def is_tensor(obj):
    return isinstance(obj, Tensor)


def broadcast_tensors(*tensors):
    out = tensors[0]
    for other in tensors[1:]:
        out = out * 0 + other * 0
    return tuple(one.expand(out.shape) for one in tensors)


def set_num_threads(count):
    """Cells compute on one thread: accepted, for programs that ask for it."""


def get_num_threads():
    return 1


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Everything is: the same bits on every machine."""


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return nn.functional.embedding(indices, weight, None if padding_idx == -1 else padding_idx)


class cuda:
    @staticmethod
    def is_available():
        return False

    @staticmethod
    def device_count():
        return 0

    @staticmethod
    def manual_seed_all(seed):
        pass

    manual_seed = manual_seed_all


from . import nn, optim, utils  # noqa: E402,F401
from . import _homes  # noqa: E402,F401
from .nn.functional import dropout, layer_norm  # noqa: E402,F401

__getattr__ = _missing("torch")
