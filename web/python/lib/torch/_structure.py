"""The version of all models."""


class Structure:
    """Counts changes of models: a chain of layers is compiled anew after one."""

    version = 0


STRUCTURE = Structure()
