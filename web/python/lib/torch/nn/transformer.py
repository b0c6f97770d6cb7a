"""Encoders: self-attention and a feed-forward network, each with a norm and a residual connection."""
import copy

from .. import _dtype
from .._create import full
from .._subset import missing_text
from . import functional as F
from .attention import MultiheadAttention, check_padding, records
from .containers import ModuleList
from .layers import GELU, Dropout, Linear, ReLU
from .modules import Module
from .norms import LayerNorm

_ACTIVATIONS = {"relu": F.relu, "gelu": F.gelu}


class TransformerEncoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-05,
                 batch_first=False, norm_first=False, device=None, dtype=None):
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.linear1 = Linear(d_model, dim_feedforward, dtype=dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, dtype=dtype)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, dtype=dtype)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, dtype=dtype)
        self.dropout1, self.dropout2 = Dropout(dropout), Dropout(dropout)
        if isinstance(activation, str):
            if activation not in _ACTIVATIONS:
                raise RuntimeError(f"activation should be relu/gelu, not {activation}")
            activation = _ACTIVATIONS[activation]
        self.activation = activation

    def forward(self, src, src_mask=None, src_key_padding_mask=None):
        check_padding(src_key_padding_mask)
        masks = (src_mask, src_key_padding_mask)
        if self.norm_first:
            x = src + self._sa_block(self.norm1(src), *masks)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(src + self._sa_block(src, *masks))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask):
        return self.dropout1(self.self_attn(
            x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False)[0])

    def _ff_block(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None):
        check_padding(src_key_padding_mask)
        out = src
        for layer in self.layers:
            out = layer(out, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        if self._drops_padding(src, mask, src_key_padding_mask):
            # What PyTorch does not compute there: zeros, and nothing behind the longest sequence.
            kept = src_key_padding_mask.logical_not()
            longest = int(kept.sum(1).max())
            out = out.masked_fill(src_key_padding_mask.unsqueeze(-1), 0.0)[:, :longest]
        return out if self.norm is None else self.norm(out)

    def _drops_padding(self, src, mask, padding):
        """Whether PyTorch 1.13 takes its fast path, which packs the sequences without their padding."""
        first = self.layers[0]
        if padding is None or mask is not None or not self.enable_nested_tensor or src.dim() != 3:
            return False
        if not isinstance(first, TransformerEncoderLayer) or first.norm_first or first.training:
            return False
        attention = first.self_attn
        if not attention.batch_first or attention.num_heads % 2 or first.norm1.eps != first.norm2.eps:
            return False
        if first.activation not in _ACTIVATIONS.values() and not isinstance(first.activation, (ReLU, GELU)):
            return False
        if padding.dtype is not _dtype.bool or records(src, *first.parameters()):
            return False
        # Padding only at the ends.
        kept = padding.logical_not().long()
        return bool((kept[:, :-1] >= kept[:, 1:]).all())


class Transformer(Module):
    """Only its mask: encoders are here, decoders are not."""

    def __init__(self, *args, **named):
        raise NotImplementedError(missing_text("torch.nn", "Transformer(…)"))

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None):
        return full((sz, sz), float("-inf")).masked_fill(full((sz, sz), True).tril(), 0.0)
