"""Tensor: a number that stands for a tensor of the engine, freed with its last reference."""
import builtins
import re

import _normlab as engine

from . import _dtype
from ._dtype import BY_NAME, CPU, Size
from ._errors import JsException, dimension, failure
from ._subset import missing_text

_free = engine.free
_shape = engine.shape


class Tensor:
    def __new__(cls, *args, **named):
        if cls is not Tensor:
            return object.__new__(cls)
        from ._create import legacy

        return legacy(args)

    def __init__(self, *args, **named):
        pass

    def __del__(self):
        try:
            _free(self._h)
        except (AttributeError, TypeError):
            pass

    def __getattr__(self, name):
        # Only called for what was not found.
        if name.startswith("__"):
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        raise AttributeError(missing_text("Tensor", name), name=name, obj=self)

    # What it is.

    @property
    def shape(self):
        try:
            return self._s
        except AttributeError:
            text = _shape(self._h)
            self._s = Size(map(int, text.split(","))) if text else Size()
            return self._s

    def size(self, dim=None):
        if dim is None:
            return self.shape
        rank = len(self.shape)
        if not -max(rank, 1) <= dim < max(rank, 1) or rank == 0:
            raise dimension(dim, rank)
        return self.shape[dim]

    @property
    def dtype(self):
        try:
            return self._d
        except AttributeError:
            self._d = BY_NAME[engine.dtype(self._h)]
            return self._d

    def dim(self):
        return len(self.shape)

    ndimension = dim

    @property
    def ndim(self):
        return len(self.shape)

    def numel(self):
        return self.shape.numel()

    nelement = numel

    def element_size(self):
        return self.dtype.itemsize

    @property
    def device(self):
        return CPU

    @property
    def is_cuda(self):
        return False

    def get_device(self):
        return -1

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return False

    def is_contiguous(self):
        return True

    def type(self, dtype=None):
        if dtype is None:
            return f"torch.{self.dtype._letter}Tensor"
        return self.to(dtype)

    # Text and numbers.

    def __repr__(self, **named):
        text = engine.text(self._h)
        if "_fn" in self.__dict__ or _dtype.default is not _dtype.float32:
            return _ending_anew(text, self.dtype, self.__dict__.get("_fn"))
        return text

    def __format__(self, spec):
        if not self.shape:
            return self.item().__format__(spec)
        if spec == "":
            return repr(self)
        raise TypeError("unsupported format string passed to Tensor.__format__")

    def item(self):
        try:
            value = engine.item(self._h)
        except JsException as error:
            raise failure(error, "item", self) from None
        return _number(value, self.dtype)

    def tolist(self):
        values = engine.values(self._h).to_py().tolist()
        of = self.dtype
        if not of.is_floating_point:
            values = list(map(builtins.bool if of is _dtype.bool else builtins.int, values))
        shape = self.shape
        if not shape:
            return values[0]
        for size in reversed(shape[1:]):
            values = [values[at:at + size] for at in range(0, len(values), size)] if size else [[]] * shape[0]
        return values

    def numpy(self):
        if self.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        import numpy

        return numpy.ndarray._of(self.detach())

    def __array__(self, dtype=None):
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        if not self.shape:
            raise TypeError("iteration over a 0-d tensor")
        for at in range(self.shape[0]):
            yield self[at]

    def unbind(self, dim=0):
        return tuple(self.select(dim, at) for at in range(self.size(dim)))

    def __bool__(self):
        if self.numel() > 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        if self.numel() == 0:
            return False
        return builtins.bool(self.item())

    def __float__(self):
        return builtins.float(self._one())

    def __int__(self):
        return builtins.int(self._one())

    def __index__(self):
        if self.dtype.is_floating_point or self.numel() != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return builtins.int(self.item())

    def _one(self):
        if self.numel() != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return self.item()

    __hash__ = object.__hash__

    def __contains__(self, value):
        return builtins.bool((self == value).any().item())

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                "moment")
        out = _new(type(self))
        source = engine_detached(self)
        out._h = engine.clone(source._h)
        if self.requires_grad:
            out.requires_grad = True
        memo[id(self)] = out
        return out

    # Dtypes.

    def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
        for value in args:
            if isinstance(value, _dtype.dtype):
                dtype = value
            elif isinstance(value, Tensor):
                dtype = value.dtype
            elif isinstance(value, (str, _dtype.device)):
                _dtype.device(value)
        if device is not None:
            _dtype.device(device)
        if dtype is None or dtype is self.dtype:
            return self.clone() if copy else self
        return wrap(engine.to(self._h, dtype._name))

    def cpu(self):
        return self

    def cuda(self, *args, **named):
        return self.to(_dtype.device("cuda"))

    def float(self):
        return self.to(_dtype.float32)

    def double(self):
        return self.to(_dtype.float64)

    def long(self):
        return self.to(_dtype.int64)

    def int(self):
        return self.to(_dtype.int32)

    def bool(self):
        return self.to(_dtype.bool)

    def type_as(self, other):
        return self.to(other.dtype)


_new = object.__new__
_SUFFIX = re.compile(r",\s+((?:size|dtype|requires_grad|grad_fn)=[^\n]*?)(?=,\s+\w+=|\)$)")


def _ending_anew(text, of, grad_fn):
    """The text with another name of its operation, and a dtype where it is not the default one."""
    first = _SUFFIX.search(text)
    body = text[:first.start() if first else -1]
    said = [one for one in _SUFFIX.findall(text) if not one.startswith("dtype=")]
    if of.is_floating_point and of is not _dtype.default or of is _dtype.int32 or body == "tensor([]" and (
            not of.is_floating_point):
        said.insert(1 if said and said[0].startswith("size=") else 0, f"dtype={of!r}")
    width = len(body) - body.rfind("\n") + 1
    for one in said:
        if grad_fn and one.startswith("grad_fn="):
            one = f"grad_fn=<{grad_fn}>"
        wraps = width + len(one) + 2 > 80
        body += (",\n" + " " * len("tensor(") if wraps else ", ") + one
        width = len("tensor(") + len(one) if wraps else width + len(one) + 2
    return body + ")"


def wrap(handle):
    out = _new(Tensor)
    out._h = handle
    return out


def engine_detached(x):
    return wrap(engine.detach(x._h))


def _number(value, of):
    if of.is_floating_point:
        return builtins.float(value)
    return builtins.bool(value) if of is _dtype.bool else builtins.int(value)


def _like(x, value):
    """A number as a 0-d tensor beside x."""
    if isinstance(value, (builtins.int, builtins.float)):
        return wrap(engine.scalarLike(x._h, value, isinstance(value, builtins.int)))
    from ._create import tensor

    return tensor(value)
