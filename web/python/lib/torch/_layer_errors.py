"""PyTorch's words for what layers and losses refuse."""
from ._error_text import flat, plain


def linear(x, weight, bias):
    if x.dtype is not weight.dtype:
        if x.dim() == 2 and bias is not None:
            return RuntimeError("mat1 and mat2 must have the same dtype")
        return RuntimeError(f"expected scalar type {x.dtype._letter} but found {weight.dtype._letter}")
    if x.dim() == 0 or x.shape[-1] == weight.shape[1]:
        return None
    rows = x.shape.numel() // x.shape[-1] if x.shape[-1] else 0
    if x.dim() == 1 and bias is not None:
        rows = 1
    return RuntimeError(
        f"mat1 and mat2 shapes cannot be multiplied ({rows}x{x.shape[-1]} and {weight.shape[1]}x{weight.shape[0]})")


def not_implemented(name, x):
    if x.dtype.is_floating_point:
        return None
    return RuntimeError(f"\"{name}\" not implemented for '{x.dtype._letter}'")


def gelu(x):
    return not_implemented("GeluKernelImpl", x)


def silu(x):
    return not_implemented("silu_cpu", x)


def mse_loss(x, target):
    return not_implemented("mse_cpu", x)


def dropout(x):
    if x.dtype.is_floating_point:
        return None
    return RuntimeError(f"result type Float can't be cast to the desired output type {x.dtype._letter}")


def rms_norm(x, shape, weight, bias):
    return layer_norm(x, shape, weight, bias, "rms_norm")


def layer_norm(x, shape, weight, bias, kernel="LayerNormKernelImpl"):
    if not shape:
        return RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []")
    if tuple(x.shape[-len(shape):]) != tuple(shape):
        star = "".join(f", {size}" for size in shape)
        return RuntimeError(
            f"Given normalized_shape={plain(shape)}, expected input with shape [*{star}], but got input of "
            f"size{plain(x.shape)}")
    for name, value in (("weight", weight), ("bias", bias)):
        if value is not None and tuple(value.shape) != tuple(shape):
            return RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{plain(value.shape)} and "
                f"normalized_shape = {plain(shape)}")
    if not x.dtype.is_floating_point:
        return not_implemented(kernel, x)
    for value in (weight, bias):
        if value is not None and value.dtype is not x.dtype:
            return RuntimeError(f"expected scalar type {x.dtype._letter} but found {value.dtype._letter}")
    return None


def batch_norm(x, mean, variance, weight, bias, training):
    if training and x.dim() > 1:
        count = x.numel() // x.shape[1] if x.shape[1] else 0
        if count <= 1:
            return ValueError(f"Expected more than 1 value per channel when training, got input size {x.shape}")
    for name, value in (("running_mean", mean), ("running_var", variance)):
        if value is None and not training:
            return RuntimeError(f"{name} must be defined in evaluation mode")
    for name, value in (("running_mean", mean), ("running_var", variance), ("weight", weight), ("bias", bias)):
        if value is not None and value.numel() != x.shape[1]:
            return RuntimeError(f"{name} should contain {x.shape[1]} elements not {value.numel()}")
    if not x.dtype.is_floating_point:
        return not_implemented("batch_norm", x)
    for value in (weight, bias, mean, variance):
        if value is not None and value.dtype is not x.dtype:
            return RuntimeError(f"expected scalar type {x.dtype._letter} but found {value.dtype._letter}")
    return None


def cross_entropy(x, target, ignore=-100):
    if not x.dtype.is_floating_point:
        return not_implemented("log_softmax_lastdim_kernel_impl", x)
    if target.dtype.is_floating_point and target.shape == x.shape:
        return None
    if x.dim() > 1 and target.dim() > 0 and x.shape[0] != target.shape[0]:
        return ValueError(
            f"Expected input batch_size ({x.shape[0]}) to match target batch_size ({target.shape[0]}).")
    if target.dtype._name != "int64":
        if target.dtype.is_floating_point or target.dtype._name == "bool":
            return RuntimeError(f"expected scalar type Long but found {target.dtype._letter}")
        return RuntimeError(
            f'"nll_loss_forward_reduce_cuda_kernel_2d_index" not implemented for \'{target.dtype._letter}\'')
    if x.dim() == 2 and target.dim() > 1:
        return RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    classes = x.shape[1] if x.dim() > 1 else x.shape[0]
    for value in flat(target.tolist()):
        if value != ignore and not 0 <= value < classes:
            return IndexError(f"Target {value} is out of bounds.")
    return None


def embedding(indices, weight):
    if indices.dtype.is_floating_point or indices.dtype._name == "bool":
        return RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"{'torch.' + indices.dtype._letter}Tensor instead (while checking arguments for embedding)")
    for value in flat(indices.tolist()):
        if not 0 <= value < weight.shape[0]:
            return IndexError("index out of range in self")
    return None
