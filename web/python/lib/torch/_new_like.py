"""New tensors of a tensor's dtype."""
from . import _create
from ._tensor import Tensor


def _creation(name):
    def method(self, *size, dtype=None, device=None, requires_grad=False):
        return getattr(_create, name)(*size, dtype=dtype or self.dtype, requires_grad=requires_grad)

    return method


Tensor.new_zeros, Tensor.new_ones, Tensor.new_empty = map(_creation, ("zeros", "ones", "empty"))
Tensor.new_full = lambda self, size, value, dtype=None: _create.full(size, value, dtype=dtype or self.dtype)
Tensor.new_tensor = lambda self, data, dtype=None: _create.tensor(data, dtype=dtype or self.dtype)
