"""What the methods of Tensor have in common."""
import collections
import itertools

from ._arguments import wrong
from ._errors import dimension
from ._tensor import Tensor


def type_error(name, position, value, expected="Tensor"):
    return wrong(name, "input" if position == 1 else "other", position, expected, value)


def called(function, name):
    function.__name__ = function.__qualname__ = name
    return function


def labelled(out, name):
    """PyTorch's name for what the engine puts together from other operations."""
    if out.requires_grad:
        out._fn = name
    return out


def axes_of(dim):
    if dim is None:
        return ()
    return tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)


def check_axes(self, dims):
    rank = len(self.shape)
    for dim in dims:
        if not isinstance(dim, int):
            raise TypeError(f"argument 'dim' must be tuple of ints, not {type(dim).__name__}")
        if not -max(rank, 1) <= dim < max(rank, 1):
            raise dimension(dim, rank)


def joint_shape(first, second):
    """What both broadcast to; None where they do not."""
    out = []
    for a, b in itertools.zip_longest(reversed(first), reversed(second), fillvalue=1):
        if a != b and 1 not in (a, b):
            return None
        out.append(b if a == 1 else a)
    return tuple(reversed(out))


def return_type(name):
    class Result(collections.namedtuple(name, "values indices")):
        __slots__ = ()

        def __repr__(self):
            return f"torch.return_types.{name}(\nvalues={self.values!r},\nindices={self.indices!r})"

    Result.__name__ = name
    return Result


def extends(cls):
    """For a class whose members become those of `cls`."""

    def take(part):
        for name, value in vars(part).items():
            if name not in ("__module__", "__dict__", "__weakref__", "__doc__", "__qualname__", "__firstlineno__",
                            "__static_attributes__"):
                setattr(cls, name, value)
        return part

    return take


def attach(*methods):
    for method in methods:
        setattr(Tensor, method.__name__, method)
