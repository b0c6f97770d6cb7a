"""BatchNorm, LayerNorm and RMSNorm."""
from .._create import ones, tensor, zeros
from . import functional as F, init
from .layers import _Layer, handle
from .parameter import Parameter


class _BatchNorm(_Layer):
    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self.weight, self.bias = Parameter(ones(num_features, dtype=dtype)), Parameter(zeros(num_features,
                dtype=dtype))
        else:
            self.register_parameter("weight", None)
            self.register_parameter("bias", None)
        tracked = (zeros(num_features, dtype=dtype), ones(num_features, dtype=dtype),
                   tensor(0)) if track_running_stats else (None,) * 3
        for name, value in zip(("running_mean", "running_var", "num_batches_tracked"), tracked):
            self.register_buffer(name, value)

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        tracked = not self.training or self.track_running_stats
        return F.batch_norm(
            input, self.running_mean if tracked else None, self.running_var if tracked else None, self.weight,
            self.bias,
            self.training or (self.running_mean is None and self.running_var is None), momentum, self.eps)

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"track_running_stats={self.track_running_stats}")

    def _codes(self):
        known = isinstance(self.momentum, (int, float)) and isinstance(self.eps, (int, float))
        if not known or not self.track_running_stats or self.num_batches_tracked is None:
            return None
        count = self.num_batches_tracked._h if self.training else -1
        return ("batch", self.running_mean._h, self.running_var._h, handle(self.weight), handle(self.bias), count,
                int(self.training), self.momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    def _check_input_dim(self, input):
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class BatchNorm2d(_BatchNorm):
    def _check_input_dim(self, input):
        if input.dim() != 4:
            raise ValueError(f"expected 4D input (got {input.dim()}D input)")

    def _codes(self):
        # A chain would not see a wrong number of axes.
        return None


class LayerNorm(_Layer):
    def __init__(self, normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        if elementwise_affine:
            self.weight = Parameter(ones(self.normalized_shape, dtype=dtype))
        else:
            self.register_parameter("weight", None)
        if elementwise_affine and bias:
            self.bias = Parameter(zeros(self.normalized_shape, dtype=dtype))
        else:
            self.register_parameter("bias", None)

    def reset_parameters(self):
        if self.elementwise_affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"

    def _codes(self):
        if not isinstance(self.eps, (int, float)):
            return None
        return ("layer", handle(self.weight), handle(self.bias), self.eps, len(self.normalized_shape),
                *self.normalized_shape)


class RMSNorm(_Layer):
    """As in PyTorch 2.4; eps=None is the smallest step of the dtype."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        if elementwise_affine:
            self.weight = Parameter(ones(self.normalized_shape, dtype=dtype))
        else:
            self.register_parameter("weight", None)

    def reset_parameters(self):
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"

    def _codes(self):
        if self.eps is not None and not isinstance(self.eps, (int, float)):
            return None
        return ("rms", handle(self.weight), -1, -1 if self.eps is None else self.eps, len(self.normalized_shape),
                *self.normalized_shape)
