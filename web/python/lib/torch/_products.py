"""Products of matrices and vectors."""
from ._arithmetic import _binary
from ._method import attach, labelled, type_error
from ._tensor import Tensor

_matmul = _binary("matmul")


def matmul(self, other):
    if not isinstance(other, Tensor):
        raise type_error("matmul", 2, other)
    out = _matmul(self, other)
    if len(self.shape) == 1 == len(other.shape):
        return labelled(out, "DotBackward0")
    if len(other.shape) == 1 and len(self.shape) == 2:
        return labelled(out, "MvBackward0")
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


attach(mm, bmm, mv, dot, outer)
