"""Operations: methods of Tensor, and the same as functions of torch."""
import builtins
import collections
import itertools
import math

import _normlab as engine

from . import _dtype
from ._errors import JsException, dimension, failure
from ._tensor import Tensor, _like, wrap

_new = object.__new__
_int, _float = builtins.int, builtins.float


def _type_error(name, position, value, expected="Tensor"):
    return TypeError(
        f"{name}(): argument '{'input' if position == 1 else 'other'}' (position {position}) must be {expected}, not "
        f"{type(value).__name__}")


def _named(function, name, doc=None):
    function.__name__ = function.__qualname__ = name
    return function


# Element by element.

def _unary(name, label=None):
    call = engine.unary(label or name)

    def method(self):
        try:
            out = _new(Tensor)
            out._h = call(self._h)
            return out
        except JsException as error:
            raise failure(error, name, self) from None

    return _named(method, name)


_FLOATING = {"exp", "log", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "erf", "tanh", "sigmoid"}

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
        try:
            out = _new(Tensor)
            if kind is Tensor or isinstance(other, Tensor):
                out._h = call(self._h, other._h)
            elif kind is _float:
                out._h = with_number(self._h, other, False, reverse)
            elif isinstance(other, _float):
                out._h = with_number(self._h, _float(other), False, reverse)
            elif isinstance(other, _int):
                out._h = with_number(self._h, other, True, reverse)
            else:
                other = _operand(name, other)
                out._h = call(self._h, other._h)
            return out
        except JsException as error:
            raise failure(error, "matmul" if name == "matmul" else "binary", *((self, other) if name == "matmul" else (name, self, other))) from None

    return _named(method, name)


def _operand(name, value):
    if hasattr(value, "_t") or hasattr(value, "__array__"):
        from ._create import as_tensor

        return as_tensor(value)
    if isinstance(value, (_int, _float)):
        from ._create import tensor

        return tensor(value)
    raise TypeError(f"{name}(): argument 'other' (position 1) must be Tensor, not {type(value).__name__}")


def _operator(method):
    """The method behind an operator: other operands get their turn."""

    def operator(self, other):
        if not isinstance(other, (Tensor, _int, _float)) and not hasattr(other, "_t"):
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
    return _div(self.double(), _as_double(self, other)).trunc().to(kind)


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


def _quotient(self, other):
    # In doubles, where the quotient of two singles is never rounded up to the next whole number.
    return _div(self.double(), _as_double(self, other)).floor()


def floor_divide(self, other):
    return _quotient(self, other).to(_kind_beside(self, other))


def remainder(self, other):
    whole = _quotient(self.detach(), other.detach() if isinstance(other, Tensor) else other)
    return (self.double() - whole * _as_double(self, other)).to(_kind_beside(self, other))


Tensor.trunc, Tensor.floor_divide, Tensor.remainder = trunc, floor_divide, remainder
Tensor.__floordiv__, Tensor.__mod__ = _operator(floor_divide), _operator(remainder)


def square(self):
    return _pow(self, 2)


Tensor.square = square
for _name in ("maximum", "minimum"):
    _two = _binary(_name)

    def _extremes(two, name):
        def method(self, other):
            if not isinstance(other, Tensor):
                raise _type_error(name, 2, other)
            return two(self, other)

        return _named(method, name)

    setattr(Tensor, _name, _extremes(_two, _name))

for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    def _compare(name):
        call, with_number = engine.compare(name), engine.compareScalar(name)

        def method(self, other):
            try:
                if isinstance(other, Tensor):
                    return wrap(call(self._h, other._h))
                if isinstance(other, (_int, _float)):
                    return wrap(with_number(self._h, other + 0, isinstance(other, _int)))
                other = _operand(name, other)
                return wrap(call(self._h, other._h))
            except JsException as error:
                raise failure(error, "binary", name, self, other) from None

        return _named(method, name)

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
            from ._subset import missing_text

            raise NotImplementedError(missing_text("Tensor", f"{name} for other than bool tensors"))
        return method(self, other)

    return operator


