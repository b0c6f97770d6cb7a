"""Tensors from values."""
import array
import builtins

import _normlab as engine

from . import _dtype
from ._arguments import check_tensors, check_whole, sizes, wrong
from ._errors import JsException, failure
from ._tensor import Tensor, wrap


def get_default_dtype():
    return _dtype.default


def set_default_dtype(d):
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _dtype.default = d


def _flatten(value, depth, shape, out):
    if isinstance(value, (list, tuple, range)):
        if len(shape) == depth:
            shape.append(len(value))
        elif len(value) != shape[depth]:
            raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(value)})")
        if value and depth + 1 < len(shape) and not isinstance(value[0],
            (list, tuple, range, Tensor)) and not hasattr(value[0], "_t"):
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
        return _dtype.default
    kinds = set(map(type, values))
    if builtins.float in kinds:
        return _dtype.default
    if kinds == {builtins.bool}:
        return _dtype.bool
    return _dtype.int64 if all(issubclass(kind, int) for kind in kinds) else _dtype.default


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


def legacy(args, dtype=None):
    """torch.Tensor(…): sizes or values, always of the default dtype."""
    dtype = dtype or _dtype.default
    if len(args) == 1 and not isinstance(args[0], int):
        if isinstance(args[0], Tensor):
            return args[0].detach()
        return tensor(args[0], dtype=dtype)
    return zeros(*args or (0,), dtype=dtype)


def FloatTensor(*args):
    return legacy(args, _dtype.float32)


def LongTensor(*args):
    if len(args) == 1 and not isinstance(args[0], int):
        return tensor(args[0], dtype=_dtype.int64)
    return zeros(*args, dtype=_dtype.int64)


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
    if isinstance(size, int):
        raise wrong("full", "size", 1, "tuple of SymInts", size)
    size = sizes("full", "size", (size,))
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    if not isinstance(fill_value, (int, builtins.float)):
        raise wrong("full", "fill_value", 2, "Number", fill_value)
    if dtype is None:
        dtype = (_dtype.bool if isinstance(fill_value, builtins.bool) else
                 _dtype.int64 if isinstance(fill_value, int) else _dtype.default)
    return _full(size, fill_value, dtype, requires_grad)


def _full(size, value, dtype, requires_grad):
    for one in size:
        if one < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {one}: [{', '.join(map(str, size))}]")
    return _finish(engine.full(value, (dtype or _dtype.default)._name, *size), requires_grad)


def zeros(*size, dtype=None, device=None, requires_grad=False, out=None):
    return _full(sizes("zeros", "size", size), 0, dtype, requires_grad)


def ones(*size, dtype=None, device=None, requires_grad=False, out=None):
    return _full(sizes("ones", "size", size), 1, dtype, requires_grad)


def empty(*size, dtype=None, device=None, requires_grad=False, out=None, memory_format=None):
    return _full(sizes("empty", "size", size), 0, dtype, requires_grad)


def _like(make):
    def like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None):
        check_tensors(like.__name__, ("input", input))
        return make(tuple(input.shape), dtype=dtype or input.dtype, requires_grad=requires_grad)

    like.__name__ = f"{make.__name__}_like"
    return like


zeros_like, ones_like, empty_like = _like(zeros), _like(ones), _like(empty)


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    check_tensors("full_like", ("input", input))
    return full(tuple(input.shape), fill_value, dtype=dtype or input.dtype, requires_grad=requires_grad)


def arange(*args, start=None, end=None, step=1, dtype=None, device=None, requires_grad=False):
    if len(args) == 1:
        first, last = start or 0, args[0]
    elif args:
        first, last, *rest = args
        step = rest[0] if rest else step
    else:
        first, last = start or 0, end
    for value, name in ((first, "start"), (last, "end"), (step, "step")):
        if not isinstance(value, (int, builtins.float, Tensor)):
            raise wrong("arange", name, 1 if len(args) == 1 else 2, "Number", value)
    first, last, step = (one.item() if isinstance(one, Tensor) else one for one in (first, last, step))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (last - first) * step < 0:
        raise RuntimeError("upper bound and larger bound inconsistent with step sign")
    if dtype is None:
        whole = all(isinstance(value, int) for value in (first, last, step))
        dtype = _dtype.int64 if whole else _dtype.default
    import math

    count = math.ceil((last - first) / step)
    values = array.array("d", [first + at * step for at in range(count)])
    return _finish(engine.fromValues(values, dtype._name, count), requires_grad)


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    for at, (value, name) in enumerate(((start, "start"), (end, "end")), 1):
        if not isinstance(value, (int, builtins.float, Tensor)):
            raise wrong("linspace", name, at, "Number", value)
    check_whole("linspace", "steps", 3, steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    dtype = dtype or _dtype.default
    single = _single if dtype is _dtype.float32 else builtins.float
    step = single((single(end) - single(start)) / (steps - 1)) if steps > 1 else 0.0
    half = steps // 2
    # As in PyTorch, the second half counts back from the end.
    values = [single(start + single(step * at)) for at in range(half)]
    values += [single(end - single(step * (steps - at - 1))) for at in range(half, steps)]
    if steps == 1:
        values = [start]
    return _finish(engine.fromValues(array.array("d", values), dtype._name, steps), requires_grad)


def _single(value):
    return array.array("f", [value])[0]


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    check_whole("eye", "n", 1, n)
    out = (arange(n).unsqueeze(1) == arange(n if m is None else m)).to(dtype or _dtype.default)
    return out.requires_grad_() if requires_grad else out
