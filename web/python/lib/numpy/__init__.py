"""The subset of NumPy that lessons use. Arrays share their numbers with torch's tensors."""
import builtins
import math

import torch as _torch
from torch import _dtype as _d
from torch._subset import missing as _missing, missing_text as _missing_text
from torch._tensor import Tensor as _Tensor

from . import _text

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None
__version__ = "1.24.2"


class dtype:
    def __new__(cls, of):
        return _dtype_of(of)


class _DType:
    def __init__(self, name, torch_dtype, kind):
        self.name, self._torch, self.kind = name, torch_dtype, kind
        self.itemsize = torch_dtype.itemsize

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        try:
            return _dtype_of(other) is self
        except TypeError:
            return False

    def __hash__(self):
        return hash(self.name)


_DTYPES = {name: _DType(name, made, kind) for name, made, kind in (
    ("float64", _d.float64, "f"), ("float32", _d.float32, "f"), ("int64", _d.int64, "i"), ("int32", _d.int32, "i"),
    ("bool", _d.bool, "b"))}


class generic:
    """A number of an array: Python's, with its dtype."""


def _methods(kind):
    class Number(kind, generic):
        def item(self):
            return kind(self)

        def __round__(self, digits=None):
            return type(self)(kind.__round__(self, digits)) if digits is not None else kind.__round__(self)

        def round(self, decimals=0):
            return type(self)(builtins.round(kind(self), decimals))

        def astype(self, to):
            return _scalar(kind(self), _dtype_of(to))

        shape, ndim, size = (), 0, 1

    return Number


class float64(_methods(float)):
    dtype = _DTYPES["float64"]

    def __str__(self):
        return _text.scalar(float(self), False)

    __repr__ = __str__


class float32(_methods(float)):
    dtype = _DTYPES["float32"]

    def __new__(cls, value=0.0):
        return float.__new__(cls, _text._single(float(value)))

    def __str__(self):
        return _text.scalar(float(self), True)

    __repr__ = __str__


class int64(_methods(int)):
    dtype = _DTYPES["int64"]


class int32(_methods(int)):
    dtype = _DTYPES["int32"]


bool_ = builtins.bool
_SCALARS = {"float64": float64, "float32": float32, "int64": int64, "int32": int32, "bool": builtins.bool}


def _keep(kind, left, right):
    def operator(self, other):
        out = left(self, other)
        if type(other) is type(self) or type(other) in (int, float, builtins.bool):
            if isinstance(out, float) and kind is int:
                return float64(out)
            return type(self)(out) if isinstance(out, (int, float)) and not isinstance(out, builtins.bool) else out
        return out

    return operator


for _kind, _classes in ((float, (float64, float32)), (int, (int64, int32))):
    for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "neg", "abs", "floordiv", "mod"):
        _base = getattr(_kind, f"__{_name}__")
        for _class in _classes:
            if _name in ("neg", "abs"):
                setattr(_class, f"__{_name}__", (lambda base: lambda self: type(self)(base(self)))(_base))
            else:
                setattr(_class, f"__{_name}__", _keep(_kind, _base, None))


def _scalar(value, of):
    return _SCALARS[of.name](value)


def _dtype_of(of):
    if isinstance(of, _DType):
        return of
    if of in (float, "float", "float64", float64, "f8", "double"):
        return _DTYPES["float64"]
    if of in ("float32", float32, "f4", "single"):
        return _DTYPES["float32"]
    if of in (int, "int", "int64", int64, "i8"):
        return _DTYPES["int64"]
    if of in ("int32", int32, "i4"):
        return _DTYPES["int32"]
    if of in (builtins.bool, "bool"):
        return _DTYPES["bool"]
    raise TypeError(_missing_text("numpy", f"the dtype {of!r}"))


