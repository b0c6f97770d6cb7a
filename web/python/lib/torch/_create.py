"""Tensors from values."""
import array
import builtins

import _normlab as engine

from . import _dtype
from ._dtype import result_type
from ._errors import JsException, failure
from ._random import handle
from ._tensor import Tensor, wrap

_default = _dtype.float32


def get_default_dtype():
    return _default


def set_default_dtype(d):
    global _default
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default = d


def _flatten(value, depth, shape, out):
    if isinstance(value, (list, tuple, range)):
        if len(shape) == depth:
            shape.append(len(value))
        elif len(value) != shape[depth]:
            raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(value)})")
        if value and depth + 1 < len(shape) and not isinstance(value[0], (list, tuple, range, Tensor)) and not hasattr(value[0], "_t"):
            raise TypeError("not a sequence")
        for item in value:
            _flatten(item, depth + 1, shape, out)
        return
    if hasattr(value, "_t") and not isinstance(value, Tensor):
        value = value._t
    if isinstance(value, Tensor):
        if value.dim() > 0:
            raise ValueError("only one element tensors can be converted to Python scalars")
        value = value.item()
    if depth < len(shape):
        raise TypeError(f"expected sequence of length {shape[depth]} at dim {depth}, got a number")
    if not isinstance(value, (int, float)):
        if hasattr(value, "__float__"):
            value = float(value)
        elif isinstance(value, str):
            raise TypeError("new(): invalid data type 'str'")
        elif value is None:
            raise RuntimeError("Could not infer dtype of NoneType")
        else:
            raise RuntimeError(f"Could not infer dtype of {type(value).__name__}")
    out.append(value)


def _infer(values):
    if not values:
        return _default
    kinds = set(map(type, values))
    if builtins.float in kinds:
        return _default
    if kinds == {builtins.bool}:
        return _dtype.bool
    return _dtype.int64 if all(issubclass(kind, int) for kind in kinds) else _default


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    if device is not None:
        _dtype.device(device)
    if hasattr(data, "_t") and not isinstance(data, Tensor):
        data = data._t
    if isinstance(data, Tensor):
        out = data.detach()
        out = out.to(dtype) if dtype is not None and dtype is not out.dtype else out.clone()
    else:
        shape, values = [], []
        _flatten(data, 0, shape, values)
        dtype = dtype or _infer(values)
        try:
            if dtype is _dtype.bool:
                values = [value != 0 for value in values]
            elif not dtype.is_floating_point:
                values = [int(value) for value in values]
            out = wrap(engine.fromValues(array.array("d", values), dtype._name, *shape))
        except JsException as error:
            raise failure(error, "tensor") from None
    if requires_grad:
        _record(out)
    return out


def as_tensor(data, dtype=None, device=None):
    if hasattr(data, "_t") and not isinstance(data, Tensor):
        data = data._t
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    return tensor(data, dtype=dtype)


asarray = as_tensor


def from_numpy(ndarray):
    if not hasattr(ndarray, "_t") or isinstance(ndarray, Tensor):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    return ndarray._t.detach()


def legacy(args):
    """torch.Tensor(…): sizes or values, always float32."""
    if len(args) == 1 and not isinstance(args[0], int):
        if isinstance(args[0], Tensor):
            return args[0].detach()
        return tensor(args[0], dtype=_dtype.float32)
    return zeros(*args) if args else zeros(0)


def FloatTensor(*args):
    return legacy(args)


def LongTensor(*args):
    if len(args) == 1 and not isinstance(args[0], int):
        return tensor(args[0], dtype=_dtype.int64)
    return zeros(*args, dtype=_dtype.int64)


def _sizes(size, named=None):
    if len(size) == 1 and not hasattr(size[0], "__index__"):
        size = size[0]
    return tuple(one.__index__() for one in size)


def _finish(made, requires_grad):
    out = wrap(made)
    if requires_grad:
        _record(out)
    return out


def _record(fresh):
    """requires_grad_() for a tensor that nothing knows yet."""
    try:
        engine.setRequiresGrad(fresh._h, True)
    except JsException as error:
        raise failure(error, "requires_grad", fresh, True) from None


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False, out=None):
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    if dtype is None:
        dtype = (_dtype.bool if isinstance(fill_value, builtins.bool) else
                 _dtype.int64 if isinstance(fill_value, int) else _default)
    return _full(_sizes((size,)), fill_value, dtype, requires_grad)


