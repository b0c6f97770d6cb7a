"""What autograd gives a tensor."""
import builtins
import functools

import _normlab as engine

from ._errors import KINDS, JsException, again, failure, general
from ._method import extends
from ._structure import STRUCTURE
from ._subset import missing_text
from ._tensor import Tensor, wrap

_free = engine.free


@extends(Tensor)
class _Gradients:

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
        return _kind_of(self.__dict__.get("_fn", name))() if name else None

    @property
    def grad(self):
        found = engine.grad(self._h)
        return None if found < 0 else wrap(found)

    @grad.setter
    def grad(self, value):
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(
                f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
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


class _GradFn:
    def name(self):
        return type(self).__name__

    def __repr__(self):
        return f"<{self.name()} object at {id(self):#x}>"

    def __getattr__(self, name):
        raise AttributeError(missing_text(f"grad_fn ({self.name()})", name))


@functools.cache
def _kind_of(name):
    return type(name, (_GradFn,), {"__module__": "builtins"})


def _backward_failure(error, x, gradient):
    text = str(error.message)
    found = KINDS["backward"](x, gradient)
    if found is None and "graph" in text and "used" in text or found is None and "second" in text:
        found = again(text)
    if found is None:
        found = general(text, "backward", ())
    found.__suppress_context__ = True
    raise found from None
