"""What is done to the gradients of many parameters at once."""
import math

import _normlab as engine

from .._create import tensor
from .._join import cat
from .._errors import JsException
from .._subset import missing as _missing
from .._tensor import Tensor


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    if isinstance(parameters, Tensor):
        parameters = [parameters]
    with_gradient = [one for one in parameters if one.grad is not None]
    if not with_gradient:
        return tensor(0.0)
    try:
        total = engine.clipGradNorm(float(max_norm), math.inf if norm_type == "inf" else float(norm_type),
                                    error_if_nonfinite,
                                    *[one._h for one in with_gradient])
    except JsException as error:
        if error_if_nonfinite:
            raise RuntimeError(
                f"The total norm of order {float(norm_type)} for gradients from `parameters` is non-finite, so it "
                f"cannot be "
                "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
                "`error_if_nonfinite=False`") from None
        raise RuntimeError(str(error.message)) from None
    return tensor(float(total))


def clip_grad_value_(parameters, clip_value):
    for one in [parameters] if isinstance(parameters, Tensor) else parameters:
        if one.grad is not None:
            one.grad.clamp_(-float(clip_value), float(clip_value))


def parameters_to_vector(parameters):
    return cat([one.reshape(-1) for one in parameters])


__getattr__ = _missing("torch.nn.utils")