for _method in (isnan, isfinite, isinf, logical_not, logical_and, logical_or, logical_xor):
    setattr(Tensor, _method.__name__, _method)
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


def _joint_shape(first, second):
    """What both broadcast to; None where they do not."""
    out = []
    for a, b in itertools.zip_longest(reversed(first), reversed(second), fillvalue=1):
        if a != b and 1 not in (a, b):
            return None
        out.append(b if a == 1 else a)
    return tuple(reversed(out))


def masked_fill(self, mask, value):
    if mask.dtype is not _dtype.bool:
        raise RuntimeError("masked_fill only supports boolean masks, but got mask with dtype " + mask.type()[6:-6].lower())
    if isinstance(value, Tensor):
        value = value.item()
    wider = _joint_shape(self.shape, mask.shape)
    if wider is not None and wider != self.shape:
        self = self.expand(wider)
    try:
        return wrap(engine.maskedFill(self._h, mask._h, value))
    except JsException as error:
        raise failure(error, "binary", "masked_fill", self, mask) from None


Tensor.masked_fill = masked_fill

# In place.
for _name in ("add", "sub", "mul", "div", "pow", "neg", "abs", "exp", "log", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "erf",
              "sign", "floor", "ceil", "round", "trunc", "tanh", "relu", "sigmoid", "clamp", "square", "eq", "ne", "lt", "le",
              "gt", "ge", "floor_divide", "remainder", "logical_not"):
    def _in_place(name):
        def method(self, *args, **named):
            return self._become(name + "_", lambda x: getattr(x, name)(*args, **named))

        return _named(method, name + "_")

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


for _method in (addcmul_, addcdiv_, lerp, lerp_):
    setattr(Tensor, _method.__name__, _method)


# Along axes.

def _dims(dim):
    if dim is None:
        return ()
    return tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)


def _axis_check(self, dims):
    rank = len(self.shape)
    for dim in dims:
        if not isinstance(dim, _int):
            raise TypeError(f"argument 'dim' must be tuple of ints, not {type(dim).__name__}")
        if not -max(rank, 1) <= dim < max(rank, 1):
            raise dimension(dim, rank)


def _reduction(name, call_of=engine.reduce):
    call = call_of(name)

    def method(self, dim=None, keepdim=False, *, dtype=None, axis=None, keepdims=False):
        if dim is None:
            dim = axis
        if dtype is not None:
            self = self.to(dtype)
        try:
            out = _new(Tensor)
            out._h = call(self._h, keepdim or keepdims, *_dims(dim))
            return out
        except JsException as error:
            raise failure(error, name, self, *_dims(dim)) from None

    return _named(method, name)


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
            return wrap(call(self._h, correction, keepdim, *_dims(dim)))
        except JsException as error:
            raise failure(error, name, self, *_dims(dim)) from None

    return _named(method, name)


Tensor.var, Tensor.std = _spread("var"), _spread("std")


