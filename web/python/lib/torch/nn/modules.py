"""Module: named parameters, buffers and modules below."""
import copy
import itertools

from .._subset import missing_text
from .._structure import STRUCTURE
from .._tensor import Tensor
from ._modes import Modes
from ._state import State
from ._walk import Walk
from .parameter import Parameter


class RemovableHandle:
    _ids = itertools.count()

    def __init__(self, hooks):
        self.hooks, self.id = hooks, next(self._ids)

    def remove(self):
        self.hooks.pop(self.id, None)
        STRUCTURE.version += 1

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


def _indent(text, spaces):
    first, *rest = text.split("\n")
    return "\n".join([first, *(" " * spaces + line for line in rest)]) if rest else text


class Module(Walk, Modes, State):
    training = True

    def __init__(self):
        made = self.__dict__
        made["training"] = True
        made["_parameters"] = {}
        made["_buffers"] = {}
        made["_non_persistent_buffers_set"] = set()
        made["_modules"] = {}
        made["_forward_hooks"] = {}
        made["_forward_pre_hooks"] = {}

    def forward(self, *input):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **named):
        own = self.__dict__
        try:
            hooks, hooks_before = own["_forward_hooks"], own["_forward_pre_hooks"]
        except KeyError:
            # The first of its attributes that PyTorch asks for.
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '_backward_hooks'") from None
        if not hooks and not hooks_before:
            return self.forward(*args, **named)
        for hook in list(hooks_before.values()):
            result = hook(self, args)
            if result is not None:
                args = result if isinstance(result, tuple) else (result,)
        out = self.forward(*args, **named)
        for hook in list(hooks.values()):
            result = hook(self, args, out)
            if result is not None:
                out = result
        return out

    # Attributes.

    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in own:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, "_parameters")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if "_modules" not in own:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, "_modules")
            own["_modules"][name] = value
            STRUCTURE.version += 1
        elif name in own.get("_parameters", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{_type_name(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)")
            own["_parameters"][name] = None
            STRUCTURE.version += 1
        elif name in own.get("_modules", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{_type_name(value)}' as child module '{name}' (torch.nn.Module or None expected)")
            own["_modules"][name] = None
            STRUCTURE.version += 1
        elif name in own.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"cannot assign '{_type_name(value)}' as buffer '{name}' (torch.Tensor or None expected)")
            own["_buffers"][name] = value
            STRUCTURE.version += 1
        else:
            object.__setattr__(self, name, value)
            if type(self)._chained:
                STRUCTURE.version += 1

    # Whether a chain of layers reads this module's attributes.
    _chained = False

    def _forget(self, name, kept):
        """Takes a name away from the other kinds; among those of its own it keeps its place."""
        own = self.__dict__
        own.pop(name, None)
        for kind in ("_parameters", "_buffers", "_modules"):
            if kind != kept:
                own[kind].pop(name, None)
        own["_non_persistent_buffers_set"].discard(name)

    def __getattr__(self, name):
        own = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if kind in own and name in own[kind]:
                return own[kind][name]
        if name in _MISSING_METHODS:
            raise AttributeError(missing_text(f"'{type(self).__name__}'", name))
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name):
        own = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in own[kind]:
                del own[kind][name]
                STRUCTURE.version += 1
                return
        object.__delattr__(self, name)

    def __dir__(self):
        own = self.__dict__
        return sorted({*object.__dir__(self), *own["_parameters"], *own["_buffers"], *own["_modules"]})

    def register_parameter(self, name, param):
        own = self.__dict__
        if "_parameters" not in own:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._check_name("parameter", name, own["_parameters"])
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{_type_name(param)}' object to parameter '{name}' (torch.nn.Parameter "
                f"or None required)")
        own["_parameters"][name] = param
        STRUCTURE.version += 1

    def register_buffer(self, name, tensor, persistent=True):
        own = self.__dict__
        if "_buffers" not in own:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name("buffer", name, own["_buffers"])
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{_type_name(tensor)}' object to buffer '{name}' (torch Tensor or None required)")
        own["_buffers"][name] = tensor
        if not persistent:
            own["_non_persistent_buffers_set"].add(name)
        STRUCTURE.version += 1

    def _check_name(self, kind, name, known):
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {type(name).__name__}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in known:
            raise KeyError(f"attribute '{name}' already exists")

    def add_module(self, name, module):
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{_type_name(module)} is not a Module subclass")
        self._check_name("module", name, self._modules)
        self._modules[name] = module
        STRUCTURE.version += 1

    register_module = add_module

    def __deepcopy__(self, memo):
        made = object.__new__(type(self))
        memo[id(self)] = made
        for name, value in self.__dict__.items():
            made.__dict__[name] = (None, None) if name == "_chain" else copy.deepcopy(value, memo)
        STRUCTURE.version += 1
        return made

    # Hooks.

    def register_forward_hook(self, hook):
        return self._hook("_forward_hooks", hook)

    def register_forward_pre_hook(self, hook):
        return self._hook("_forward_pre_hooks", hook)

    def _hook(self, kind, hook):
        handle = RemovableHandle(getattr(self, kind))
        handle.hooks[handle.id] = hook
        STRUCTURE.version += 1
        return handle

    # Printing.

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [f"({name}): {_indent(repr(module), 2)}" for name, module in self._modules.items()]
        lines = extra_lines + child_lines
        name = self._get_name()
        if not lines:
            return f"{name}()"
        if len(extra_lines) == 1 and not child_lines:
            return f"{name}({extra_lines[0]})"
        return "{}(\n  {}\n)".format(name, "\n  ".join(lines))


def _type_name(value):
    kind = type(value)
    if kind is Tensor:
        return value.type()
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


_MISSING_METHODS = {
    "half", "bfloat16", "share_memory", "register_full_backward_hook", "register_backward_hook", "to_empty", "xpu",
    "ipu",
    "register_load_state_dict_post_hook", "get_buffer", "get_extra_state", "set_extra_state", "compile",
}
