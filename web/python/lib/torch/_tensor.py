"""Tensor: a number that stands for a tensor of the engine, freed with its last reference."""
import builtins

import _normlab as engine

from . import _dtype
from ._dtype import BY_NAME, CPU, Size
from ._errors import JsException, dimension, failure
from ._subset import missing_text

_free = engine.free
_shape = engine.shape
_END = 2**31 - 1


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
        if "_fn" in self.__dict__:
            start = text.rfind("grad_fn=<")
            if start >= 0:
                text = f"{text[:start]}grad_fn=<{self._fn}>)"
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
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment")
        out = _new(type(self))
        source = engine_detached(self)
        out._h = engine.clone(source._h)
        if self.requires_grad:
            out.requires_grad = True
        memo[id(self)] = out
        return out

    # Gradients.

    @property
    def requires_grad(self):
        return engine.requiresGrad(self._h)

    @requires_grad.setter
    def requires_grad(self, on):
        self.requires_grad_(on)

    def requires_grad_(self, requires_grad=True):
        if engine.requiresGrad(self._h) == requires_grad:
            return self
        STRUCTURE.version += 1
        try:
            engine.setRequiresGrad(self._h, builtins.bool(requires_grad))
        except JsException as error:
            raise failure(error, "requires_grad", self, requires_grad) from None
        return self

    @property
    def is_leaf(self):
        return engine.isLeaf(self._h)

    @property
    def grad_fn(self):
        name = engine.gradFn(self._h)
        return GradFn(self.__dict__.get("_fn", name)) if name else None

    @property
    def grad(self):
        found = engine.grad(self._h)
        return None if found < 0 else wrap(found)

    @grad.setter
    def grad(self, value):
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
        try:
            engine.setGrad(self._h, -1 if value is None else value._h)
        except JsException as error:
            raise failure(error, "set_grad", self, value) from None

    @grad.deleter
    def grad(self):
        engine.setGrad(self._h, -1)

    def retain_grad(self):
        if not self.is_leaf:
            raise NotImplementedError(missing_text("Tensor", "retain_grad") + "; gradients stay on leaves")

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        if create_graph:
            raise NotImplementedError(missing_text("backward", "create_graph=True"))
        if inputs is not None:
            raise NotImplementedError(missing_text("backward", "inputs"))
        try:
            engine.backward(self._h, -1 if gradient is None else gradient._h, builtins.bool(retain_graph))
        except JsException as error:
            _backward_failure(error, self, gradient)

    def detach(self):
        return wrap(engine.detach(self._h))

    def detach_(self):
        if not self.is_leaf:
            self._swap(engine.detach(self._h))
        return self

    @property
    def data(self):
        return wrap(engine.detach(self._h))

    @data.setter
    def data(self, value):
        if value.shape == self.shape and value.dtype is self.dtype and self.is_leaf:
            # The same numbers object stays: optimisers and chains of layers look at it.
            engine.assign(self._h, value._h)
            return
        on = self.requires_grad
        self._swap(engine.detach(value._h))
        if on:
            self.requires_grad_()
        STRUCTURE.version += 1

    def _swap(self, handle):
        _free(self._h)
        self._h = handle
        self.__dict__.pop("_s", None)
        self.__dict__.pop("_d", None)

    def clone(self, memory_format=None):
        return wrap(engine.clone(self._h))

    def contiguous(self, memory_format=None):
        return self

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

    # Indexing.

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

    # In place: what an operation gives, in this tensor.

    def _become(self, tag, operation):
        before = wrap(engine.snapshot(self._h))
        result = operation(before)
        if not isinstance(result, Tensor):
            result = _like(self, result)
        try:
            engine.become(self._h, tag, result._h)
        except JsException as error:
            raise failure(error, "become", tag, self, result) from None
        self.__dict__.pop("_fn", None)
        return self

    def copy_(self, src, non_blocking=False):
        return self._become("copy_", lambda x: src.to(x.dtype).expand(x.shape) + 0 if src.requires_grad else src.to(x.dtype).expand(x.shape))

    def fill_(self, value):
        if isinstance(value, Tensor):
            value = value.item()
        return self._become("fill_", lambda x: wrap(engine.filled(x._h, value)))

    def zero_(self):
        return self.fill_(0)

    def masked_fill_(self, mask, value):
        return self._become("masked_fill_", lambda x: x.masked_fill(mask, value))

    def uniform_(self, a=0.0, b=1.0, generator=None):
        return self._draw("uniform_", engine.uniform, a, b, generator)

    def normal_(self, mean=0.0, std=1.0, generator=None):
        if std < 0:
            raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
        return self._draw("normal_", engine.normal, mean, std, generator)

    def random_(self, low=0, high=None, generator=None):
        from ._random import handle

        if high is None:
            low, high = 0, low
        drawn = wrap(engine.randint(handle(generator), low, high, *self.shape)).to(self.dtype)
        return self._become("random_", lambda x: drawn)

    def _draw(self, tag, fill, first, second, generator):
        from ._random import handle

        if not self.dtype.is_floating_point:
            raise NotImplementedError(f"\"{tag[:-1]}\" not implemented for '{self.dtype._letter}'")
        drawn = wrap(fill(handle(generator), self.dtype._name, first, second, *self.shape))
        return self._become(tag, lambda x: drawn)


class GradFn:
    def __init__(self, name):
        self._name = name

    def name(self):
        return self._name

    def __repr__(self):
        return f"<{self._name} object at {id(self):#x}>"

    def __getattr__(self, name):
        raise AttributeError(missing_text(f"grad_fn ({self._name})", name))


class Structure:
    """Counts changes of models: a chain of layers is compiled anew after one."""

    version = 0


STRUCTURE = Structure()

_new = object.__new__


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


def _codes(at):
    parts = at if isinstance(at, tuple) else (at,)
    codes, seen = [], []
    for part in parts:
        kind = type(part)
        if kind is builtins.int:
            codes += (0, part)
        elif kind is slice:
            step = 1 if part.step is None else part.step.__index__()
            if step <= 0:
                raise ValueError("step must be greater than zero")
            start = 0 if part.start is None else part.start.__index__()
            stop = _END if part.stop is None else part.stop.__index__()
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


def _positions(part):
    if isinstance(part, Tensor):
        return part
    if isinstance(part, (list, range, builtins.bool)) or type(part).__name__ == "ndarray":
        from ._create import tensor

        return tensor(list(part) if isinstance(part, range) else part)
    if hasattr(part, "__index__"):
        return part.__index__()
    raise TypeError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
        f"{type(part).__name__})")


def _backward_failure(error, x, gradient):
    from ._errors import KINDS, again, general

    text = str(error.message)
    found = KINDS["backward"](x, gradient)
    if found is None and "graph" in text and "used" in text or found is None and "second" in text:
        found = again(text)
    if found is None:
        found = general(text, "backward", ())
    found.__suppress_context__ = True
    raise found from None
