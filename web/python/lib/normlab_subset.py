"""The names of the subset, read from the modules themselves."""
import importlib
import inspect
import json

MODULES = (
    "torch", "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.utils", "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.utils.data", "numpy", "sklearn.datasets", "sklearn.model_selection",
    "sklearn.utils",
)
CLASSES = (("torch.Tensor", "torch", "Tensor"), ("torch.nn.Module", "torch.nn", "Module"),
           ("numpy.ndarray", "numpy", "ndarray"))


def _public(names):
    return sorted(name for name in names if not name.startswith("_"))


def names():
    out = {}
    for module in MODULES:
        found = vars(importlib.import_module(module))
        ours = [name for name, value in found.items() if _belongs(module, name, value)]
        out[module] = _public(ours)
    for title, module, name in CLASSES:
        kind = getattr(importlib.import_module(module), name)
        out[title] = _public({one for part in kind.__mro__[:-1] for one in vars(part)})
    return json.dumps(out)


# What a module needs for itself and does not offer.
_HELPERS = {"numpy": {"random"}, "torch.nn.functional": {"REDUCTIONS"}, "torch.optim": {"required"}}


def _belongs(module, name, value):
    if name in _HELPERS.get(module, ()):
        return False
    if inspect.ismodule(value):
        return value.__name__ in (*MODULES, "torch.utils")
    # What a module took from another one for itself.
    home = getattr(value, "__module__", None)
    return module in ("torch", "torch.nn", "numpy") or home is None or home.startswith(module)
