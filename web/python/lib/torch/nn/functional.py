"""Layers as functions."""
import _normlab as engine

from .. import _dtype
from .._arguments import check_number, check_tensors, wrong
from .._create import arange
from .._errors import JsException, failure
from .._layer_errors import not_implemented
from .._subset import missing as _missing, missing_text
from .._tensor import wrap


def _h(x):
    return -1 if x is None else x._h


def _shape_of(function, normalized_shape):
    fits = isinstance(normalized_shape, (tuple, list)) and all(isinstance(size, int) for size in normalized_shape)
    if not fits:
        raise wrong(function, "normalized_shape", 2, "tuple of ints", normalized_shape)
    return tuple(normalized_shape)


def linear(input, weight, bias=None):
    try:
        return wrap(engine.linear(input._h, weight._h, -1 if bias is None else bias._h))
    except JsException as error:
        raise failure(error, "linear", input, weight, bias) from None
    except AttributeError:
        check_tensors("linear", ("input", input), ("weight", weight), ("[bias]", bias))
        raise


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    check_tensors("batch_norm", ("input", input), ("[weight]", weight), ("[bias]", bias),
                  ("[running_mean]", running_mean), ("[running_var]", running_var))
    momentum = check_number("batch_norm", "momentum", 7, momentum)
    eps = check_number("batch_norm", "eps", 8, eps)
    try:
        return wrap(engine.batchNorm(
            input._h, _h(running_mean), _h(running_var), _h(weight), _h(bias), training, momentum, eps))
    except JsException as error:
        raise failure(error, "batch_norm", input, running_mean, running_var, weight, bias, training) from None


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    check_tensors("layer_norm", ("input", input))
    normalized_shape = _shape_of("layer_norm", normalized_shape)
    check_tensors("layer_norm", ("[weight]", weight), ("[bias]", bias), first=3)
    eps = check_number("layer_norm", "eps", 5, eps)
    try:
        return wrap(engine.layerNorm(input._h, _h(weight), _h(bias), eps, *normalized_shape))
    except JsException as error:
        raise failure(error, "layer_norm", input, normalized_shape, weight, bias) from None


def rms_norm(input, normalized_shape, weight=None, eps=None):
    check_tensors("rms_norm", ("input", input))
    normalized_shape = _shape_of("rms_norm", normalized_shape)
    check_tensors("rms_norm", ("[weight]", weight), first=3)
    eps = None if eps is None else check_number("rms_norm", "eps", 4, eps)
    try:
        return wrap(engine.rmsNorm(input._h, _h(weight), -1, -1 if eps is None else eps, *normalized_shape))
    except JsException as error:
        raise failure(error, "rms_norm", input, normalized_shape, weight, None) from None


def dropout(input, p=0.5, training=True, inplace=False):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        check_tensors("dropout", ("input", input))
        return input
    return _native("dropout", engine.dropout, input, p)


def _native(name, call, input, *options):
    check_tensors(name, ("input", input))
    try:
        return wrap(call(input._h, *options))
    except JsException as error:
        raise failure(error, name, input) from None


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if max_norm is not None:
        raise NotImplementedError(missing_text("torch.nn.functional.embedding", "max_norm"))
    try:
        return wrap(engine.embedding(input._h, weight._h, padding_idx))
    except JsException as error:
        raise failure(error, "embedding", input, weight) from None
    except AttributeError:
        check_tensors("embedding", ("weight", weight), ("indices", input))
        raise


def relu(input, inplace=False):
    check_tensors("relu_" if inplace else "relu", ("input", input))
    return input.relu_() if inplace else input.relu()


def gelu(input, approximate="none"):
    check_tensors("gelu", ("input", input))
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return _native("gelu", engine.gelu, input, approximate == "tanh")


def silu(input, inplace=False):
    return _native("silu", engine.silu, input)


def tanh(input):
    return input.tanh()


def sigmoid(input):
    return input.sigmoid()