def _full(size, value, dtype, requires_grad):
    for one in size:
        if one < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {one}: [{', '.join(map(str, size))}]")
    return _finish(engine.full(value, (dtype or _default)._name, *size), requires_grad)


def zeros(*size, dtype=None, device=None, requires_grad=False, out=None):
    return _full(_sizes(size), 0, dtype, requires_grad)


def ones(*size, dtype=None, device=None, requires_grad=False, out=None):
    return _full(_sizes(size), 1, dtype, requires_grad)


def empty(*size, dtype=None, device=None, requires_grad=False, out=None, memory_format=None):
    return _full(_sizes(size), 0, dtype, requires_grad)


def _like(make):
    def like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None):
        return make(tuple(input.shape), dtype=dtype or input.dtype, requires_grad=requires_grad)

    like.__name__ = f"{make.__name__}_like"
    return like


zeros_like, ones_like, empty_like = _like(zeros), _like(ones), _like(empty)


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    return full(tuple(input.shape), fill_value, dtype=dtype or input.dtype, requires_grad=requires_grad)


def arange(*args, start=None, end=None, step=1, dtype=None, device=None, requires_grad=False):
    if len(args) == 1:
        first, last = start or 0, args[0]
    elif args:
        first, last, *rest = args
        step = rest[0] if rest else step
    else:
        first, last = start or 0, end
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (last - first) * step < 0:
        raise RuntimeError("upper bound and larger bound inconsistent with step sign")
    if dtype is None:
        whole = all(isinstance(value, int) for value in (first, last, step))
        dtype = _dtype.int64 if whole else _default
    import math

    count = math.ceil((last - first) / step)
    values = array.array("d", [first + at * step for at in range(count)])
    return _finish(engine.fromValues(values, dtype._name, count), requires_grad)


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    dtype = dtype or _default
    single = _single if dtype is _dtype.float32 else builtins.float
    step = single((single(end) - single(start)) / (steps - 1)) if steps > 1 else 0.0
    half = steps // 2
    # As in PyTorch, the second half counts back from the end.
    values = [single(start + single(step * at)) if at < half else single(end - single(step * (steps - at - 1))) for at in range(steps)]
    if steps == 1:
        values = [start]
    return _finish(engine.fromValues(array.array("d", values), dtype._name, steps), requires_grad)


def _single(value):
    return array.array("f", [value])[0]


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    out = (arange(n).unsqueeze(1) == arange(n if m is None else m)).to(dtype or _default)
    return out.requires_grad_() if requires_grad else out


# Random numbers.

def _drawn(fill, first, second):
    def draw(*size, generator=None, dtype=None, device=None, requires_grad=False, out=None):
        dtype = dtype or _default
        if not dtype.is_floating_point:
            raise NotImplementedError(f"\"{draw.__name__}\" not implemented for '{dtype._letter}'")
        return _finish(fill(handle(generator), dtype._name, first, second, *_sizes(size)), requires_grad)

    return draw


rand, randn = _drawn(engine.uniform, 0, 1), _drawn(engine.normal, 0, 1)
rand.__name__, randn.__name__ = "rand", "randn"
rand_like, randn_like = _like(rand), _like(randn)


def normal(mean, std, size=None, *, generator=None):
    if size is not None:
        return wrap(engine.normal(handle(generator), _default._name, mean, std, *_sizes((size,))))
    shape = (mean if isinstance(mean, Tensor) else std).shape
    return randn(tuple(shape), generator=generator) * std + mean


def randint(*args, low=None, high=None, size=None, generator=None, dtype=None, device=None, requires_grad=False):
    args = list(args)
    if args and not isinstance(args[-1], int):
        size = args.pop()
    if len(args) == 2:
        low, high = args
    elif len(args) == 1:
        low, high = (0, args[0]) if low is None else (low, args[0])
    low = low or 0
    if high <= low:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    out = wrap(engine.randint(handle(generator), low, high, *_sizes((size,))))
    return out if dtype is None else out.to(dtype)


def randint_like(input, *args, **named):
    return randint(*args, size=tuple(input.shape), dtype=named.pop("dtype", input.dtype), **named)


