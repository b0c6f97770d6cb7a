"""PyTorch's words for what the engine refuses. Only looked at once something has failed."""
import re

from pyodide.ffi import JsException

from ._error_text import flat, plain
from ._layer_errors import (
    batch_norm, cross_entropy, dropout, embedding, gelu, layer_norm, linear, mse_loss, rms_norm, silu)


def failure(error, kind, *args):
    """The exception that PyTorch would raise where the engine raised `error`."""
    make = KINDS.get(kind)
    found = make(*args) if make else None
    if found is None:
        found = general(str(error.message), kind, args)
    found.__suppress_context__ = True
    return found


def general(message, kind, args):
    text = re.sub(r"^\[[^\]]*\] ", "", message)
    if "exponents of at least 0 for integers" in text:
        return RuntimeError("Integers to negative integer powers are not allowed.")
    if "got a leaf that requires grad" in text:
        return RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    if "got a view made by" in text:
        return RuntimeError("Output of a view is being modified inplace, which is not in this subset: " + text)
    if "got values changed in place" in text:
        version, saved = re.search(r"version (\d+), saved at version (\d+)", text).groups()
        return RuntimeError(
            "one of the variables needed for gradient computation has been modified by an inplace operation: "
            f"a saved tensor is at version {version}; expected version {saved} instead. Hint: enable anomaly "
            f"detection to find the "
            "operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).")
    if message.startswith("[memory]"):
        return MemoryError(text)
    if args and hasattr(args[0], "dim") and kind not in LAYERS:
        out = axis_error(args[0], args[1:])
        if out is not None:
            return out
    return RuntimeError(text)


def axis_error(x, rest):
    rank = x.dim()
    for axis in rest:
        axes = axis if isinstance(axis, (tuple, list)) else (axis,)
        for one in axes:
            if type(one) is int and not -max(rank, 1) <= one < max(rank, 1):
                return dimension(one, rank)
    return None


def dimension(axis, rank):
    rank = max(rank, 1)
    return IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {axis})")


def broadcast(name, a, b):
    first, second = a.shape, getattr(b, "shape", ())
    rank = max(len(first), len(second))
    for axis in range(rank - 1, -1, -1):
        at_a, at_b = axis - rank + len(first), axis - rank + len(second)
        if at_a < 0 or at_b < 0:
            continue
        if first[at_a] != second[at_b] and 1 not in (first[at_a], second[at_b]):
            return RuntimeError(
                f"The size of tensor a ({first[at_a]}) must match the size of tensor b ({second[at_b]}) at "
                f"non-singleton "
                f"dimension {axis}")
    if name == "sub" and a.dtype._name == "bool":
        both = getattr(b, "dtype", None) is a.dtype
        if both:
            return RuntimeError(
                "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
                "operator instead.")
        return RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
            "mask, use "
            "the `~` or `logical_not()` operator instead.")
    return None


def product(a, b):
    first, second = a.shape, b.shape
    if not first or not second:
        return RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {len(first)}D and {len(second)}D")
    if a.dtype is not b.dtype:
        if len(first) == 1 and len(second) == 1:
            return RuntimeError(
                f"dot : expected both vectors to have same dtype, but found {a.dtype._letter} and {b.dtype._letter}")
        return RuntimeError(f"expected scalar type {a.dtype._letter} but found {b.dtype._letter}")
    if len(first) == 1 and len(second) == 1:
        return RuntimeError(
            f"inconsistent tensor size, expected tensor {plain(first)} and src {plain(second)} to have the same "
            f"number of "
            f"elements, but got {first[0]} and {second[0]} elements respectively")
    if len(second) == 1:
        rows = first[-2] if len(first) == 2 else first.numel() // first[-1]
        return RuntimeError(f"size mismatch, got {rows}, {rows}x{first[-1]},{second[0]}")
    if len(first) == 1:
        left = f"1x{first[0]}"
    elif len(second) == 2:
        left = f"{first.numel() // first[-1] if first[-1] else 0}x{first[-1]}"
    else:
        left = None
    if left and len(second) == 2:
        return RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({left} and {second[0]}x{second[1]})")
    if first[-1] != second[-2]:
        batch = 1
        for size in first[:-2]:
            batch *= size
        return RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{batch}, {first[-1]}] but got: "
            f"[{batch}, {second[-2]}].")
    return broadcast("mul", a.new_view(first[:-2]), b.new_view(second[:-2])) if hasattr(a, "new_view") else None


def reshape(x, shape):
    known, unknown = 1, 0
    for size in shape:
        if size == -1:
            unknown += 1
        elif size < 0:
            return RuntimeError(f"invalid shape dimension {size}")
        else:
            known *= size
    if unknown > 1:
        return RuntimeError("only one dimension can be inferred")
    return RuntimeError(f"shape '{plain(shape)}' is invalid for input of size {x.numel()}")


