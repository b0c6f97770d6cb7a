"""Element by element: functions, operators, and all of them in place."""
import _normlab as engine

from . import _dtype
from ._errors import JsException, failure
from ._method import attach, called, type_error
from ._tensor import Tensor, _like

_new = object.__new__
_GIVE_FLOATING = {"exp", "log", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "erf"}


def _unary(name, label=None):
    call = engine.unary(label or name)

    def method(self):
        if _dtype.default is not _dtype.float32 and name in _GIVE_FLOATING and not self.dtype.is_floating_point:
            self = self.to(_dtype.default)
        try:
            out = _new(Tensor)
            out._h = call(self._h)
            return out
        except JsException as error:
            if name in _OF_WHOLE_NUMBERS and not self.dtype.is_floating_point:
                return _OF_WHOLE_NUMBERS[name](self)
            raise failure(error, name, self) from None

    return called(method, name)


def _relu_of_whole(self):
    if self.dtype is _dtype.bool:
        raise RuntimeError("Boolean inputs not supported for relu")
    return self.clamp(min=0)


# The engine has these of floating point tensors only.
_OF_WHOLE_NUMBERS = {"tanh": lambda self: self.to(_dtype.default).tanh(),
                     "sigmoid": lambda self: self.to(_dtype.default).sigmoid(), "relu": _relu_of_whole}


for _name in ("neg", "abs", "exp", "log", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "erf", "sign", "floor", "ceil",
              "tanh", "relu", "sigmoid"):
    setattr(Tensor, _name, _unary(_name))
_round = _unary("round")


def round(self, decimals=0):
    if decimals == 0:
        return _round(self)
    scale = 10.0**decimals
    return _round(self * scale) / scale


Tensor.round = round


def _binary(name, label=None, reverse=False):
    call, with_number = engine.binary(label or name), engine.scalar(label or name)

    def method(self, other):
        kind = type(other)
        if _dtype.default is not _dtype.float32:
            self = _in_default(name, self, other)
        try:
            out = _new(Tensor)
            if kind is Tensor or isinstance(other, Tensor):
                out._h = call(self._h, other._h)
            elif kind is float:
                out._h = with_number(self._h, other, False, reverse)
            elif isinstance(other, float):
                out._h = with_number(self._h, float(other), False, reverse)
            elif isinstance(other, int):
                out._h = with_number(self._h, other, True, reverse)
            else:
                other = _operand(name, other)
                out._h = call(self._h, other._h)
            return out
        except JsException as error:
            raise failure(error, "matmul" if name == "matmul" else "binary",
                          *((self, other) if name == "matmul" else (name, self, other))) from None

    return called(method, name)


def _in_default(name, self, other):
    """Whole numbers as numbers of the default dtype, where the result is one: the engine knows float32 only."""
    whole = not self.dtype.is_floating_point and not (isinstance(other, Tensor) and other.dtype.is_floating_point)
    return self.to(_dtype.default) if whole and (name == "div" or isinstance(other, float)) else self


def _operand(name, value):
    if hasattr(value, "_t") or hasattr(value, "__array__"):
        from ._create import as_tensor

        return as_tensor(value)
    if isinstance(value, (int, float)):
        from ._create import tensor

        return tensor(value)
    raise TypeError(f"{name}(): argument 'other' (position 1) must be Tensor, not {type(value).__name__}")


def _operator(method):
    """The method behind an operator: other operands get their turn."""

    def operator(self, other):
        if not isinstance(other, (Tensor, int, float)) and not hasattr(other, "_t"):
            return NotImplemented
        return method(self, other)

    return operator


_add, _sub, _mul, _div, _pow = map(_binary, ("add", "sub", "mul", "div", "pow"))
_rsub, _rpow = _binary("sub", reverse=True), _binary("pow", reverse=True)


def add(self, other, *, alpha=1):
    return _add(self, other if alpha == 1 else other * alpha)


def sub(self, other, *, alpha=1):
    return _sub(self, other if alpha == 1 else other * alpha)


def div(self, other, *, rounding_mode=None):
    if rounding_mode is None:
        return _div(self, other)
    if rounding_mode not in ("floor", "trunc"):
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")
    if rounding_mode == "floor":
        return floor_divide(self, other)
    kind = _kind_beside(self, other)
    return _divided(self, other, kind).trunc().to(kind)


def rsub(self, other, *, alpha=1):
    out = _rsub(self, other)
    if out.requires_grad:
        out._fn = "RsubBackward1"
    return out


