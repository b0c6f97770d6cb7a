"""The state of a module as a dictionary."""
import collections
import collections.abc

import _normlab as engine

from .._tensor import Tensor


class OrderedDict(collections.OrderedDict):
    """Prints as before Python 3.12: a list of pairs."""

    def __repr__(self):
        pairs = ", ".join(f"({key!r}, {value!r})" for key, value in self.items())
        return f"OrderedDict([{pairs}])" if self else "OrderedDict()"


class _IncompatibleKeys(collections.namedtuple("IncompatibleKeys", "missing_keys unexpected_keys")):
    __slots__ = ()
    __module__ = "torch.nn.modules.module"

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


class State:
    """The part of Module."""

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        out = OrderedDict() if destination is None else destination
        for name, value in self._parameters.items():
            if value is not None:
                out[prefix + name] = value if keep_vars else value.detach()
        for name, value in self._buffers.items():
            if value is not None and name not in self._non_persistent_buffers_set:
                out[prefix + name] = value if keep_vars else value.detach()
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=out, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        return out

    def load_state_dict(self, state_dict, strict=True):
        if not isinstance(state_dict, collections.abc.Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        own = self.state_dict(keep_vars=True)
        missing = [key for key in own if key not in state_dict]
        unexpected = [key for key in state_dict if key not in own]
        errors = []
        if strict:
            if unexpected:
                errors.append(
                    "Unexpected key(s) in state_dict: {}. ".format(", ".join(f'"{key}"' for key in unexpected)))
            if missing:
                errors.append("Missing key(s) in state_dict: {}. ".format(", ".join(f'"{key}"' for key in missing)))
            errors.reverse()
        fitting = []
        for key, value in own.items():
            if key not in state_dict:
                continue
            given = state_dict[key]
            if not isinstance(given, Tensor):
                errors.append(
                    f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from '
                    f"checkpoint but received {type(given)}")
            elif given.shape != value.shape:
                errors.append(
                    f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint, the shape "
                    f"in current "
                    f"model is {value.shape}.")
            else:
                fitting.append((value, given))
        for value, given in fitting:
            given = given.detach().to(value.dtype)
            engine.assign(value._h, given._h)
        if errors:
            raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(type(self).__name__,
                "\n\t".join(errors)))
        return _IncompatibleKeys(missing, unexpected)