def randperm(n, *, generator=None, dtype=None, device=None):
    out = wrap(engine.randperm(handle(generator), n))
    return out if dtype is None else out.to(dtype)


def bernoulli(input, p=None, *, generator=None):
    draws = rand(tuple(input.shape), generator=generator, dtype=input.dtype)
    return (draws < (input if p is None else p)).to(input.dtype)


# Joining.

def _parts(name, tensors):
    if isinstance(tensors, Tensor):
        if name == "cat":
            raise TypeError("cat(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor")
        tensors = tensors.unbind()
    parts = list(tensors)
    if not parts:
        raise RuntimeError(
            "torch.cat(): expected a non-empty list of Tensors" if name == "cat" else "stack expects a non-empty TensorList")
    for at, part in enumerate(parts):
        if not isinstance(part, Tensor):
            raise TypeError(f"expected Tensor as element {at} in argument 0, but got {type(part).__name__}")
    return parts


def cat(tensors, dim=0, *, axis=None, out=None):
    parts = _parts("cat", tensors)
    dim = dim if axis is None else axis
    widest = parts[0].dtype
    for part in parts:
        widest = result_type(widest, part.dtype)
    parts = [part if part.dtype is widest else part.to(widest) for part in parts]
    try:
        return wrap(engine.cat(dim, *[part._h for part in parts]))
    except JsException as error:
        raise failure(error, "cat", dim, parts) from None


concat = concatenate = cat


def stack(tensors, dim=0, *, out=None):
    parts = _parts("stack", tensors)
    try:
        return wrap(engine.stack(dim, *[part._h for part in parts]))
    except JsException as error:
        raise failure(error, "stack", dim, parts) from None


def hstack(tensors):
    parts = list(tensors)
    return cat(parts, 0 if parts[0].dim() == 1 else 1)


def vstack(tensors):
    return cat([part.unsqueeze(0) if part.dim() == 1 else part for part in tensors], 0)


def where(condition, input=None, other=None):
    if input is None:
        return condition.nonzero(as_tuple=True)
    if condition.dtype is not _dtype.bool:
        raise RuntimeError(f"expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype._letter}")
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        whole = isinstance(input, int) and isinstance(other, int)
        kind = _dtype.int64 if whole else _default
        input, other = full((), input, dtype=kind), full((), other, dtype=kind)
    elif not isinstance(input, Tensor):
        input = wrap(engine.scalarLike(other._h, input, isinstance(input, int)))
    elif not isinstance(other, Tensor):
        other = wrap(engine.scalarLike(input._h, other, isinstance(other, int)))
    try:
        return wrap(engine.where(condition._h, input._h, other._h))
    except JsException as error:
        raise failure(error, "binary", "where", input, other) from None


Tensor.where = lambda self, condition, other: where(condition, self, other)


def bincount(input, minlength=0):
    values = input.tolist()
    size = max([minlength, *(value + 1 for value in values)])
    out = [0] * size
    for value in values:
        out[value] += 1
    return tensor(out, dtype=_dtype.int64)


def einsum(equation, *operands):
    """Products and sums over named axes, such as 'bqd,bkd->bqk'."""
    operands = list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else list(operands)
    left, arrow, right = equation.replace(" ", "").partition("->")
    names = left.split(",")
    if not arrow:
        counts = [name for name in sorted(set(left)) if name != "," and left.count(name) == 1]
        right = "".join(counts)
    every = list(right) + sorted(set(left) - set(right) - {","})
    out = None
    for labels, operand in zip(names, operands):
        if len(labels) != operand.dim() or len(set(labels)) != len(labels):
            raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(labels)}) does not match the number of "
                               f"dimensions ({operand.dim()}) for an operand")
        order = [name for name in every if name in labels]
        operand = operand.permute(*[labels.index(name) for name in order])
        operand = operand[tuple(slice(None) if name in labels else None for name in every)]
        out = operand if out is None else out * operand
    spare = tuple(range(len(right), len(every)))
    return out.sum(spare) if spare else out


def meshgrid(*tensors, indexing="ij"):
    parts = list(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else list(tensors)
    shape = [part.numel() for part in parts]
    return tuple(
        part.reshape([-1 if axis == at else 1 for axis in range(len(parts))]).expand(*shape) for at, part in enumerate(parts))
