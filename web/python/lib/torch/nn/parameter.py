"""Tensors that a module trains."""
import _normlab as engine

from .._tensor import Tensor


class Parameter(Tensor):
    def __new__(cls, data=None, requires_grad=True):
        from .._create import empty

        made = object.__new__(cls)
        source = empty(0) if data is None else data
        if not isinstance(source, Tensor):
            raise TypeError(
                f"Creating a Parameter from an instance of type {type(source).__name__} requires that detach() "
                            "returns an instance of Tensor, but return type was NoneType")
        made._h = engine.detach(source._h)
        if requires_grad:
            made.requires_grad_()
        return made

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


