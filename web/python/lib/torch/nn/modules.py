"""Module: named parameters, buffers and modules below."""
import collections
import collections.abc
import copy
import itertools

from .. import _dtype
from .._subset import missing_text
from .._tensor import STRUCTURE, Tensor
from .parameter import Parameter


class OrderedDict(collections.OrderedDict):
    """Prints as before Python 3.12: a list of pairs."""

    def __repr__(self):
        return f"OrderedDict([{', '.join(f'({key!r}, {value!r})' for key, value in self.items())}])" if self else "OrderedDict()"


class _IncompatibleKeys(collections.namedtuple("IncompatibleKeys", "missing_keys unexpected_keys")):
    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__().replace("_IncompatibleKeys", "IncompatibleKeys")

    __str__ = __repr__


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


class Module:
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
        if not own["_forward_hooks"] and not own["_forward_pre_hooks"]:
            return self.forward(*args, **named)
        for hook in list(own["_forward_pre_hooks"].values()):
            result = hook(self, args)
            if result is not None:
                args = result if isinstance(result, tuple) else (result,)
        out = self.forward(*args, **named)
        for hook in list(own["_forward_hooks"].values()):
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
                raise TypeError(f"cannot assign '{_type_name(value)}' as child module '{name}' (torch.nn.Module or None expected)")
            own["_modules"][name] = None
            STRUCTURE.version += 1
        elif name in own.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(f"cannot assign '{_type_name(value)}' as buffer '{name}' (torch.Tensor or None expected)")
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
            raise TypeError(f"cannot assign '{_type_name(param)}' object to parameter '{name}' (torch.nn.Parameter or None required)")
        own["_parameters"][name] = param
        STRUCTURE.version += 1

    def register_buffer(self, name, tensor, persistent=True):
        own = self.__dict__
        if "_buffers" not in own:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name("buffer", name, own["_buffers"])
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"cannot assign '{_type_name(tensor)}' object to buffer '{name}' (torch Tensor or None required)")
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

    # Walking.

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def _named(self, kind, prefix, recurse):
        seen = set()
        for where, module in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            for name, value in module.__dict__[kind].items():
                if value is not None and value not in seen:
                    seen.add(value)
                    yield where + ("." if where else "") + name, value

    def named_parameters(self, prefix="", recurse=True):
        yield from self._named("_parameters", prefix, recurse)

    def parameters(self, recurse=True):
        for _, value in self._named("_parameters", "", recurse):
            yield value

    def named_buffers(self, prefix="", recurse=True):
        yield from self._named("_buffers", prefix, recurse)

    def buffers(self, recurse=True):
        for _, value in self._named("_buffers", "", recurse):
            yield value

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else ():
            if not hasattr(module, name):
                raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if name not in module._parameters:
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        return module._parameters[name]

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # Modes, gradients, dtypes.

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        if self.__dict__["training"] is not mode:
            self.training = mode
            STRUCTURE.version += 1
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for value in self.parameters():
            value.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=False):
        import _normlab as engine

        for value in self.parameters():
            engine.zeroGrad(value._h, set_to_none)

    def _convert(self, dtype):
        import _normlab as engine

        for value in itertools.chain(self.parameters(), self.buffers()):
            if value.dtype.is_floating_point and value.dtype is not dtype:
                engine.convert(value._h, dtype._name)
                value.__dict__.pop("_d", None)
        STRUCTURE.version += 1
        return self

    def to(self, *args, dtype=None, device=None, non_blocking=False):
        for value in args:
            if isinstance(value, _dtype.dtype):
                dtype = value
            elif isinstance(value, Tensor):
                dtype = value.dtype
            else:
                _dtype.device(value)
        if device is not None:
            _dtype.device(device)
        if dtype is None:
            return self
        if not dtype.is_floating_point:
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")
        return self._convert(dtype)

    def float(self):
        return self._convert(_dtype.float32)

    def double(self):
        return self._convert(_dtype.float64)

    def cpu(self):
        return self

    def cuda(self, device=None):
        _dtype.device("cuda")

    # State.

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        out = OrderedDict() if destination is None else destination
        own = self.__dict__
        for name, value in own["_parameters"].items():
            if value is not None:
                out[prefix + name] = value if keep_vars else value.detach()
        for name, value in own["_buffers"].items():
            if value is not None and name not in own["_non_persistent_buffers_set"]:
                out[prefix + name] = value if keep_vars else value.detach()
        for name, module in own["_modules"].items():
            if module is not None:
                module.state_dict(destination=out, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        return out

    def load_state_dict(self, state_dict, strict=True):
        import _normlab as engine

        if not isinstance(state_dict, collections.abc.Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        own = self.state_dict(keep_vars=True)
        missing = [key for key in own if key not in state_dict]
        unexpected = [key for key in state_dict if key not in own]
        errors = []
        if strict:
            if unexpected:
                errors.append("Unexpected key(s) in state_dict: {}. ".format(", ".join(f'"{key}"' for key in unexpected)))
            if missing:
                errors.append("Missing key(s) in state_dict: {}. ".format(", ".join(f'"{key}"' for key in missing)))
            errors.reverse()
        fitting = []
        for key, value in own.items():
            if key not in state_dict:
                continue
            given = state_dict[key]
            if given.shape != value.shape:
                errors.append(
                    f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint, the shape in current "
                    f"model is {value.shape}.")
            else:
                fitting.append((value, given))
        for value, given in fitting:
            given = given.detach().to(value.dtype)
            engine.assign(value._h, given._h)
        if errors:
            raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(type(self).__name__, "\n\t".join(errors)))
        return _IncompatibleKeys(missing, unexpected)

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
        handle = RemovableHandle(self.__dict__[kind])
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
    return "torch.FloatTensor" if kind is Tensor and value.dtype._name == "float32" else (
        value.type() if kind is Tensor else kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}")


_MISSING_METHODS = {
    "half", "bfloat16", "share_memory", "register_full_backward_hook", "register_backward_hook", "to_empty", "xpu", "ipu",
    "register_load_state_dict_post_hook", "get_buffer", "get_extra_state", "set_extra_state", "compile",
}
