"""The subset of scikit-learn that lessons use."""
from torch._subset import missing as _missing

from . import datasets, model_selection, utils  # noqa: F401

__getattr__ = _missing("sklearn")