def var_mean(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return self.var(dim, unbiased, keepdim, correction=correction), self.mean(dim, keepdim)


def std_mean(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return self.std(dim, unbiased, keepdim, correction=correction), self.mean(dim, keepdim)


def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    if p in ("fro", None):
        p = 2
    try:
        return wrap(engine.norm(self._h, p, keepdim, *_dims(dim)))
    except JsException as error:
        raise failure(error, "norm", self, *_dims(dim)) from None


Tensor.norm = norm


def _return_type(name):
    class Result(collections.namedtuple(name, "values indices")):
        __slots__ = ()

        def __repr__(self):
            return f"torch.return_types.{name}(\nvalues={self.values!r},\nindices={self.indices!r})"

    Result.__name__ = name
    return Result


def _extreme(name):
    over_all, along, of_two = engine.unary(name), engine.extreme(name), getattr(Tensor, name + "imum")
    result = _return_type(name)

    def method(self, dim=None, keepdim=False):
        if isinstance(dim, Tensor):
            return of_two(self, dim)
        try:
            if dim is None:
                return wrap(over_all(self._h))
            values, indices = map(wrap, map(_int, along(self._h, dim, keepdim).split(",")))
            return result(values, indices)
        except JsException as error:
            if self.numel() == 0 and dim is None:
                raise RuntimeError(
                    f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                    "with the 'dim' argument.") from None
            raise failure(error, name, self, dim) from None

    return _named(method, name)


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

    return _named(method, name)


Tensor.argmax, Tensor.argmin = _arg("argmax"), _arg("argmin")


def _along(name, label):
    call = engine.unary(label)

    def method(self, dim=None, dtype=None):
        if dtype is not None:
            self = self.to(dtype)
        rank = len(self.shape)
        dim = _implicit(rank) if dim is None else dim
        _axis_check(self, (dim,))
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
                raise RuntimeError(f'"{name}_lastdim_kernel_impl" not implemented for \'{self.dtype._letter}\'') from None
            raise failure(error, name, self, dim) from None

    return _named(method, name)


def _implicit(rank):
    return 0 if rank in (0, 1, 3) else 1


Tensor.softmax, Tensor.log_softmax = _along("softmax", "softmax"), _along("log_softmax", "logSoftmax")


def logsumexp(self, dim, keepdim=False):
    top = self.detach().amax(dim, True)
    out = (self - top).exp().sum(dim, True).log() + top
    return _labelled(out if keepdim else out.squeeze(dim), "LogsumexpBackward0")


def prod(self):
    out = 1
    for value in self.reshape(-1):
        out = value * out
    return _labelled(out, "ProdBackward0")


def cumsum(self, dim):
    total, parts = None, []
    for row in self.unbind(dim):
        total = row if total is None else total + row
        parts.append(total)
    from ._create import stack

    return _labelled(stack(parts, dim), "CumsumBackward0")


def count_nonzero(self, dim=None):
    return (self != 0).sum(dim)


for _method in (logsumexp, prod, cumsum, count_nonzero):
    setattr(Tensor, _method.__name__, _method)

# Products.

_matmul = _binary("matmul")


def matmul(self, other):
    if not isinstance(other, Tensor):
        raise _type_error("matmul", 2, other)
    out = _matmul(self, other)
    if len(self.shape) == 1 == len(other.shape):
        return _labelled(out, "DotBackward0")
    if len(other.shape) == 1 and len(self.shape) == 2:
        return _labelled(out, "MvBackward0")
    return out


def _labelled(out, name):
    """PyTorch's name for what the engine puts together from other operations."""
    if out.requires_grad:
        out._fn = name
    return out


Tensor.matmul = matmul
Tensor.__matmul__ = lambda self, other: matmul(self, other) if isinstance(other, Tensor) else NotImplemented


def mm(self, mat2):
    if self.dim() != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.dim() != 2:
        raise RuntimeError("mat2 must be a matrix")
    return matmul(self, mat2)


def bmm(self, mat2):
    if self.dim() != 3 or mat2.dim() != 3:
        raise RuntimeError(f"batch{1 if self.dim() != 3 else 2} must be a 3D tensor")
    return matmul(self, mat2)


def mv(self, vec):
    return matmul(self, vec)


def dot(self, other):
    if self.dim() != 1 or other.dim() != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.dim()}D and {other.dim()}D tensors")
    return matmul(self, other)


def outer(self, vec2):
    return self.unsqueeze(1) * vec2


for _method in (mm, bmm, mv, dot, outer):
    setattr(Tensor, _method.__name__, _method)

# Shapes.


def _sizes(args):
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    return tuple(size.__index__() for size in args)


def reshape(self, *shape):
    shape = _sizes(shape)
    try:
        return wrap(engine.reshape(self._h, *shape))
    except JsException as error:
        raise failure(error, "reshape", self, shape) from None


def view(self, *shape):
    if len(shape) == 1 and isinstance(shape[0], _dtype.dtype):
        from ._subset import missing_text

        raise NotImplementedError(missing_text("Tensor.view", "a dtype"))
    out = reshape(self, *shape)
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
    _axis_check(self, (start_dim, end_dim))
    start, end = start_dim % rank, end_dim % rank
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end:
        return self
    return reshape(self, (*self.shape[:start], -1, *self.shape[end + 1:]))


def permute(self, *dims):
    dims = _sizes(dims)
    if len(dims) != len(self.shape):
        raise RuntimeError(
            f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering "
            f"of dimensions i.e. input.dim() = {len(self.shape)} is not equal to len(dims) = {len(dims)}")
    try:
        return wrap(engine.permute(self._h, *dims))
    except JsException as error:
        raise failure(error, "permute", self, *dims) from None


def transpose(self, dim0, dim1):
    _axis_check(self, (dim0, dim1))
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
    sizes = _sizes(sizes)
    try:
        return wrap(engine.expand(self._h, *sizes))
    except JsException as error:
        raise failure(error, "expand", self, sizes) from None


def expand_as(self, other):
    return expand(self, other.shape)


def repeat(self, *sizes):
    from ._create import cat

    sizes = _sizes(sizes)
    out = self.reshape((1,) * (len(sizes) - self.dim()) + tuple(self.shape))
    for dim, count in enumerate(sizes):
        if count != 1:
            out = cat([out] * count, dim)
    return out.clone() if out is self else out


def unsqueeze(self, dim):
    rank = len(self.shape) + 1
    if not -rank <= dim < rank:
        raise dimension(dim, rank)
    return wrap(engine.unsqueeze(self._h, dim))


_squeeze_all = engine.unary("squeeze")


def squeeze(self, dim=None):
    if dim is None:
        return wrap(_squeeze_all(self._h))
    _axis_check(self, (dim,))
    return wrap(engine.squeezeAxis(self._h, dim)) if self.shape else self


def select(self, dim, index):
    _axis_check(self, (dim,))
    return self[(slice(None),) * (dim % self.dim()) + (index,)]


def narrow(self, dim, start, length):
    return self[(slice(None),) * (dim % self.dim()) + (slice(start, start + length),)]


def split(self, split_size_or_sections, dim=0):
    size = self.size(dim)
    if isinstance(split_size_or_sections, _int):
        step = split_size_or_sections
        sections = [min(step, size - at) for at in range(0, size, step)] or [0]
    else:
        sections = list(split_size_or_sections)
        if builtins.sum(sections) != size:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size at dimension {dim}), "
                f"but got split_sizes=[{', '.join(map(str, sections))}]")
    out, at = [], 0
    for length in sections:
        out.append(narrow(self, dim, at, length))
        at += length
    return tuple(out)


