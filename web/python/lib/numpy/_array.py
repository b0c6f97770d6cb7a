"""ndarray: an array is a tensor of the engine with NumPy's manners."""
import builtins

from torch._subset import missing_text as _missing_text

from . import _text
from ._kinds import _DTYPES, _dtype_of, _scalar


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
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
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
            raise ValueError(
                f"cannot reshape array of size {self.size} into shape "
                f"({','.join(map(str, sizes))}{',' if len(sizes) == 1 else ''})") from None

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
        from ._functions import sqrt

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
