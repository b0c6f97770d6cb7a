"""Parts of a tensor: by place, by order, by triangle."""
import builtins

import _normlab as engine

from . import _dtype
from ._arguments import check_whole, sizes
from ._compare import masked_fill
from ._errors import JsException, failure
from ._method import attach, check_axes, labelled, return_type
from ._tensor import wrap


def select(self, dim, index):
    check_axes(self, (dim,))
    return self[(slice(None),) * (dim % self.dim()) + (index,)]


def narrow(self, dim, start, length):
    return self[(slice(None),) * (dim % self.dim()) + (slice(start, start + length),)]


def split(self, split_size_or_sections, dim=0):
    size = self.size(dim)
    if isinstance(split_size_or_sections, int):
        step = split_size_or_sections
        sections = [min(step, size - at) for at in range(0, size, step)] or [0]
    else:
        sections = list(split_size_or_sections)
        if builtins.sum(sections) != size:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at dimension "
                f"{dim}), "
                f"but got split_sizes=[{', '.join(map(str, sections))}]")
    out, at = [], 0
    for length in sections:
        out.append(narrow(self, dim, at, length))
        at += length
    return tuple(out)


def chunk(self, chunks, dim=0):
    check_whole("chunk", "chunks", 1, chunks)
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    return split(self, max(1, -(-self.size(dim) // chunks)), dim)


def index_select(self, dim, index):
    return self[(slice(None),) * (dim % self.dim()) + (index,)]


def flip(self, *dims):
    from ._create import tensor

    dims = sizes("flip", "dims", dims, "ints")
    check_axes(self, dims)
    out = self
    for dim in dims:
        out = index_select(out, dim, tensor(range(self.size(dim) - 1, -1, -1), dtype=_dtype.int64))
    return labelled(out.clone() if out is self else out, "FlipBackward0")


def gather(self, dim, index):
    try:
        return wrap(engine.gather(self._h, dim, index._h))
    except JsException as error:
        raise failure(error, "gather", self, dim) from None


def masked_select(self, mask):
    return self[mask]


def nonzero(self, as_tuple=False):
    from ._create import tensor

    flat = self.bool().reshape(-1).tolist()
    shape, found = self.shape, []
    for at, hit in enumerate(flat):
        if hit:
            place = []
            for size in reversed(shape):
                at, rest = divmod(at, size)
                place.append(rest)
            found.append(place[::-1])
    out = tensor(found, dtype=_dtype.int64).reshape(len(found), len(shape))
    return tuple(out[:, axis] for axis in range(len(shape))) if as_tuple else out


def sort(self, dim=-1, descending=False):
    from ._create import tensor

    check_axes(self, (dim,))
    turned = self.detach().transpose(dim, -1)
    rows = turned.reshape(-1, turned.shape[-1]).tolist()
    order = [sorted(range(len(row)), key=row.__getitem__, reverse=descending) for row in rows]
    if descending:
        order = [sorted(range(len(row)), key=lambda at, row=row: -row[at]) for row in rows]
    indices = tensor(order, dtype=_dtype.int64).reshape(turned.shape).transpose(dim, -1)
    return return_type("sort")(gather(self, dim, indices), indices + 0)


def argsort(self, dim=-1, descending=False):
    return sort(self, dim, descending).indices


def topk(self, k, dim=-1, largest=True, sorted=True):
    values, indices = sort(self, dim, largest)
    if k > self.size(dim):
        raise RuntimeError("selected index k out of range")
    return return_type("topk")(narrow(values, dim, 0, k), narrow(indices, dim, 0, k))


def unique(self):
    from ._create import tensor

    return tensor(sorted(set(self.reshape(-1).tolist())), dtype=self.dtype)


def tril(self, diagonal=0):
    return labelled(masked_fill(self, _triangle(self, diagonal).logical_not(), 0), "TrilBackward0")


def triu(self, diagonal=0):
    return labelled(masked_fill(self, _triangle(self, diagonal - 1), 0), "TriuBackward0")


def _triangle(self, diagonal):
    from ._create import arange

    rows, columns = self.shape[-2:]
    return arange(rows).unsqueeze(1) + diagonal >= arange(columns)


def diag(self, diagonal=0):
    from ._create import arange, zeros

    if self.dim() == 1:
        out = zeros(len(self), len(self), dtype=self.dtype)
        at = arange(len(self))
        return out + self * (at.unsqueeze(1) == at).to(self.dtype)
    at = arange(min(self.shape))
    return self[at, at]


def trace(self):
    return diag(self).sum()


attach(select, narrow, split, chunk, index_select, flip, gather, masked_select, nonzero, sort, argsort, topk, unique,
       tril, triu,
       diag, trace)
