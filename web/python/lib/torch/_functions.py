"""The methods of Tensor as functions of torch: torch.name(x, …) is x.name(…)."""
import operator

from . import _compare, _products, _select, _shapes  # noqa: F401
from ._arithmetic import rsub
from ._method import called, type_error
from ._reduce import std_mean, var_mean
from ._tensor import Tensor

FUNCTIONS = (
    "neg abs exp log sqrt rsqrt reciprocal sin cos erf sign floor ceil round trunc tanh relu sigmoid add sub mul "
    "div pow "
    "subtract multiply divide true_divide rsub floor_divide remainder square maximum minimum eq ne lt le gt ge "
    "isnan isfinite "
    "isinf logical_not logical_and logical_or logical_xor clamp clip masked_fill lerp sum mean amax amin any all "
    "var std "
    "var_mean std_mean norm max min argmax argmin softmax log_softmax logsumexp prod cumsum count_nonzero matmul mm "
    "bmm mv "
    "dot outer reshape flatten permute transpose t unsqueeze squeeze select narrow split chunk index_select gather "
    "flip masked_select nonzero sort argsort topk unique tril triu diag trace equal isclose allclose negative "
    "absolute numel "
    "unbind clone detach is_floating_point swapaxes ravel relu_"
).split()


_NO_METHODS = {"rsub": rsub, "var_mean": var_mean, "std_mean": std_mean}

_NUMBER_FIRST = {"pow": operator.pow, "sub": operator.sub, "add": operator.add, "mul": operator.mul,
                 "div": operator.truediv}


def functions():
    out = {}
    for name in FUNCTIONS:
        def make(name, method):
            def function(input, *args, **named):
                if not isinstance(input, Tensor):
                    if name in _NUMBER_FIRST and isinstance(input, (int, float)) and args and isinstance(args[0],
                        Tensor):
                        return _NUMBER_FIRST[name](input, *args)
                    raise type_error(name, 1, input)
                return method(input, *args, **named)

            return called(function, name)

        out[name] = make(name, _NO_METHODS.get(name) or getattr(Tensor, name))
    return out
