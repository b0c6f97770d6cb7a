"""What stands between brackets, for the engine."""
import builtins

import _normlab as engine

from ._errors import JsException, failure
from ._method import extends
from ._tensor import Tensor, _like, wrap

_END = 2**31 - 1



@extends(Tensor)
class _Index:
    def __getitem__(self, at):
        codes, parts = _codes(at)
        try:
            return wrap(engine.index(self._h, *codes))
        except JsException as error:
            raise failure(error, "index", self, codes, parts) from None

    def __setitem__(self, at, value):
        codes, parts = _codes(at)
        if not isinstance(value, Tensor):
            value = _like(self, value)
        try:
            engine.indexPut(self._h, value._h, *codes)
        except JsException as error:
            raise failure(error, "index", self, codes, parts) from None
        if not any(isinstance(part, Tensor) for part in parts) and not self.is_leaf:
            self._fn = "CopySlices"
        else:
            self.__dict__.pop("_fn", None)


def _codes(at):
    parts = at if isinstance(at, tuple) else (at,)
    codes, seen = [], []
    for part in parts:
        kind = type(part)
        if kind is builtins.int:
            codes += (0, part)
        elif kind is slice:
            start, stop, step = map(_bound, (part.start, part.stop, part.step), (0, _END, 1))
            if step <= 0:
                raise ValueError("step must be greater than zero")
            codes += (1, start, min(stop, _END), step)
        elif part is None:
            codes.append(2)
        elif part is Ellipsis:
            codes.append(3)
        else:
            part = _positions(part)
            if type(part) is builtins.int:
                codes += (0, part)
            else:
                codes += (4, part._h)
        seen.append(part)
    return codes, seen


def _bound(value, otherwise):
    if value is None:
        return otherwise
    if not hasattr(value, "__index__"):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return value.__index__()


def _positions(part):
    if isinstance(part, Tensor):
        return part
    if isinstance(part, (list, range, builtins.bool)) or type(part).__name__ == "ndarray":
        from ._create import tensor

        found = tensor(list(part) if isinstance(part, range) else part)
        return found.long() if isinstance(part, list) and found.is_floating_point() else found
    if hasattr(part, "__index__"):
        return part.__index__()
    if isinstance(part, str):
        raise TypeError("new(): invalid data type 'str'")
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
        f"{type(part).__name__})")
