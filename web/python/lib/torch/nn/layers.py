"""Linear, Embedding, Dropout, activations."""
import math

import _normlab as engine

from .._arguments import check_tensors
from .._create import empty
from .._subset import missing_text
from .._grad import no_grad
from . import functional as F, init
from .modules import Module
from .parameter import Parameter


def handle(value):
    return -1 if value is None else value._h


class _Layer(Module):
    """A layer that may be part of a chain, which the engine runs in one call."""

    _chained = True

    def _codes(self):
        """What the bridge's chain() reads; None where only forward() will do."""
        return None


class Identity(_Layer):
    def __init__(self, *args, **named):
        super().__init__()

    def forward(self, input):
        return input

    def _codes(self):
        return ()


class Linear(_Layer):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(empty((out_features, in_features), dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_features, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._fans(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        own = self.__dict__["_parameters"]
        return F.linear(input, own["weight"], own["bias"])

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"

    def _codes(self):
        return ("linear", self.weight._h, handle(self.bias))


class Embedding(_Layer):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False,
                 sparse=False, _weight=None, device=None, dtype=None):
        super().__init__()
        if max_norm is not None:
            raise NotImplementedError(missing_text("nn.Embedding", "max_norm"))
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        if padding_idx is not None:
            if padding_idx > 0:
                assert padding_idx < num_embeddings, "Padding_idx must be within num_embeddings"
            elif padding_idx < 0:
                assert padding_idx >= -num_embeddings, "Padding_idx must be within num_embeddings"
                padding_idx += num_embeddings
        self.padding_idx = padding_idx
        if _weight is None:
            self.weight = Parameter(empty((num_embeddings, embedding_dim), dtype=dtype))
            self.reset_parameters()
        else:
            self.weight = Parameter(_weight)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        made = cls(*embeddings.shape, padding_idx, _weight=embeddings)
        made.weight.requires_grad_(not freeze)
        return made

    def reset_parameters(self):
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx] = 0

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self):
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"


class _Kept(dict):
    """Layers of the engine that have no parameters, one for each option."""

    def __missing__(self, key):
        kind, *options = key
        self[key] = getattr(engine, kind)(*options)
        return self[key]


_kept = _Kept()


class Dropout(_Layer):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"

    def _codes(self):
        return ("native", _kept["dropoutLayer", self.p]) if self.training and self.p > 0 else ()


class _Activation(_Layer):
    _name = None

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return getattr(F, self._name)(input)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""

    def _codes(self):
        return ("unary", self._name)


class ReLU(_Activation):
    _name = "relu"

    def forward(self, input):
        return F.relu(input, self.inplace)

    def _codes(self):
        return None if self.inplace else ("unary", "relu")


class SiLU(_Activation):
    _name = "silu"

    def _codes(self):
        return ("native", _kept["siluLayer",])


class _Plain(_Activation):
    def __init__(self):
        Module.__init__(self)

    def forward(self, input):
        check_tensors(self._name, ("input", input))
        return getattr(F, self._name)(input)

    def extra_repr(self):
        return ""


class Tanh(_Plain):
    _name = "tanh"


class Sigmoid(_Plain):
    _name = "sigmoid"


class GELU(_Layer):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"

    def _codes(self):
        return ("native", _kept["geluLayer", self.approximate == "tanh"]) if self.approximate in ("none",
            "tanh") else None


class LeakyReLU(_Layer):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class _Softmax(_Layer):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax(_Softmax):
    def forward(self, input):
        return input.softmax(self.dim)


class LogSoftmax(_Softmax):
    def forward(self, input):
        return input.log_softmax(self.dim)


class Flatten(_Layer):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"
