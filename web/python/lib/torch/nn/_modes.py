"""Modes, gradients and dtypes of a module and what is below."""
import itertools

import _normlab as engine

from .. import _dtype
from .._structure import STRUCTURE
from .._tensor import Tensor


class Modes:
    """The part of Module."""

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        if self.__dict__.get("training") is not mode:
            self.training = mode
            STRUCTURE.version += 1
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for value in self.parameters():
            value.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=False):
        for value in self.parameters():
            engine.zeroGrad(value._h, set_to_none)

    def _convert(self, dtype):
        for value in itertools.chain(self.parameters(), self.buffers()):
            if value.dtype.is_floating_point and value.dtype is not dtype:
                engine.convert(value._h, dtype._name)
                value.__dict__.pop("_d", None)
        STRUCTURE.version += 1
        return self

    def to(self, *args, dtype=None, device=None, non_blocking=False):
        for value in args:
            if isinstance(value, _dtype.dtype):
                dtype = value
            elif isinstance(value, Tensor):
                dtype = value.dtype
            else:
                _dtype.device(value)
        if device is not None:
            _dtype.device(device)
        if dtype is None:
            return self
        if not dtype.is_floating_point:
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")
        return self._convert(dtype)

    def float(self):
        return self._convert(_dtype.float32)

    def double(self):
        return self._convert(_dtype.float64)

    def cpu(self):
        return self

    def cuda(self, device=None):
        _dtype.device("cuda")