class ndarray:
    __array_priority__ = 0

    @staticmethod
    def _of(tensor):
        made = object.__new__(ndarray)
        made._t = tensor
        return made

    def __init__(self, *args, **named):
        raise TypeError(_missing_text("numpy", "ndarray(…); numpy.zeros, numpy.array and the like make arrays"))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")
        raise AttributeError(_missing_text("numpy.ndarray", name))

    @property
    def shape(self):
        return tuple(self._t.shape)

    @property
    def dtype(self):
        return _DTYPES[self._t.dtype._name]

    @property
    def ndim(self):
        return self._t.dim()

    @property
    def size(self):
        return self._t.numel()

    @property
    def T(self):
        return ndarray._of(self._t.T)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        return (self[at] for at in range(len(self)))

    def tolist(self):
        return self._t.tolist()

    def item(self, *at):
        return (self[at] if at else self)._t.item() if not at else self[at].item()

    def __str__(self):
        return _text.array_text(self.tolist(), self.shape, self.dtype.name)

    def __repr__(self):
        name = self.dtype.name
        implied = name in ("float64", "int64", "bool") and self.size > 0
        suffix = ")" if implied else ","
        if self.size or self.shape == (0,):
            text = _text.array_text(self.tolist(), self.shape, name, ", ", "array(", suffix)
        else:
            text = f"[], shape={self.shape}"
        text = f"array({text}{suffix}"
        if implied:
            return text
        kind = f"dtype={name})"
        last = len(text) - (text.rfind("\n") + 1)
        return text + ("\n      " if last + len(kind) + 1 > _text.OPTIONS["linewidth"] else " ") + kind

    def __format__(self, spec):
        if self.ndim == 0:
            return format(self._t.item(), spec)
        if spec == "":
            return str(self)
        raise TypeError("unsupported format string passed to numpy.ndarray.__format__")

    def __bool__(self):
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return builtins.bool(self.size and self._t.item())

    def __float__(self):
        return float(self._one())

    def __int__(self):
        return int(self._one())

    def _one(self):
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return self._t.item()

    __hash__ = None

    def __getitem__(self, at):
        return _result(self._t[_index(at)], keep=_is_sliced(at))

    def __setitem__(self, at, value):
        self._t[_index(at)] = value._t if isinstance(value, ndarray) else value

    def astype(self, to):
        kind = _dtype_of(to)._torch
        return ndarray._of(self._t.clone() if kind is self._t.dtype else self._t.to(kind))

    def copy(self):
        return ndarray._of(self._t.clone())

    def reshape(self, *shape):
        try:
            return ndarray._of(self._t.reshape(*shape))
        except RuntimeError:
            sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
            raise ValueError(f"cannot reshape array of size {self.size} into shape ({','.join(map(str, sizes))}{',' if len(sizes) == 1 else ''})") from None

    def flatten(self):
        return ndarray._of(self._t.reshape(-1).clone())

    def ravel(self):
        return ndarray._of(self._t.reshape(-1))

    def transpose(self, *axes):
        return ndarray._of(self._t.permute(*axes)) if axes else self.T

    def squeeze(self, axis=None):
        return ndarray._of(self._t.squeeze(axis))

    def round(self, decimals=0, out=None):
        x = self._t
        if not x.dtype.is_floating_point:
            return self.copy()
        if decimals == 0:
            return _result(x.round())
        # As NumPy: times a power of ten, to whole numbers, and back.
        scale = 10.0 ** builtins.abs(decimals)
        return _result((x * scale).round() / scale if decimals > 0 else (x / scale).round() * scale)

    def clip(self, min=None, max=None):
        return _result(self._t.clamp(min, max))

    def fill(self, value):
        self._t.fill_(value)

    def dot(self, other):
        return self @ other

    def sum(self, axis=None, keepdims=False, dtype=None):
        return _result(self._t.sum(axis, keepdims))

    def mean(self, axis=None, keepdims=False, dtype=None):
        return _result(_floating(self._t).mean(axis, keepdims))

    def var(self, axis=None, ddof=0, keepdims=False):
        # NumPy's own order of operations, to the last digit it prints.
        x = _floating(self._t)
        squares = (x - x.mean(axis, keepdim=True)).square()
        count = squares.numel() // builtins.max(1, squares.mean(axis).numel())
        return _result(squares.sum(axis, keepdims) / (count - ddof))

    def std(self, axis=None, ddof=0, keepdims=False):
        return sqrt(self.var(axis, ddof, keepdims))

    def max(self, axis=None, keepdims=False):
        return _result(self._t.max() if axis is None else self._t.amax(axis, keepdims))

    def min(self, axis=None, keepdims=False):
        return _result(self._t.min() if axis is None else self._t.amin(axis, keepdims))

    def argmax(self, axis=None):
        return _result(self._t.argmax(axis))

    def argmin(self, axis=None):
        return _result(self._t.argmin(axis))

    def any(self, axis=None):
        return _result(self._t.any(axis))

    def all(self, axis=None):
        return _result(self._t.all(axis))

    def cumsum(self, axis=None):
        return _result(self._t.reshape(-1).cumsum(0) if axis is None else self._t.cumsum(axis))

    def __neg__(self):
        return _result(-self._t)

    def __abs__(self):
        return _result(self._t.abs())

    def __invert__(self):
        return _result(~self._t)


