"""Random streams."""
import _normlab as engine


class Generator:
    def __init__(self, device="cpu", _handle=None):
        self._h = engine.generator() if _handle is None else _handle

    def __del__(self):
        try:
            engine.free(self._h)
        except (AttributeError, TypeError):
            pass

    def manual_seed(self, seed):
        if not hasattr(seed, "__index__"):
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        seed = seed.__index__()
        if not -(2**63) <= seed < 2**64:
            raise RuntimeError("Overflow when unpacking long")
        engine.manualSeed(self._h, str(seed))
        return self

    def initial_seed(self):
        return int(engine.initialSeed(self._h))

    def seed(self):
        import random

        seed = random.getrandbits(63)
        self.manual_seed(seed)
        return seed

    @property
    def device(self):
        from ._dtype import CPU

        return CPU

    def __repr__(self):
        return f"<torch._C.Generator object at {id(self):#x}>"


default_generator = Generator(_handle=engine.defaultGenerator())
_default = default_generator._h


def handle(generator):
    return _default if generator is None else generator._h


def manual_seed(seed):
    return default_generator.manual_seed(int(seed))


def seed():
    return default_generator.seed()


def initial_seed():
    return default_generator.initial_seed()
