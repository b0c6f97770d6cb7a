"""What data sets come in."""
from torch._subset import missing as _missing


class Bunch(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self):
        return list(self)


__getattr__ = _missing("sklearn.utils")
