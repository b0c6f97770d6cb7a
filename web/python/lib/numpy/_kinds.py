"""Dtypes, and numbers that have one."""
import builtins

from torch import _dtype as _d
from torch._subset import missing_text as _missing_text

from . import _text


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
    for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "neg", "abs", "floordiv",
                  "mod"):
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