def index(x, codes, parts):
    used = sum(1 for part in parts if part is not None and part is not Ellipsis)
    if used > x.dim() and not any(hasattr(part, "dtype") for part in parts):
        if x.dim() == 0:
            return IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                "convert a "
                "0-dim tensor to a number")
        return IndexError(f"too many indices for tensor of dimension {x.dim()}")
    axis = 0
    for part in parts:
        if part is None:
            continue
        if part is Ellipsis:
            axis += x.dim() - used
            continue
        if type(part) is int and axis < x.dim() and not -x.shape[axis] <= part < x.shape[axis]:
            return IndexError(f"index {part} is out of bounds for dimension {axis} with size {x.shape[axis]}")
        if hasattr(part, "dtype"):
            if part.dtype.is_floating_point:
                return IndexError("tensors used as indices must be long, byte or bool tensors")
            if part.dtype._name == "bool":
                for offset, size in enumerate(part.shape):
                    if axis + offset < x.dim() and x.shape[axis + offset] != size:
                        return IndexError(
                            f"The shape of the mask {plain(part.shape)} at index {offset} does not match the shape "
                            f"of the "
                            f"indexed tensor {plain(x.shape)} at index {axis + offset}")
                axis += part.dim()
                continue
            for value in flat(part.tolist()):
                if axis < x.dim() and not -x.shape[axis] <= value < x.shape[axis]:
                    return IndexError(
                        f"index {value} is out of bounds for dimension {axis} with size {x.shape[axis]}")
        axis += 1
    return None


def backward(x, gradient):
    if not x.requires_grad:
        return RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if gradient is None and x.numel() != 1:
        return RuntimeError("grad can be implicitly created only for scalar outputs")
    if gradient is not None and gradient.shape != x.shape:
        return RuntimeError(
            f"Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has a shape of "
            f"{x.shape}.")
    return None


def again(error):
    if "modified" in error or "changed in place" in error:
        return None
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have "
        "already been "
        "freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify "
        "retain_graph=True if you need to backward through the graph a second time or if you need to access saved "
        "tensors "
        "after calling backward.")


def requires_grad(x, on):
    if on and not x.dtype.is_floating_point:
        return RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return RuntimeError(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph "
        "that doesn't require differentiation use var_no_grad = var.detach().")


def item(x):
    return ValueError("only one element tensors can be converted to Python scalars")


def mean(x, *rest):
    if not x.dtype.is_floating_point:
        return RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: "
            f"{x.dtype._letter}")
    return None


def spread(name):
    def make(x, *rest):
        if not x.dtype.is_floating_point:
            return RuntimeError(f"{name}: only support floating point and complex dtypes")
        return None

    return make


def become(tag, x, result):
    if result.dtype is not x.dtype and (result.dtype.is_floating_point and not x.dtype.is_floating_point):
        return RuntimeError(
            f"result type {result.dtype._letter} can't be cast to the desired output type "
            f"{x.dtype._letter if x.dtype._name != 'int64' else 'Long'}")
    if result.shape != x.shape:
        return RuntimeError(
            f"output with shape {plain(x.shape)} doesn't match the broadcast shape {plain(result.shape)}")
    return None


def cat(axis, parts):
    first = parts[0]
    if not -first.dim() <= axis < first.dim():
        return dimension(axis, first.dim())
    axis %= first.dim()
    for at, part in enumerate(parts[1:], 1):
        if part.dim() != first.dim():
            return RuntimeError(
                f"Tensors must have same number of dimensions: got {first.dim()} and {part.dim()}")
        for other in range(first.dim()):
            if other != axis and part.shape[other] != first.shape[other]:
                return RuntimeError(
                    f"Sizes of tensors must match except in dimension {axis}. Expected size {first.shape[other]} "
                    f"but got "
                    f"size {part.shape[other]} for tensor number {at} in the list.")
    return None


def stack(axis, parts):
    first = parts[0]
    for at, part in enumerate(parts):
        if part.shape != first.shape:
            return RuntimeError(
                f"stack expects each tensor to be equal size, but got {plain(first.shape)} at entry 0 and "
                f"{plain(part.shape)} at entry {at}")
    return dimension(axis, first.dim() + 1)


def expand(x, shape):
    if len(shape) < x.dim():
        return RuntimeError(
            f"expand(torch.FloatTensor{{{plain(x.shape)}}}, size={plain(shape)}): the number of sizes provided "
            f"({len(shape)}) must be greater or equal to the number of dimensions in the tensor ({x.dim()})")
    for back in range(1, x.dim() + 1):
        if x.shape[-back] not in (1, shape[-back]) and shape[-back] != -1:
            return RuntimeError(
                f"The expanded size of the tensor ({shape[-back]}) must match the existing size ({x.shape[-back]}) at "
                f"non-singleton dimension {len(shape) - back}.  Target sizes: {plain(shape)}.  Tensor sizes: "
                f"{plain(x.shape)}")
    return None


def set_grad(x, gradient):
    if gradient.shape != x.shape:
        return RuntimeError(
            "assigned grad has data of a different size")
    return RuntimeError("assigned grad has data of a different type")


LAYERS = {
    "linear": linear, "layer_norm": layer_norm, "rms_norm": rms_norm, "batch_norm": batch_norm, "gelu": gelu,
    "silu": silu, "dropout": dropout, "mse_loss": mse_loss, "cross_entropy": cross_entropy, "embedding": embedding,
}
KINDS = {
    **LAYERS,
    "binary": broadcast, "matmul": product, "reshape": reshape, "index": index, "backward": backward,
    "requires_grad": requires_grad, "item": item, "mean": mean, "var": spread("std and var"),
    "std": spread("std and var"),
    "become": become, "cat": cat, "stack": stack, "expand": expand, "set_grad": set_grad,
}