Tensor.add, Tensor.sub, Tensor.mul, Tensor.div, Tensor.pow = add, sub, _mul, div, _pow
Tensor.subtract, Tensor.multiply, Tensor.divide, Tensor.true_divide = sub, _mul, div, _div
Tensor.__add__ = Tensor.__radd__ = _operator(_add)
Tensor.__mul__ = Tensor.__rmul__ = _operator(_mul)
Tensor.__sub__, Tensor.__rsub__ = _operator(_sub), _operator(rsub)
Tensor.__truediv__, Tensor.__pow__, Tensor.__rpow__ = _operator(_div), _operator(_pow), _operator(_rpow)
Tensor.__rtruediv__ = _operator(lambda self, other: self.reciprocal() * other)
Tensor.__neg__ = Tensor.neg
Tensor.__abs__ = Tensor.abs
Tensor.__pos__ = lambda self: self
Tensor.negative, Tensor.absolute = Tensor.neg, Tensor.abs


def trunc(self):
    return self.sign() * self.abs().floor()


def _kind_beside(self, other):
    return _dtype.result_type(self.dtype, (other if isinstance(other, Tensor) else _like(self, other)).dtype)


def _as_double(self, other):
    """Beside x, as PyTorch sees it: a number takes the dtype of the tensor first."""
    return (other if isinstance(other, Tensor) else _like(self, other)).double()


def _divided(self, other, kind):
    # In doubles, where the quotient of two singles is never rounded up to the next whole number.
    below = _as_double(self, other)
    out = _div(self.double(), below)
    if not kind.is_floating_point and out.numel() and (below == 0).any():
        raise RuntimeError("ZeroDivisionError")
    return out


def floor_divide(self, other):
    kind = _kind_beside(self, other)
    return _divided(self, other, kind).floor().to(kind)


def remainder(self, other):
    kind = _kind_beside(self, other)
    whole = _divided(self.detach(), other.detach() if isinstance(other, Tensor) else other, kind).floor()
    return (self.double() - whole * _as_double(self, other)).to(kind)


Tensor.trunc, Tensor.floor_divide, Tensor.remainder = trunc, floor_divide, remainder
Tensor.__floordiv__, Tensor.__mod__ = _operator(floor_divide), _operator(remainder)
Tensor.__rfloordiv__ = _operator(lambda self, other: floor_divide(_like(self, other), self))
Tensor.__rmod__ = _operator(lambda self, other: remainder(_like(self, other), self))


def square(self):
    return _pow(self, 2)


Tensor.square = square
for _name in ("maximum", "minimum"):
    _two = _binary(_name)

    def _extremes(two, name):
        def method(self, other):
            if not isinstance(other, Tensor):
                raise type_error(name, 2, other)
            return two(self, other)

        return called(method, name)

    setattr(Tensor, _name, _extremes(_two, _name))


# In place.
for _name in ("add", "sub", "mul", "div", "pow", "neg", "abs", "exp", "log", "sqrt", "rsqrt", "reciprocal", "sin",
              "cos", "erf",
              "sign", "floor", "ceil", "round", "trunc", "tanh", "relu", "sigmoid", "clamp", "square", "eq", "ne",
              "lt", "le",
              "gt", "ge", "floor_divide", "remainder", "logical_not"):
    def _in_place(name):
        def method(self, *args, **named):
            return self._become(name + "_", lambda x: getattr(x, name)(*args, **named))

        return called(method, name + "_")

    setattr(Tensor, _name + "_", _in_place(_name))
Tensor.clip_ = Tensor.clamp_
Tensor.__iadd__, Tensor.__isub__, Tensor.__imul__ = Tensor.add_, Tensor.sub_, Tensor.mul_
Tensor.__itruediv__, Tensor.__ipow__ = Tensor.div_, Tensor.pow_


def addcmul_(self, tensor1, tensor2, *, value=1):
    return self._become("addcmul_", lambda x: x + tensor1 * tensor2 * value)


def addcdiv_(self, tensor1, tensor2, *, value=1):
    return self._become("addcdiv_", lambda x: x + tensor1 / tensor2 * value)


def lerp(self, end, weight):
    return self + (end - self) * weight


def lerp_(self, end, weight):
    return self._become("lerp_", lambda x: x.lerp(end, weight))


attach(addcmul_, addcdiv_, lerp, lerp_)