def chunk(self, chunks, dim=0):
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    return split(self, max(1, -(-self.size(dim) // chunks)), dim)


def index_select(self, dim, index):
    return self[(slice(None),) * (dim % self.dim()) + (index,)]


def flip(self, *dims):
    from ._create import tensor

    dims = _sizes(dims)
    _axis_check(self, dims)
    out = self
    for dim in dims:
        out = index_select(out, dim, tensor(range(self.size(dim) - 1, -1, -1), dtype=_dtype.int64))
    return _labelled(out.clone() if out is self else out, "FlipBackward0")


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

    _axis_check(self, (dim,))
    turned = self.detach().transpose(dim, -1)
    rows = turned.reshape(-1, turned.shape[-1]).tolist()
    order = [sorted(range(len(row)), key=row.__getitem__, reverse=descending) for row in rows]
    if descending:
        order = [sorted(range(len(row)), key=lambda at, row=row: -row[at]) for row in rows]
    indices = tensor(order, dtype=_dtype.int64).reshape(turned.shape).transpose(dim, -1)
    return _return_type("sort")(gather(self, dim, indices), indices + 0)


def argsort(self, dim=-1, descending=False):
    return sort(self, dim, descending).indices


def topk(self, k, dim=-1, largest=True, sorted=True):
    values, indices = sort(self, dim, largest)
    if k > self.size(dim):
        raise RuntimeError("selected index k out of range")
    return _return_type("topk")(narrow(values, dim, 0, k), narrow(indices, dim, 0, k))


def unique(self):
    from ._create import tensor

    return tensor(sorted(set(self.reshape(-1).tolist())), dtype=self.dtype)


def tril(self, diagonal=0):
    return _labelled(masked_fill(self, _triangle(self, diagonal).logical_not(), 0), "TrilBackward0")


def triu(self, diagonal=0):
    return _labelled(masked_fill(self, _triangle(self, diagonal - 1), 0), "TriuBackward0")


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


for _method in (reshape, view, view_as, reshape_as, flatten, permute, transpose, t, expand, expand_as, repeat, unsqueeze,
                squeeze, select, narrow, split, chunk, index_select, flip, gather, masked_select, nonzero, sort, argsort, topk,
                unique, tril, triu, diag, trace):
    setattr(Tensor, _method.__name__, _method)
Tensor.swapaxes = Tensor.swapdims = transpose
Tensor.ravel = lambda self: self.reshape(-1)
Tensor.T = property(_turned)
Tensor.mT = property(lambda self: self.transpose(-2, -1))


def equal(self, other):
    return self.shape == other.shape and builtins.bool((self == other).all().item())


def isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = (self == other).logical_or((self - other).abs() <= atol + rtol * other.abs())
    if equal_nan:
        close = close.logical_or(self.isnan().logical_and(other.isnan()))
    return close


def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return builtins.bool(isclose(self, other, rtol, atol, equal_nan).all().item())


for _method in (equal, isclose, allclose):
    setattr(Tensor, _method.__name__, _method)


def _creation(name):
    def method(self, *size, dtype=None, device=None, requires_grad=False):
        from . import _create

        return getattr(_create, name)(*size, dtype=dtype or self.dtype, requires_grad=requires_grad)

    return method


Tensor.new_zeros, Tensor.new_ones, Tensor.new_empty = map(_creation, ("zeros", "ones", "empty"))
Tensor.new_full = lambda self, size, value, dtype=None: _creation_full(self, size, value, dtype)
Tensor.new_tensor = lambda self, data, dtype=None: _creation_tensor(self, data, dtype)


def _creation_full(self, size, value, dtype):
    from ._create import full

    return full(size, value, dtype=dtype or self.dtype)


def _creation_tensor(self, data, dtype):
    from ._create import tensor

    return tensor(data, dtype=dtype or self.dtype)


# Names of functions: torch.name(x, …) is x.name(…).
FUNCTIONS = (
    "neg abs exp log sqrt rsqrt reciprocal sin cos erf sign floor ceil round trunc tanh relu sigmoid add sub mul div pow "
    "subtract multiply divide true_divide rsub floor_divide remainder square maximum minimum eq ne lt le gt ge isnan isfinite "
    "isinf logical_not logical_and logical_or logical_xor clamp clip masked_fill lerp sum mean amax amin any all var std "
    "var_mean std_mean norm max min argmax argmin softmax log_softmax logsumexp prod cumsum count_nonzero matmul mm bmm mv "
    "dot outer reshape flatten permute transpose t unsqueeze squeeze select narrow split chunk index_select gather "
    "flip masked_select nonzero sort argsort topk unique tril triu diag trace equal isclose allclose negative absolute numel "
    "unbind clone detach is_floating_point swapaxes ravel relu_"
).split()


# No methods in PyTorch.
_ONLY_FUNCTIONS = {"rsub", "var_mean", "std_mean"}


def functions():
    out = {}
    for name in FUNCTIONS:
        def make(name, method):
            def function(input, *args, **named):
                if not isinstance(input, Tensor):
                    if name in ("pow", "sub", "add", "mul", "div", "maximum") and isinstance(input, (_int, _float)) and args and isinstance(args[0], Tensor):
                        return _reversed(name, input, *args)
                    raise _type_error(name, 1, input)
                return method(input, *args, **named)

            return _named(function, name)

        out[name] = make(name, globals()[name] if name in _ONLY_FUNCTIONS else getattr(Tensor, name))
    return out


def _reversed(name, number, other):
    return {"pow": lambda: number**other, "sub": lambda: number - other, "add": lambda: number + other,
            "mul": lambda: number * other, "div": lambda: number / other}[name]()
