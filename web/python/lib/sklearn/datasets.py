"""The handwritten digits."""
import numpy as _np
from torch._subset import missing as _missing
from torch._tensor import wrap as _wrap

import _normlab as _engine

from .utils import Bunch


def load_digits(*, n_class=10, return_X_y=False, as_frame=False):
    data, target = (_np.ndarray._of(_wrap(int(one))) for one in _engine.digits().split(","))
    if n_class < 10:
        keep = target < n_class
        data, target = data[keep], target[keep]
    if return_X_y:
        return data, target
    return Bunch(data=data, target=target, frame=None,
                 feature_names=[f"pixel_{row}_{column}" for row in range(8) for column in range(8)],
                 target_names=_np.arange(n_class), images=data.reshape(-1, 8, 8))


__getattr__ = _missing("sklearn.datasets")
