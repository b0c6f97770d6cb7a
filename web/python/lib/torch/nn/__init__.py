"""Layers, losses and what they are made of."""
from . import functional, init, utils  # noqa: F401
from .attention import MultiheadAttention  # noqa: F401
from .containers import ModuleDict, ModuleList, ParameterList, Sequential  # noqa: F401
from .layers import (  # noqa: F401
    GELU, Dropout, Embedding, Flatten, Identity, LeakyReLU, Linear, LogSoftmax, ReLU, Sigmoid, SiLU, Softmax, Tanh)
from .losses import BCEWithLogitsLoss, CrossEntropyLoss, L1Loss, MSELoss, NLLLoss  # noqa: F401
from .modules import Module  # noqa: F401
from .norms import BatchNorm1d, BatchNorm2d, LayerNorm, RMSNorm  # noqa: F401
from .parameter import Parameter  # noqa: F401
from .transformer import Transformer, TransformerEncoder, TransformerEncoderLayer  # noqa: F401
from .._subset import missing as _missing

__getattr__ = _missing("torch.nn")
