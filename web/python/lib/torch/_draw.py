"""Random tensors."""
import _normlab as engine

from ._arguments import check_whole, sizes, wrong
from ._create import _finish, _like, get_default_dtype
from ._random import handle
from ._tensor import Tensor, wrap


def _drawn(fill, first, second):
    def draw(*size, generator=None, dtype=None, device=None, requires_grad=False, out=None):
        dtype = dtype or get_default_dtype()
        if not dtype.is_floating_point:
            raise NotImplementedError(f"\"{draw.__name__}\" not implemented for '{dtype._letter}'")
        size = sizes(draw.__name__, "size", size, "ints")
        return _finish(fill(handle(generator), dtype._name, first, second, *size), requires_grad)

    return draw


rand, randn = _drawn(engine.uniform, 0, 1), _drawn(engine.normal, 0, 1)
rand.__name__, randn.__name__ = "rand", "randn"
rand_like, randn_like = _like(rand), _like(randn)


def normal(mean, std, size=None, *, generator=None):
    if size is not None:
        size = sizes("normal", "size", (size,), "ints")
        return wrap(engine.normal(handle(generator), get_default_dtype()._name, mean, std, *size))
    shape = (mean if isinstance(mean, Tensor) else std).shape
    return randn(tuple(shape), generator=generator) * std + mean


def randint(*args, low=None, high=None, size=None, generator=None, dtype=None, device=None, requires_grad=False):
    args = list(args)
    if args and size is None:
        size = args.pop()
        if isinstance(size, int):
            raise wrong("randint", "size", len(args) + 1, "tuple of ints", size)
    if len(args) == 2:
        low, high = args
    elif len(args) == 1:
        low, high = (0, args[0]) if low is None else (low, args[0])
    low = low or 0
    check_whole("randint", "high", 1 if len(args) < 2 else 2, high)
    size = sizes("randint", "size", (size,), "ints", len(args) + 1)
    if high <= low:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    out = wrap(engine.randint(handle(generator), low, high, *size))
    return out if dtype is None else out.to(dtype)


def randint_like(input, *args, **named):
    return randint(*args, size=tuple(input.shape), dtype=named.pop("dtype", input.dtype), **named)


def randperm(n, *, generator=None, dtype=None, device=None):
    check_whole("randperm", "n", 1, n)
    out = wrap(engine.randperm(handle(generator), n))
    return out if dtype is None else out.to(dtype)


def bernoulli(input, p=None, *, generator=None):
    draws = rand(tuple(input.shape), generator=generator, dtype=input.dtype)
    return (draws < (input if p is None else p)).to(input.dtype)
