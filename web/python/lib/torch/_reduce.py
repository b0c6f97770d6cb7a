"""Along axes: sums, extremes, softmax."""
import builtins

import _normlab as engine

from ._errors import JsException, failure
from ._method import attach, axes_of, called, check_axes, labelled, return_type
from ._tensor import Tensor, wrap

_new = object.__new__


def _reduction(name, call_of=engine.reduce):
    call = call_of(name)

    def method(self, dim=None, keepdim=False, *, dtype=None, axis=None, keepdims=False):
        if dim is None:
            dim = axis
        if dtype is not None:
            self = self.to(dtype)
        try:
            out = _new(Tensor)
            out._h = call(self._h, keepdim or keepdims, *axes_of(dim))
            return out
        except JsException as error:
            raise failure(error, name, self, *axes_of(dim)) from None

    return called(method, name)


for _name in ("sum", "mean", "amax", "amin"):
    setattr(Tensor, _name, _reduction(_name))
for _name in ("any", "all"):
    setattr(Tensor, _name, _reduction(_name, engine.flatReduce))


def _spread(name):
    call = engine.spread(name)

    def method(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
        if isinstance(dim, builtins.bool):
            dim, unbiased = None, dim
        if correction is None:
            correction = 1 if unbiased else 0
        try:
            return wrap(call(self._h, correction, keepdim, *axes_of(dim)))
        except JsException as error:
            raise failure(error, name, self, *axes_of(dim)) from None

    return called(method, name)


Tensor.var, Tensor.std = _spread("var"), _spread("std")


def var_mean(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return self.var(dim, unbiased, keepdim, correction=correction), self.mean(dim, keepdim)


def std_mean(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return self.std(dim, unbiased, keepdim, correction=correction), self.mean(dim, keepdim)


def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    if p in ("fro", None):
        p = 2
    try:
        return wrap(engine.norm(self._h, p, keepdim, *axes_of(dim)))
    except JsException as error:
        raise failure(error, "norm", self, *axes_of(dim)) from None


Tensor.norm = norm


def _extreme(name):
    over_all, along, of_two = engine.unary(name), engine.extreme(name), getattr(Tensor, name + "imum")
    result = return_type(name)

    def method(self, dim=None, keepdim=False):
        if isinstance(dim, Tensor):
            return of_two(self, dim)
        try:
            if dim is None:
                return wrap(over_all(self._h))
            values, indices = map(wrap, map(int, along(self._h, dim, keepdim).split(",")))
            return result(values, indices)
        except JsException as error:
            if self.numel() == 0 and dim is None:
                raise RuntimeError(
                    f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
                    f"reduction dim "
                    "with the 'dim' argument.") from None
            raise failure(error, name, self, dim) from None

    return called(method, name)


Tensor.max, Tensor.min = _extreme("max"), _extreme("min")


def _arg(name):
    call = engine.arg(name)

    def method(self, dim=None, keepdim=False):
        try:
            if dim is None:
                flat = self.reshape(-1)
                return wrap(call(flat._h, 0, False))
            return wrap(call(self._h, dim, keepdim))
        except JsException as error:
            raise failure(error, name, self, dim) from None

    return called(method, name)


Tensor.argmax, Tensor.argmin = _arg("argmax"), _arg("argmin")


def _along(name, label):
    call = engine.unary(label)

    def method(self, dim=None, dtype=None):
        if dtype is not None:
            self = self.to(dtype)
        rank = len(self.shape)
        dim = _implicit(rank) if dim is None else dim
        check_axes(self, (dim,))
        try:
            if rank == 0:
                flat = self.reshape(1)
                return wrap(call(flat._h)).reshape(())
            if dim in (-1, rank - 1):
                return wrap(call(self._h))
            turned = self.transpose(dim, -1)
            out = wrap(call(turned._h)).transpose(dim, -1)
            if out.requires_grad:
                out._fn = label[0].upper() + label[1:] + "Backward0"
            return out
        except JsException as error:
            if not self.dtype.is_floating_point:
                raise RuntimeError(
                    f'"{name}_lastdim_kernel_impl" not implemented for \'{self.dtype._letter}\'') from None
            raise failure(error, name, self, dim) from None

    return called(method, name)


def _implicit(rank):
    return 0 if rank in (0, 1, 3) else 1


Tensor.softmax, Tensor.log_softmax = _along("softmax", "softmax"), _along("log_softmax", "logSoftmax")


def logsumexp(self, dim, keepdim=False):
    top = self.detach().amax(dim, True)
    out = (self - top).exp().sum(dim, True).log() + top
    return labelled(out if keepdim else out.squeeze(dim), "LogsumexpBackward0")


def prod(self):
    out = 1
    for value in self.reshape(-1):
        out = value * out
    return labelled(out, "ProdBackward0")


def cumsum(self, dim):
    total, parts = None, []
    for row in self.unbind(dim):
        total = row if total is None else total + row
        parts.append(total)
    from ._join import stack

    return labelled(stack(parts, dim), "CumsumBackward0")


def count_nonzero(self, dim=None):
    return (self != 0).sum(dim)


attach(logsumexp, prod, cumsum, count_nonzero)
