"""What changes a tensor itself: the result of an operation, put in its place."""
import _normlab as engine

from ._errors import JsException, failure
from ._method import extends
from ._tensor import Tensor, _like, wrap


@extends(Tensor)
class _InPlace:

    def _become(self, tag, operation):
        before = wrap(engine.snapshot(self._h))
        result = operation(before)
        if not isinstance(result, Tensor):
            result = _like(self, result)
        try:
            engine.become(self._h, tag, result._h)
        except JsException as error:
            raise failure(error, "become", tag, self, result) from None
        self.__dict__.pop("_fn", None)
        return self

    def copy_(self, src, non_blocking=False):
        def copied(x):
            out = src.to(x.dtype).expand(x.shape)
            return out + 0 if src.requires_grad else out

        return self._become("copy_", copied)

    def fill_(self, value):
        if isinstance(value, Tensor):
            value = value.item()
        return self._become("fill_", lambda x: wrap(engine.filled(x._h, value)))

    def zero_(self):
        return self.fill_(0)

    def masked_fill_(self, mask, value):
        return self._become("masked_fill_", lambda x: x.masked_fill(mask, value))

    def uniform_(self, a=0.0, b=1.0, generator=None):
        return self._draw("uniform_", engine.uniform, a, b, generator)

    def normal_(self, mean=0.0, std=1.0, generator=None):
        if std < 0:
            raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
        return self._draw("normal_", engine.normal, mean, std, generator)

    def random_(self, low=0, high=None, generator=None):
        from ._random import handle

        if high is None:
            low, high = 0, low
        drawn = wrap(engine.randint(handle(generator), low, high, *self.shape)).to(self.dtype)
        return self._become("random_", lambda x: drawn)

    def _draw(self, tag, fill, first, second, generator):
        from ._random import handle

        if not self.dtype.is_floating_point:
            raise NotImplementedError(f"\"{tag[:-1]}\" not implemented for '{self.dtype._letter}'")
        drawn = wrap(fill(handle(generator), self.dtype._name, first, second, *self.shape))
        return self._become(tag, lambda x: drawn)
