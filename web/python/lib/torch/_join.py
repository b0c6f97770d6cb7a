"""Tensors made of several."""
import _normlab as engine

from . import _dtype
from ._create import full, get_default_dtype, tensor
from ._dtype import result_type
from ._errors import JsException, failure
from ._tensor import Tensor, wrap


def _parts(name, tensors):
    if isinstance(tensors, Tensor):
        if name == "cat":
            raise TypeError("cat(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor")
        tensors = tensors.unbind()
    parts = list(tensors)
    if not parts:
        raise RuntimeError(
            "torch.cat(): expected a non-empty list of Tensors" if name == "cat"
            else "stack expects a non-empty TensorList")
    for at, part in enumerate(parts):
        if not isinstance(part, Tensor):
            raise TypeError(f"expected Tensor as element {at} in argument 0, but got {type(part).__name__}")
    return parts


def cat(tensors, dim=0, *, axis=None, out=None):
    parts = _parts("cat", tensors)
    dim = dim if axis is None else axis
    widest = parts[0].dtype
    for part in parts:
        widest = result_type(widest, part.dtype)
    parts = [part if part.dtype is widest else part.to(widest) for part in parts]
    try:
        return wrap(engine.cat(dim, *[part._h for part in parts]))
    except JsException as error:
        raise failure(error, "cat", dim, parts) from None


concat = concatenate = cat


def stack(tensors, dim=0, *, out=None):
    parts = _parts("stack", tensors)
    try:
        return wrap(engine.stack(dim, *[part._h for part in parts]))
    except JsException as error:
        raise failure(error, "stack", dim, parts) from None


def hstack(tensors):
    parts = list(tensors)
    return cat(parts, 0 if parts[0].dim() == 1 else 1)


def vstack(tensors):
    return cat([part.unsqueeze(0) if part.dim() == 1 else part for part in tensors], 0)


def where(condition, input=None, other=None):
    if input is None:
        return condition.nonzero(as_tuple=True)
    if condition.dtype is not _dtype.bool:
        raise RuntimeError(
            f"expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype._letter}")
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        whole = isinstance(input, int) and isinstance(other, int)
        kind = _dtype.int64 if whole else get_default_dtype()
        input, other = full((), input, dtype=kind), full((), other, dtype=kind)
    elif not isinstance(input, Tensor):
        input = wrap(engine.scalarLike(other._h, input, isinstance(input, int)))
    elif not isinstance(other, Tensor):
        other = wrap(engine.scalarLike(input._h, other, isinstance(other, int)))
    try:
        return wrap(engine.where(condition._h, input._h, other._h))
    except JsException as error:
        raise failure(error, "binary", "where", input, other) from None


Tensor.where = lambda self, condition, other: where(condition, self, other)


def bincount(input, minlength=0):
    values = input.tolist()
    size = max([minlength, *(value + 1 for value in values)])
    out = [0] * size
    for value in values:
        out[value] += 1
    return tensor(out, dtype=_dtype.int64)


def einsum(equation, *operands):
    """Products and sums over named axes, such as 'bqd,bkd->bqk'."""
    operands = list(operands[0]) if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else list(operands)
    left, arrow, right = equation.replace(" ", "").partition("->")
    names = left.split(",")
    if not arrow:
        counts = [name for name in sorted(set(left)) if name != "," and left.count(name) == 1]
        right = "".join(counts)
    every = list(right) + sorted(set(left) - set(right) - {","})
    out = None
    for labels, operand in zip(names, operands):
        if len(labels) != operand.dim() or len(set(labels)) != len(labels):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(labels)}) does not match the number of "
                               f"dimensions ({operand.dim()}) for an operand")
        order = [name for name in every if name in labels]
        operand = operand.permute(*[labels.index(name) for name in order])
        operand = operand[tuple(slice(None) if name in labels else None for name in every)]
        out = operand if out is None else out * operand
    spare = tuple(range(len(right), len(every)))
    return out.sum(spare) if spare else out


def meshgrid(*tensors, indexing="ij"):
    parts = list(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else list(tensors)
    shape = [part.numel() for part in parts]
    return tuple(
        part.reshape([-1 if axis == at else 1 for axis in range(len(parts))]).expand(*shape) for at,
        part in enumerate(parts))
