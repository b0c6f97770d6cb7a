"""Shapes: the same numbers, arranged in another way."""
import _normlab as engine

from . import _dtype
from ._arguments import check_whole, sizes as sizes_of
from ._errors import JsException, dimension, failure
from ._method import attach, check_axes
from ._subset import missing_text
from ._tensor import Tensor, wrap


def reshape(self, *shape):
    return _reshaped(self, sizes_of("reshape", "shape", shape))


def _reshaped(self, shape):
    try:
        return wrap(engine.reshape(self._h, *shape))
    except JsException as error:
        raise failure(error, "reshape", self, shape) from None


def view(self, *shape):
    if len(shape) == 1 and isinstance(shape[0], _dtype.dtype):
        raise NotImplementedError(missing_text("Tensor.view", "a dtype"))
    out = _reshaped(self, sizes_of("view", "size", shape))
    if out.requires_grad:
        out._fn = "ViewBackward0"
    return out


def view_as(self, other):
    return view(self, other.shape)


def reshape_as(self, other):
    return reshape(self, other.shape)


def flatten(self, start_dim=0, end_dim=-1):
    rank = len(self.shape)
    if rank == 0:
        return reshape(self, 1)
    check_axes(self, (start_dim, end_dim))
    start, end = start_dim % rank, end_dim % rank
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end:
        return self
    return reshape(self, (*self.shape[:start], -1, *self.shape[end + 1:]))


def permute(self, *dims):
    dims = sizes_of("permute", "dims", dims, "ints")
    if len(dims) != len(self.shape):
        raise RuntimeError(
            f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
            f"desired ordering "
            f"of dimensions i.e. input.dim() = {len(self.shape)} is not equal to len(dims) = {len(dims)}")
    try:
        return wrap(engine.permute(self._h, *dims))
    except JsException as error:
        raise failure(error, "permute", self, *dims) from None


def transpose(self, dim0, dim1):
    check_axes(self, (dim0, dim1))
    return wrap(engine.transpose(self._h, dim0, dim1))


def t(self):
    if self.dim() > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
    out = self.transpose(0, 1) if self.dim() == 2 else self
    if out is not self and out.requires_grad:
        out._fn = "TBackward0"
    return out


def _turned(self):
    return self.permute(*reversed(range(self.dim())))


def expand(self, *sizes):
    sizes = sizes_of("expand", "size", sizes)
    try:
        return wrap(engine.expand(self._h, *sizes))
    except JsException as error:
        raise failure(error, "expand", self, sizes) from None


def expand_as(self, other):
    return expand(self, other.shape)


def repeat(self, *sizes):
    from ._join import cat

    sizes = sizes_of("repeat", "repeats", sizes)
    out = self.reshape((1,) * (len(sizes) - self.dim()) + tuple(self.shape))
    for dim, count in enumerate(sizes):
        if count != 1:
            out = cat([out] * count, dim)
    return out.clone() if out is self else out


def unsqueeze(self, dim):
    check_whole("unsqueeze", "dim", 1, dim)
    rank = len(self.shape) + 1
    if not -rank <= dim < rank:
        raise dimension(dim, rank)
    return wrap(engine.unsqueeze(self._h, dim))


_squeeze_all = engine.unary("squeeze")


def squeeze(self, dim=None):
    if dim is None:
        return wrap(_squeeze_all(self._h))
    check_axes(self, (dim,))
    return wrap(engine.squeezeAxis(self._h, dim)) if self.shape else self


attach(reshape, view, view_as, reshape_as, flatten, permute, transpose, t, expand, expand_as, repeat, unsqueeze,
       squeeze)
Tensor.swapaxes = Tensor.swapdims = transpose
Tensor.ravel = lambda self: self.reshape(-1)
Tensor.T = property(_turned)
Tensor.mT = property(lambda self: self.transpose(-2, -1))