def leaky_relu(input, negative_slope=0.01, inplace=False):
    check_tensors("leaky_relu", ("input", input))
    if not input.dtype.is_floating_point:
        raise not_implemented("leaky_relu_cpu", input)
    out = input.maximum(input * 0) + input.minimum(input * 0) * negative_slope
    return out


def softplus(input):
    return input.relu() + ((-input.abs()).exp() + 1).log()


def softmax(input, dim=None, dtype=None):
    return input.softmax(dim, dtype)


def log_softmax(input, dim=None, dtype=None):
    return input.log_softmax(dim, dtype)


REDUCTIONS = {"mean": 0, "sum": 1, "none": 2}


def _reduction(reduction):
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return REDUCTIONS[reduction]


class _Losses(dict):
    """A loss of the engine for each set of options, made when it is first used."""

    def __missing__(self, options):
        self[options] = engine.crossEntropy(*options) if len(options) == 3 else engine.mse(*options)
        return self[options]


_losses = _Losses()
_loss = engine.loss


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    if weight is not None:
        raise NotImplementedError(missing_text("cross_entropy", "weight"))
    try:
        return wrap(_loss(_losses[ignore_index, label_smoothing, _reduction(reduction)], input._h, target._h))
    except JsException as error:
        raise failure(error, "cross_entropy", input, target, ignore_index) from None
    except AttributeError:
        check_tensors("cross_entropy_loss", ("input", input), ("target", target))
        raise


def mse_loss(input, target, reduction="mean"):
    if target.size() != input.size():
        # PyTorch warns and broadcasts.
        import warnings

        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). This will "
            f"likely "
            "lead to incorrect results due to broadcasting. Please ensure they have the same size.", stacklevel=2)
        out = input * 0 + target
        input, target = input + out * 0, out
    try:
        return wrap(_loss(_losses[(_reduction(reduction),)], input._h, target._h))
    except JsException as error:
        raise failure(error, "mse_loss", input, target) from None


def _reduced(losses, reduction):
    _reduction(reduction)
    return losses.mean() if reduction == "mean" else losses.sum() if reduction == "sum" else losses


def l1_loss(input, target, reduction="mean"):
    target.size(), input.size()
    return _reduced((input - target).abs(), reduction)


def nll_loss(input, target, reduction="mean"):
    check_tensors("nll_loss_nd", ("input", input), ("target", target))
    out = _reduced(-input.gather(1, target.unsqueeze(1)).squeeze(1), reduction)
    if out.requires_grad:
        out._fn = "NllLossBackward0"
    return out


def binary_cross_entropy_with_logits(input, target, reduction="mean"):
    target.size(), input.size()
    return _reduced(input.relu() - input * target + ((-input.abs()).exp() + 1).log(), reduction)


def one_hot(tensor, num_classes=-1):
    check_tensors("one_hot", ("input", tensor))
    if tensor.dtype is not _dtype.int64:
        raise RuntimeError("one_hot is only applicable to index tensor.")
    count = int(tensor.max().item()) + 1 if num_classes == -1 else num_classes
    if tensor.numel() and tensor.max().item() >= count:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (tensor.unsqueeze(-1) == arange(count)).long()


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / input.norm(p, dim, True).clamp(min=eps).expand_as(input)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    return (x1 * x2).sum(dim) / (x1.norm(2, dim) * x2.norm(2, dim)).clamp(min=eps)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    """As in PyTorch 2.1: a mask is true where a query may look, or is added to the scores."""
    if is_causal and attn_mask is not None:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    scores = query @ key.transpose(-2, -1) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        rows, columns = scores.shape[-2:]
        attn_mask = arange(rows).unsqueeze(1) >= arange(columns)
    if attn_mask is not None:
        scores = (scores.masked_fill(attn_mask.logical_not(), float("-inf")) if attn_mask.dtype is _dtype.bool
                  else scores + attn_mask)
    return dropout(scores.softmax(-1), dropout_p) @ value


__getattr__ = _missing("torch.nn.functional")
