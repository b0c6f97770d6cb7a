"""Modules made of modules."""
import collections
import operator

import _normlab as engine

from .._errors import JsException
from .._structure import STRUCTURE
from .._tensor import Tensor, wrap
from .layers import _Layer
from .modules import Module
from .parameter import Parameter


class Sequential(Module):
    def __init__(self, *args):
        super().__init__()
        self.__dict__["_chain"] = (None, None)
        if len(args) == 1 and isinstance(args[0], collections.OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for at, module in enumerate(args):
                self.add_module(str(at), module)

    def forward(self, input):
        version, run = self.__dict__["_chain"]
        if version != STRUCTURE.version:
            run = self._compile()
        if run is not None and isinstance(input, Tensor):
            try:
                return wrap(run(input._h))
            except JsException:
                # The layers one by one say what is wrong in PyTorch's words.
                pass
        for module in self.__dict__["_modules"].values():
            input = module(input)
        return input

    def _compile(self):
        codes = _chain_codes(self)
        run = engine.chain(*codes) if codes else None
        self.__dict__["_chain"] = (STRUCTURE.version, run)
        return run

    def _at(self, index):
        index = operator.index(index)
        size = len(self)
        if not -size <= index < size:
            raise IndexError(f"index {index} is out of range")
        return list(self._modules)[index % size]

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(collections.OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._at(index)]

    def __setitem__(self, index, module):
        setattr(self, self._at(index), module)

    def __delitem__(self, index):
        delattr(self, self._at(index))
        values = list(self._modules.values())
        self._modules.clear()
        self._modules.update((str(at), module) for at, module in enumerate(values))

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self


def _chain_codes(sequence):
    codes = []
    for module in sequence._modules.values():
        if not isinstance(module, (_Layer, Sequential)) or module._forward_hooks or module._forward_pre_hooks:
            return None
        kind = type(module)
        if not kind.__module__.startswith("torch.nn.modules."):
            return None
        if "forward" in module.__dict__:
            return None
        part = _chain_codes(module) if kind is Sequential else module._codes()
        if part is None:
            return None
        codes += part
    return codes


class ModuleList(Module):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _at(self, index):
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return str(index % len(self))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return self._modules[self._at(index)]

    def __setitem__(self, index, module):
        setattr(self, self._at(index), module)

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        values = list(self._modules.values())
        values.insert(index, module)
        for at, value in enumerate(values):
            self._modules[str(at)] = value

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __iadd__(self, modules):
        return self.extend(modules)

    # A list is no layer: calling it is an error in PyTorch too.
    def forward(self, *input):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules):
        for key, module in modules.items() if hasattr(modules, "items") else modules:
            self[key] = module


class ParameterList(Module):
    def __init__(self, values=None):
        super().__init__()
        for value in values or ():
            self.append(value)

    def append(self, value):
        setattr(self, str(len(self)), value if isinstance(value, Parameter) else Parameter(value))
        return self

    def __len__(self):
        return len(self._parameters)

    def __getitem__(self, index):
        return list(self._parameters.values())[index]

    def __iter__(self):
        return iter(self._parameters.values())

    def extra_repr(self):
        return "\n".join(
            f"  ({name}): Parameter containing: [{value.dtype} of size {'x'.join(map(str, value.shape))}]"
            for name, value in self._parameters.items())
