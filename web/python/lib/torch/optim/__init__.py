"""Optimisers. Each group of parameters is one optimiser of the engine."""
import collections

import _normlab as engine

from .._errors import JsException
from .._subset import missing as _missing, missing_text
from .._structure import STRUCTURE
from .._tensor import Tensor, wrap
from ..nn.modules import _type_name

required = object()


class _Made:
    """An optimiser of the engine, for one group of parameters."""

    now = None

    def __init__(self, handle, handles, lr):
        self.handle, self.handles, self.lr = handle, handles, lr

    def __del__(self):
        engine.free(self.handle)


class Optimizer:
    # Names of what the engine's optimiser keeps, as in PyTorch's state.
    _state_names = ()

    def __init__(self, params, defaults):
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but "
                "got " + params.type())
        self.defaults = defaults
        self.param_groups = []
        self._handles = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        params = param_group["params"]
        params = [params] if isinstance(params, Tensor) else list(params)
        for one in params:
            if not isinstance(one, Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + _type_name(one))
            if not one.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        known = {id(one) for group in self.param_groups for one in group["params"]}
        if known & {id(one) for one in params}:
            raise ValueError("some parameters appear in more than one parameter group")
        group = {"params": params}
        for name, value in param_group.items():
            if name != "params":
                group[name] = value
        for name, value in self.defaults.items():
            group.setdefault(name, value)
        self.param_groups.append(group)
        self._handles.append(None)

    def _options(self, group):
        """What of a group the engine is told when its optimiser is made."""
        raise NotImplementedError

    def _make(self, group, trained):
        raise NotImplementedError

    def _engine(self, at):
        group = self.param_groups[at]
        made = self._handles[at]
        # What an engine's optimiser depends on; parameters count their changes in STRUCTURE.
        now = (STRUCTURE.version, len(group["params"]), *self._options(group))
        if made is not None and made.now == now:
            if made.lr != group["lr"]:
                engine.setLearningRate(made.handle, group["lr"])
                made.lr = group["lr"]
            return made.handle
        trained = [one for one in group["params"] if one.requires_grad]
        handles = tuple(one._h for one in trained)
        if made is None or made.now[2:] != now[2:] or made.handles != handles:
            made = self._handles[at] = self._remade(group, trained, handles, made)
        made.now = now
        return self._engine(at)

    def _remade(self, group, trained, handles, before):
        try:
            made = _Made(self._make(group, trained), handles, group["lr"])
        except JsException as error:
            raise ValueError(str(error.message)) from None
        if before is not None:
            state = [int(number) for row in engine.state(before.handle).split(",") for number in row.split(":")]
            if len(state) == 3 * len(trained):
                engine.loadState(made.handle, *state)
            for at, number in enumerate(state):
                if at % 3 and number >= 0:
                    engine.free(number)
        return made

    def step(self, closure=None):
        from .._grad import enable_grad

        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for at, group in enumerate(self.param_groups):
            engine.step(self._engine(at))
        return loss

    def zero_grad(self, set_to_none=False):
        for at, group in enumerate(self.param_groups):
            engine.optimizerZeroGrad(self._engine(at), set_to_none)

    @property
    def state(self):
        out = collections.defaultdict(dict)
        for at, group in enumerate(self.param_groups):
            for one, entry in self._states(at):
                out[one] = entry
        return out

    def _states(self, at):
        group = self.param_groups[at]
        rows = engine.state(self._engine(at)).split(",")
        trained = [one for one in group["params"] if one.requires_grad]
        for one, row in zip(trained, rows):
            count, *tensors = (int(number) for number in row.split(":"))
            entry = self._entry(count, [wrap(number) if number >= 0 else None for number in tensors])
            if entry:
                yield one, entry

    def _entry(self, count, tensors):
        return {name: value for name, value in zip(self._state_names, tensors) if value is not None}

    def state_dict(self):
        numbers, groups = {}, []
        for group in self.param_groups:
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = []
            for one in group["params"]:
                packed["params"].append(numbers.setdefault(id(one), len(numbers)))
            groups.append(packed)
        state = {numbers[id(one)]: entry for at in range(len(self.param_groups)) for one, entry in self._states(at)}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for own, given in zip(self.param_groups, groups):
            if len(own["params"]) != len(given["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        for at, (own, given) in enumerate(zip(self.param_groups, groups)):
            own.update({name: value for name, value in given.items() if name != "params"})
            flat = []
            for one, number in zip(own["params"], given["params"]):
                if one.requires_grad:
                    flat += self._flat(state_dict["state"].get(number, {}))
            engine.loadState(self._engine(at), *flat)

    def _flat(self, entry):
        tensors = [entry.get(name) for name in self._state_names]
        count = int(entry.get("step", 1 if any(one is not None for one in tensors) else 0))
        ids = [-1 if one is None else one._h for one in tensors]
        return [count, *ids, *[-1] * (2 - len(ids))]

    def __repr__(self):
        lines = [type(self).__name__ + " ("]
        for at, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {at}")
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])


def _check(name, value, text=None):
    if not 0.0 <= value:
        raise ValueError(f"Invalid {text or name}: {value}")


class SGD(Optimizer):
    _state_names = ("momentum_buffer",)

    def __init__(self, params, lr=required, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False):
        if lr is required:
            raise ValueError("parameter group didn't specify a value of required optimization parameter lr")
        _check("lr", lr, "learning rate")
        _check("momentum", momentum, "momentum value")
        _check("weight_decay", weight_decay, "weight_decay value")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        if maximize:
            raise NotImplementedError(missing_text("torch.optim.SGD", "maximize=True"))
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
            maximize=maximize,
            foreach=foreach, differentiable=differentiable))

    def _options(self, group):
        return group["momentum"], group["dampening"], group["weight_decay"], group["nesterov"]

    def _make(self, group, trained):
        return engine.sgd(group["lr"], *self._options(group), *[one._h for one in trained])

    def _entry(self, count, tensors):
        if count == 0:
            return {}
        return {"momentum_buffer": tensors[0]}


class Adam(Optimizer):
    _state_names = ("exp_avg", "exp_avg_sq")
    _decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=False):
        _check("lr", lr, "learning rate")
        _check("eps", eps, "epsilon value")
        for at, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {at}: {beta}")
        _check("weight_decay", weight_decay, "weight_decay value")
        for name, on in (("amsgrad", amsgrad), ("maximize", maximize)):
            if on:
                raise NotImplementedError(missing_text(f"torch.optim.{type(self).__name__}", f"{name}=True"))
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize,
                        foreach=foreach, capturable=capturable)
        if not self._decoupled:
            defaults.update(differentiable=differentiable, fused=fused)
        super().__init__(params, defaults)

    def _options(self, group):
        return (*group["betas"], group["eps"], group["weight_decay"])

    def _make(self, group, trained):
        return engine.adam(group["lr"], *self._options(group), self._decoupled, *[one._h for one in trained])

    def _entry(self, count, tensors):
        from .._create import tensor

        if count == 0:
            return {}
        return {"step": tensor(float(count)), "exp_avg": tensors[0], "exp_avg_sq": tensors[1]}


class AdamW(Adam):
    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False,
                 foreach=None, capturable=False):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize,
                         capturable=capturable)


from . import lr_scheduler  # noqa: E402,F401

__getattr__ = _missing("torch.optim")
