"""The subset of NumPy that lessons use. Arrays share their numbers with torch's tensors."""
import math as _math

from torch._subset import missing as _missing

from . import _operators  # noqa: F401
from ._array import ndarray  # noqa: F401
from ._functions import (  # noqa: F401
    abs, absolute, all, allclose, amax, amin, any, argmax, argmin, around, array_equal, bincount, ceil, clip, cos,
    cumsum, dot, exp, floor, isfinite, isinf, isnan, linalg, log, matmul, max, maximum, mean, min, minimum, outer,
    random, ravel, reshape, round, set_printoptions, sign, sin, sqrt, square, squeeze, std, sum, tanh, transpose,
    unique, var)
from ._kinds import bool_, dtype, float32, float64, generic, int32, int64  # noqa: F401
from ._make import (  # noqa: F401
    arange, array, asarray, concatenate, eye, full, hstack, linspace, ones, ones_like, stack, vstack, where, zeros,
    zeros_like)

pi, e, inf, nan, newaxis = _math.pi, _math.e, _math.inf, _math.nan, None
__version__ = "1.24.2"

for _kind in (ndarray, generic, float64, float32, int64, int32):
    _kind.__module__ = "numpy"

__getattr__ = _missing("numpy")
