"""Comparisons, logic, and what chooses by them."""
import builtins
import math

import _normlab as engine

from . import _dtype
from ._arithmetic import _operand, _operator
from ._errors import JsException, failure
from ._method import attach, called, joint_shape
from ._subset import missing_text
from ._tensor import Tensor, _like, wrap

for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    def _compare(name):
        call, with_number = engine.compare(name), engine.compareScalar(name)

        def method(self, other):
            try:
                if isinstance(other, Tensor):
                    return wrap(call(self._h, other._h))
                if isinstance(other, (int, float)):
                    return wrap(with_number(self._h, other + 0, isinstance(other, int)))
                other = _operand(name, other)
                return wrap(call(self._h, other._h))
            except JsException as error:
                raise failure(error, "binary", name, self, other) from None

        return called(method, name)

    _method = _compare(_name)
    setattr(Tensor, _name, _method)
    setattr(Tensor, f"__{_name}__", _operator(_method))


def isnan(self):
    return self != self


def isfinite(self):
    return (self - self) == 0


def isinf(self):
    return self.abs() == math.inf


def logical_not(self):
    return self == 0


def logical_and(self, other):
    return self.bool() * other.bool()


def logical_or(self, other):
    return self.bool() + other.bool()


def logical_xor(self, other):
    return self.bool() != other.bool()


def _bitwise(name, method):
    def operator(self, other):
        if not isinstance(other, Tensor):
            other = _like(self, other)
        if self.dtype is not _dtype.bool or other.dtype is not _dtype.bool:
            raise NotImplementedError(missing_text("Tensor", f"{name} for other than bool tensors"))
        return method(self, other)

    return operator


attach(isnan, isfinite, isinf, logical_not, logical_and, logical_or, logical_xor)
Tensor.__and__ = Tensor.__rand__ = _bitwise("__and__", logical_and)
Tensor.__or__ = Tensor.__ror__ = _bitwise("__or__", logical_or)
Tensor.__xor__ = Tensor.__rxor__ = _bitwise("__xor__", logical_xor)


def __invert__(self):
    if self.dtype is not _dtype.bool:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return self == False  # noqa: E712


Tensor.__invert__ = __invert__


def clamp(self, min=None, max=None):
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        out = self if min is None else self.maximum(min)
        return out if max is None else out.minimum(max)
    return wrap(engine.clamp(self._h, min, max))


Tensor.clamp = Tensor.clip = clamp


def masked_fill(self, mask, value):
    if mask.dtype is not _dtype.bool:
        raise RuntimeError(
            "masked_fill only supports boolean masks, but got mask with dtype " + mask.type()[6:-6].lower())
    if isinstance(value, Tensor):
        value = value.item()
    wider = joint_shape(self.shape, mask.shape)
    if wider is not None and wider != self.shape:
        self = self.expand(wider)
    try:
        return wrap(engine.maskedFill(self._h, mask._h, value))
    except JsException as error:
        raise failure(error, "binary", "masked_fill", self, mask) from None


Tensor.masked_fill = masked_fill


def equal(self, other):
    return self.shape == other.shape and builtins.bool((self == other).all().item())


def isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = (self == other).logical_or((self - other).abs() <= atol + rtol * other.abs())
    if equal_nan:
        close = close.logical_or(self.isnan().logical_and(other.isnan()))
    return close


def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return builtins.bool(isclose(self, other, rtol, atol, equal_nan).all().item())


attach(equal, isclose, allclose)
