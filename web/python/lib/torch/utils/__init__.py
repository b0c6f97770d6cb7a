from .._subset import missing as _missing
from . import data  # noqa: F401

__getattr__ = _missing("torch.utils")
