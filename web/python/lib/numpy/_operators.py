"""Operators between arrays and numbers."""
import operator

import torch as _torch
from torch import _dtype as _d
from torch._tensor import Tensor as _Tensor

from ._array import _result, ndarray
from ._make import array


def _pair(a, b):
    """Both sides as tensors of one dtype by NumPy's rules; Python numbers take the array's kind."""
    x, y = _side(a), _side(b)
    if isinstance(x, _Tensor) and isinstance(y, _Tensor):
        kind = _promoted(x.dtype, y.dtype)
        return x.to(kind), y.to(kind)
    tensor, number = (x, y) if isinstance(x, _Tensor) else (y, x)
    if isinstance(number, float) and not tensor.dtype.is_floating_point:
        tensor = tensor.double()
    return (tensor, number) if isinstance(x, _Tensor) else (number, tensor)


def _promoted(a, b):
    if {a, b} == {_d.float32, _d.int64} or {a, b} == {_d.float32, _d.int32}:
        return _d.float64
    return _d.result_type(a, b)


def _side(value):
    if isinstance(value, ndarray):
        return value._t
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return array(value)._t
    if isinstance(value, _Tensor):
        return value
    return NotImplemented


def _operators():
    def define(name, function):
        def method(self, other):
            if _side(other) is NotImplemented:
                return NotImplemented
            x, y = _pair(self, other)
            try:
                return _result(function(x, y))
            except RuntimeError as error:
                if "must match" in str(error):
                    shapes = " ".join(f"({','.join(map(str, s.shape))}{',' if len(s.shape) == 1 else ''})" for s in (x,
                        y))
                    raise ValueError(f"operands could not be broadcast together with shapes {shapes} ") from None
                raise

        def backwards(self, other):
            if _side(other) is NotImplemented:
                return NotImplemented
            x, y = _pair(other, self)
            return _result(function(x, y))

        setattr(ndarray, f"__{name}__", method)
        setattr(ndarray, f"__r{name}__", backwards)

    def divide(x, y):
        if isinstance(x, _Tensor) and not x.dtype.is_floating_point:
            x = x.double()
        if isinstance(y, _Tensor) and not y.dtype.is_floating_point:
            y = y.double()
        # x / tensor as one division: torch takes the reciprocal first.
        return x / y if isinstance(x, _Tensor) else _torch.full((), x, dtype=y.dtype) / y

    for name in ("add", "sub", "mul", "pow", "matmul", "floordiv", "mod", "and", "or", "xor"):
        define(name, getattr(operator, {"and": "and_", "or": "or_"}.get(name, name)))
    define("truediv", divide)
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        define(name, getattr(operator, name))
    for name in ("add", "sub", "mul", "truediv"):
        def in_place(name):
            def method(self, other):
                out = getattr(self, f"__{name}__")(other)
                self._t.copy_(out._t)
                return self

            return method

        setattr(ndarray, f"__i{name}__", in_place(name))


_operators()
