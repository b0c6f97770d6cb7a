"""PyTorch's words for arguments of a wrong kind."""
from ._tensor import Tensor


def kind_of(value):
    return "numpy.ndarray" if hasattr(value, "_t") else type(value).__name__


def wrong(function, argument, position, expected, value):
    return TypeError(
        f"{function}(): argument '{argument}' (position {position}) must be {expected}, not {kind_of(value)}")


def check_tensors(function, *arguments, first=1):
    """The arguments (name, value) in PyTorch's order from position `first` on; a name in brackets may be None."""
    for position, (name, value) in enumerate(arguments, first):
        if not isinstance(value, Tensor) and not (value is None and name[0] == "["):
            raise wrong(function, name.strip("[]"), position, "Tensor", value)


def check_number(function, argument, position, value):
    if not isinstance(value, (int, float)) and not (isinstance(value, Tensor) and value.numel() == 1):
        raise wrong(function, argument, position, "float", value)
    return float(value)


def check_whole(function, argument, position, value):
    if not _whole(value):
        raise wrong(function, argument, position, "int", value)


def _whole(value):
    return isinstance(value, int) or not isinstance(value, float) and hasattr(value, "__index__")


def sizes(function, argument, args, expected="SymInts", position=1):
    """Sizes given one by one, or as one list."""
    whole = len(args) == 1 and not isinstance(args[0], int) and not hasattr(args[0], "__index__")
    values = args[0] if whole else args
    if whole and not isinstance(values, (tuple, list)):
        raise wrong(function, argument, position, f"tuple of {expected}", values)
    for at, value in enumerate(values, 1):
        if _whole(value) and not (at == 1 and isinstance(value, bool)):
            continue
        if at == 1:
            raise wrong(function, argument, position, f"tuple of {expected}", values if whole else value)
        raise TypeError(
            f"{function}(): argument '{argument}' must be tuple of {expected}, but found element of type "
            f"{kind_of(value)} at pos {at}")
    return tuple(value.__index__() for value in values)
