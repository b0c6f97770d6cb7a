"""Functions of arrays."""
import builtins

import torch as _torch
from torch._subset import missing_text as _missing_text
from torch._tensor import Tensor as _Tensor

from . import _text
from ._array import _floating, _result, ndarray
from ._kinds import float64
from ._make import _wrap, array, asarray
from ._operators import _pair


def _function(name, floating=True):
    def function(x):
        if isinstance(x, (int, float)) or not hasattr(x, "shape"):
            x = array(x)
        tensor = x if isinstance(x, _Tensor) else x._t if isinstance(x, ndarray) else array(x)._t
        return _result(getattr(_floating(tensor) if floating else tensor, name)())

    function.__name__ = name
    return function


sqrt, exp, log, sin, cos, tanh, floor, ceil = map(_function,
                                                  ("sqrt", "exp", "log", "sin", "cos", "tanh", "floor", "ceil"))
abs = absolute = _function("abs", False)
sign, square = _function("sign", False), _function("square", False)
isnan, isfinite, isinf = map(_function, ("isnan", "isfinite", "isinf"))


def _method(name):
    def function(a, *args, **named):
        return getattr(asarray(a), name)(*args, **named)

    function.__name__ = name
    return function


sum, mean, var, std, max, min, argmax, argmin = map(
    _method, ("sum", "mean", "var", "std", "max", "min", "argmax", "argmin"))
any, all, cumsum, clip, reshape, transpose, squeeze, ravel = map(
    _method, ("any", "all", "cumsum", "clip", "reshape", "transpose", "squeeze", "ravel"))
amax, amin = max, min


def round(a, decimals=0):
    return asarray(a).round(decimals) if not isinstance(a,
        (int, float)) else float64(builtins.round(float(a), decimals))


around = round


def maximum(x1, x2):
    x, y = _pair(asarray(x1), x2)
    return _result(x.clamp(min=y) if not isinstance(y, _Tensor) else x.maximum(y))


def minimum(x1, x2):
    x, y = _pair(asarray(x1), x2)
    return _result(x.clamp(max=y) if not isinstance(y, _Tensor) else x.minimum(y))


def dot(a, b):
    return asarray(a) @ asarray(b)


matmul = dot


def outer(a, b):
    return asarray(a).reshape(-1, 1) * asarray(b).reshape(1, -1)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    x, y = asarray(a)._t.double(), asarray(b)._t.double()
    return x.allclose(y, rtol, atol, equal_nan)


def array_equal(a1, a2):
    return asarray(a1).shape == asarray(a2).shape and builtins.bool((asarray(a1) == asarray(a2)).all())


def unique(ar):
    return _wrap(asarray(ar)._t.unique())


def bincount(x, minlength=0):
    return _wrap(_torch.bincount(asarray(x)._t, minlength=minlength))


def set_printoptions(precision=None, suppress=None, threshold=None, edgeitems=None, linewidth=None):
    for name, value in (("precision", precision), ("suppress", suppress), ("threshold", threshold),
                        ("edgeitems", edgeitems),
                        ("linewidth", linewidth)):
        if value is not None:
            _text.OPTIONS[name] = value


class _Linalg:
    @staticmethod
    def norm(x, axis=None, keepdims=False):
        return _result(_floating(asarray(x)._t).norm(2, axis, keepdims))


linalg = _Linalg()


class _Random:
    def __getattr__(self, name):
        raise AttributeError(_missing_text("numpy.random", name) + "; torch draws the same numbers as PyTorch")


random = _Random()