def _is_sliced(at):
    parts = at if isinstance(at, tuple) else (at,)
    return builtins.any(isinstance(part, (slice, list, ndarray)) or part is None or part is Ellipsis for part in parts)


def _index(at):
    if isinstance(at, tuple):
        return tuple(part._t if isinstance(part, ndarray) else part for part in at)
    return at._t if isinstance(at, ndarray) else at


def _floating(tensor):
    return tensor if tensor.dtype.is_floating_point else tensor.double()


def _result(tensor, keep=False):
    """Arrays of no axes are numbers in NumPy."""
    if not keep and tensor.dim() == 0:
        return _scalar(tensor.item(), _DTYPES[tensor.dtype._name])
    return ndarray._of(tensor)


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
    import operator

    def define(name, function):
        def method(self, other):
            if _side(other) is NotImplemented:
                return NotImplemented
            x, y = _pair(self, other)
            try:
                return _result(function(x, y))
            except RuntimeError as error:
                if "must match" in str(error):
                    shapes = " ".join(f"({','.join(map(str, s.shape))}{',' if len(s.shape) == 1 else ''})" for s in (x, y))
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


# Making arrays.

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


# Functions.

def _function(name, floating=True):
    def function(x):
        if isinstance(x, (int, float)) or not hasattr(x, "shape"):
            x = array(x)
        tensor = x if isinstance(x, _Tensor) else x._t if isinstance(x, ndarray) else array(x)._t
        return _result(getattr(_floating(tensor) if floating else tensor, name)())

    function.__name__ = name
    return function


sqrt, exp, log, sin, cos, tanh, floor, ceil = map(_function, ("sqrt", "exp", "log", "sin", "cos", "tanh", "floor", "ceil"))
abs = absolute = _function("abs", False)
sign, square = _function("sign", False), _function("square", False)
isnan, isfinite, isinf = map(_function, ("isnan", "isfinite", "isinf"))


def _method(name):
    def function(a, *args, **named):
        return getattr(asarray(a), name)(*args, **named)

    function.__name__ = name
    return function


sum, mean, var, std, max, min, argmax, argmin, any, all, cumsum, clip, reshape, transpose, squeeze, ravel = map(_method, (
    "sum mean var std max min argmax argmin any all cumsum clip reshape transpose squeeze ravel").split())
amax, amin = max, min


def round(a, decimals=0):
    return asarray(a).round(decimals) if not isinstance(a, (int, float)) else float64(builtins.round(float(a), decimals))


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
    for name, value in (("precision", precision), ("suppress", suppress), ("threshold", threshold), ("edgeitems", edgeitems),
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

__getattr__ = _missing("numpy")
