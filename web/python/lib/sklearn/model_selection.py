"""Splits; the orders are scikit-learn's for the same seed."""
import numpy as _np
import torch as _torch
from pyodide.ffi import JsException as _JsException
from torch._subset import missing as _missing
from torch._tensor import wrap as _wrap

import _normlab as _engine


def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    if not arrays:
        raise ValueError("At least one array required as input")
    counts = [len(one) for one in arrays]
    if len(set(counts)) > 1:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {counts}")
    if random_state is None:
        import random

        random_state = random.getrandbits(32)
    classes = None if stratify is None else _torch.as_tensor(stratify).long()
    try:
        parts = _engine.trainTestSplit(counts[0], test_size, train_size, random_state, shuffle,
                                       -1 if classes is None else classes._h)
    except _JsException as error:
        raise ValueError(str(error.message).partition("] ")[2]) from None
    rows = [_wrap(int(one)) for one in parts.split(",")]
    return [_pick(one, part) for one in arrays for part in rows]


def _pick(values, rows):
    if isinstance(values, _torch.Tensor):
        return values[rows]
    if isinstance(values, _np.ndarray):
        return values[_np.ndarray._of(rows)]
    return [values[at] for at in rows.tolist()]


__getattr__ = _missing("sklearn.model_selection")
