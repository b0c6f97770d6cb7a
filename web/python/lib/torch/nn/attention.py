"""Multi-head attention."""
import _normlab as engine

from .. import _dtype
from .._create import empty, zeros
from .._errors import JsException, failure
from .._join import cat
from .._grad import is_grad_enabled
from .._tensor import wrap
from . import functional as F, init
from .layers import Linear, handle
from .modules import Module
from .parameter import Parameter


class NonDynamicallyQuantizableLinear(Linear):
    pass


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None,
                 vdim=None, batch_first=False, device=None, dtype=None):
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads, self.dropout, self.batch_first = num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        assert self.head_dim * num_heads == embed_dim, "embed_dim must be divisible by num_heads"
        apart = {"q_proj_weight": embed_dim, "k_proj_weight": self.kdim, "v_proj_weight": self.vdim}
        if self._qkv_same_embed_dim:
            self.in_proj_weight = Parameter(empty((3 * embed_dim, embed_dim), dtype=dtype))
            for name in apart:
                self.register_parameter(name, None)
        else:
            for name, features in apart.items():
                setattr(self, name, Parameter(empty((embed_dim, features), dtype=dtype)))
            self.register_parameter("in_proj_weight", None)
        if bias:
            self.in_proj_bias = Parameter(empty(3 * embed_dim, dtype=dtype))
        else:
            self.register_parameter("in_proj_bias", None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, device=device, dtype=dtype)
        self.bias_k = self.bias_v = None
        if add_bias_kv:
            self.bias_k = Parameter(empty((1, 1, embed_dim), dtype=dtype))
            self.bias_v = Parameter(empty((1, 1, embed_dim), dtype=dtype))
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in self._in_weights():
            init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.zeros_(self.in_proj_bias)
            init.zeros_(self.out_proj.bias)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def _in_weights(self):
        if self._qkv_same_embed_dim:
            return (self.in_proj_weight,)
        return self.q_proj_weight, self.k_proj_weight, self.v_proj_weight

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                average_attn_weights=True):
        check_padding(key_padding_mask)
        batched = _check_ranks(query, key, value, key_padding_mask, attn_mask, self.num_heads)
        if self._fused(query, key, value, key_padding_mask, need_weights, attn_mask):
            return self._in_one(query, key, value, key_padding_mask, attn_mask, batched), None
        if batched and self.batch_first:
            turned = {id(x): x.transpose(1, 0) for x in (query, key, value)}
            query, key, value = (turned[id(x)] for x in (query, key, value))
        elif not batched:
            turned = {id(x): x.unsqueeze(1) for x in (query, key, value)}
            query, key, value = (turned[id(x)] for x in (query, key, value))
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
        out, weights = self._attend(query, key, value, key_padding_mask, attn_mask)
        if need_weights:
            length, batch = query.shape[:2]
            weights = weights.view(batch, self.num_heads, length, -1)
            if average_attn_weights:
                weights = weights.sum(1) / self.num_heads
            weights = weights if batched else weights.squeeze(0)
        if batched and self.batch_first:
            out = out.transpose(1, 0)
        return out if batched else out.squeeze(1), weights if need_weights else None

    def _fused(self, query, key, value, key_padding_mask, need_weights, attn_mask):
        """Whether one call of the engine will do: nobody asks for weights."""
        if need_weights or not self._qkv_same_embed_dim or self.bias_k is not None or self.add_zero_attn:
            return False
        if attn_mask is not None and key_padding_mask is not None and key_padding_mask.dtype is not _dtype.bool:
            return False
        return query.shape[-1] == self.embed_dim and key.shape == value.shape

    def _in_one(self, query, key, value, key_padding_mask, attn_mask, batched):
        try:
            out = wrap(engine.multiHeadAttention(
                query._h, key._h, value._h, self.num_heads, self.in_proj_weight._h, handle(self.in_proj_bias),
                self.out_proj.weight._h, handle(self.out_proj.bias), handle(attn_mask), handle(key_padding_mask),
                self.dropout if self.training else 0, self.batch_first))
        except JsException as error:
            raise self._refusal(error, query, key, value, key_padding_mask, attn_mask, batched) from None
        if out.requires_grad:
            batch_kind = "TransposeBackward0" if self.batch_first else "ViewBackward0"
            out._fn = batch_kind if batched else "SqueezeBackward1"
        return out

    def _refusal(self, error, query, key, value, key_padding_mask, attn_mask, batched):
        """PyTorch's words: those of the steps one by one."""
        try:
            self.forward(query, key, value, key_padding_mask, True, attn_mask)
        except Exception as told:
            return told
        return failure(error, "attention", query)

    def _attend(self, query, key, value, key_padding_mask, attn_mask):
        """query (L, N, E), key and value (S, N, …) → (L, N, E) and the weights (N · heads, L, S')."""
        length, batch, features = query.shape
        assert features == self.embed_dim, f"was expecting embedding dimension of {self.embed_dim}, but got {features}"
        if self._qkv_same_embed_dim:
            assert key.shape == value.shape, f"key shape {key.shape} does not match value shape {value.shape}"
        else:
            assert key.shape[:2] == value.shape[:2], (
                f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
        q, k, v = self._projected(query, key, value)
        mask = _checked_mask(attn_mask, length, key.shape[0], batch * self.num_heads)
        added = 0
        if self.bias_k is not None:
            k, v = (cat([x, bias.expand(1, batch, features)]) for x, bias in ((k, self.bias_k), (v, self.bias_v)))
            added += 1
        q, k, v = (x.reshape(len(x), batch * self.num_heads, self.head_dim).transpose(0, 1) for x in (q, k, v))
        if self.add_zero_attn:
            k, v = (cat([x, zeros(len(x), 1, self.head_dim, dtype=x.dtype)], dim=1) for x in (k, v))
            added += 1
        mask = _merged(_widened(mask, added), _widened(key_padding_mask, added), batch, self.num_heads, k.shape[1])
        scores = (q / self.head_dim**0.5) @ k.transpose(-2, -1)
        if mask is not None:
            scores = scores.masked_fill(mask, float("-inf")) if mask.dtype is _dtype.bool else mask + scores
        weights = scores.softmax(-1)
        if self.training and self.dropout > 0:
            weights = F.dropout(weights, self.dropout)
        joined = (weights @ v).transpose(0, 1).reshape(length * batch, features)
        return F.linear(joined, self.out_proj.weight, self.out_proj.bias).view(length, batch, features), weights

    def _projected(self, query, key, value):
        bias = self.in_proj_bias
        if self._qkv_same_embed_dim and query is key and key is value:
            return F.linear(query, self.in_proj_weight, bias).chunk(3, dim=-1)
        weights = self._in_weights() if not self._qkv_same_embed_dim else self.in_proj_weight.chunk(3)
        biases = (None, None, None) if bias is None else bias.chunk(3)
        return [F.linear(x, weight, one) for x, weight, one in zip((query, key, value), weights, biases)]


def check_padding(mask):
    if mask is not None and mask.dtype is not _dtype.bool and not mask.is_floating_point():
        raise AssertionError("only bool and floating types of key_padding_mask are supported")


def _check_ranks(query, key, value, key_padding_mask, attn_mask, heads):
    """Whether there is a batch."""
    rank = query.dim()
    assert rank in (2, 3), f"query should be unbatched 2D or batched 3D tensor but received {rank}-D query tensor"
    start = f"For {'batched (3-D)' if rank == 3 else 'unbatched (2-D)'} `query`, expected "
    assert key.dim() == rank and value.dim() == rank, (
        f"{start}`key` and `value` to be {rank}-D but found {key.dim()}-D and {value.dim()}-D tensors respectively")
    if key_padding_mask is not None:
        assert key_padding_mask.dim() == rank - 1, (
            f"{start}`key_padding_mask` to be `None` or {rank - 1}-D but found {key_padding_mask.dim()}-D tensor "
            "instead")
    if attn_mask is not None:
        assert attn_mask.dim() in (2, 3), (
            f"{start}`attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead")
        if rank == 2 and attn_mask.dim() == 3:
            fitting = (heads, query.shape[0], key.shape[0])
            assert attn_mask.shape == fitting, f"Expected `attn_mask` shape to be {fitting} but got {attn_mask.shape}"
    return rank == 3


def _checked_mask(mask, length, keys, rows):
    if mask is None:
        return None
    assert mask.is_floating_point() or mask.dtype is _dtype.bool, (
        f"Only float, byte, and bool types are supported for attn_mask, not {mask.dtype}")
    fitting = (length, keys) if mask.dim() == 2 else (rows, length, keys)
    if mask.shape != fitting:
        raise RuntimeError(f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {fitting}.")
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def _widened(mask, count):
    """For keys that attention itself adds, which everyone may look at."""
    if mask is None or count == 0:
        return mask
    return cat([mask, zeros(*mask.shape[:-1], count, dtype=mask.dtype)], dim=-1)


def _merged(mask, padding, batch, heads, keys):
    if padding is None:
        return mask
    fitting = (batch, keys)
    assert padding.shape == fitting, f"expecting key_padding_mask shape of {fitting}, but got {padding.shape}"
    padding = padding.view(batch, 1, 1, keys).expand(-1, heads, -1, -1).reshape(batch * heads, 1, keys)
    if mask is None:
        return padding
    return mask.logical_or(padding) if mask.dtype is _dtype.bool else mask.masked_fill(padding, float("-inf"))


def records(*tensors):
    """Whether autograd sees any of them."""
    return is_grad_enabled() and any(x is not None and x.requires_grad for x in tensors)
