"""Pieces of PyTorch's error texts."""


def plain(shape):
    return f"[{', '.join(map(str, shape))}]"


def flat(values):
    if not isinstance(values, list):
        yield values
        return
    for value in values:
        yield from flat(value)
