"""Arrays from values and from other arrays."""
import builtins

import torch as _torch
from torch import _dtype as _d
from torch._tensor import Tensor as _Tensor

from ._array import ndarray
from ._kinds import _dtype_of


def _wrap(tensor):
    return ndarray._of(tensor)


def array(object, dtype=None, copy=True):
    kind = None if dtype is None else _dtype_of(dtype)._torch
    if isinstance(object, ndarray):
        object = object._t
    if isinstance(object, _Tensor):
        if object.requires_grad:
            object.numpy()
        return _wrap(_torch.tensor(object, dtype=kind))
    if kind is None:
        made = _torch.tensor(object, dtype=None) if not _has_float(object) else _torch.tensor(object, dtype=_d.float64)
        if made.numel() == 0:
            made = made.double()
        return _wrap(made)
    return _wrap(_torch.tensor(object, dtype=kind))


def _has_float(value):
    if isinstance(value, (list, tuple)):
        return builtins.any(map(_has_float, value))
    if isinstance(value, (ndarray, _Tensor)):
        return (value._t if isinstance(value, ndarray) else value).dtype.is_floating_point
    return isinstance(value, float)


def asarray(a, dtype=None):
    if isinstance(a, ndarray) and (dtype is None or a.dtype == dtype):
        return a
    return array(a, dtype)


def _size(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def zeros(shape, dtype=float):
    return _wrap(_torch.zeros(_size(shape), dtype=_dtype_of(dtype)._torch))


def ones(shape, dtype=float):
    return _wrap(_torch.ones(_size(shape), dtype=_dtype_of(dtype)._torch))


def full(shape, fill_value, dtype=None):
    kind = _dtype_of(dtype)._torch if dtype else (_d.float64 if isinstance(fill_value, float) else _d.int64)
    return _wrap(_torch.full(_size(shape), fill_value, dtype=kind))


def zeros_like(a):
    return _wrap(_torch.zeros_like(asarray(a)._t))


def ones_like(a):
    return _wrap(_torch.ones_like(asarray(a)._t))


def arange(*args, dtype=None):
    kind = _dtype_of(dtype)._torch if dtype else (
        _d.int64 if builtins.all(isinstance(value, int) for value in args) else _d.float64)
    return _wrap(_torch.arange(*args, dtype=kind))


def linspace(start, stop, num=50):
    step = (stop - start) / (num - 1) if num > 1 else 0.0
    values = [start + step * at for at in range(num)]
    if num > 1:
        values[-1] = stop
    return array([float(value) for value in values])


def eye(n):
    return _wrap(_torch.eye(n, dtype=_d.float64))


def concatenate(arrays, axis=0):
    return _wrap(_torch.cat([asarray(one)._t for one in arrays], axis))


def stack(arrays, axis=0):
    return _wrap(_torch.stack([asarray(one)._t for one in arrays], axis))


def vstack(arrays):
    return _wrap(_torch.vstack([asarray(one)._t for one in arrays]))


def hstack(arrays):
    return _wrap(_torch.hstack([asarray(one)._t for one in arrays]))


def where(condition, x=None, y=None):
    condition = asarray(condition)._t
    if x is None:
        return tuple(map(_wrap, condition.nonzero(as_tuple=True)))
    x, y = (asarray(one)._t if not isinstance(one, (int, float)) else one for one in (x, y))
    if not isinstance(x, _Tensor) and not isinstance(y, _Tensor):
        return _wrap(_torch.where(condition, array(x)._t, array(y)._t))
    return _wrap(_torch.where(condition, x, y))
