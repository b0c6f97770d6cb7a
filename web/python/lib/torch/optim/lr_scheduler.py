"""Learning rates that change with the number of steps; the rules are the engine's."""
import bisect
import collections

import _normlab as engine

from .._subset import missing as _missing


class LRScheduler:
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        from . import Optimizer

        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer, self.last_epoch, self.verbose = optimizer, last_epoch, verbose
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self._step_count = 0
        self.step()

    def _rate(self, lr, base):
        """The next rate, from the one that is set and the one at the start."""
        raise NotImplementedError

    def _first(self, base):
        """The rate of step 0."""
        return base

    def _restart(self):
        """Begins anew, from the rate at the start."""
        self.last_epoch = 0
        for group, base in zip(self.optimizer.param_groups, self.base_lrs):
            group["lr"] = self._first(base)
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def get_lr(self):
        out = []
        for group, base in zip(self.optimizer.param_groups, self.base_lrs):
            rate = self._rate(group["lr"], base)
            # A rate that stays stays what it was, an int too.
            out.append(group["lr"] if rate == group["lr"] else rate)
        return out

    def get_last_lr(self):
        return self._last_lr

    def step(self):
        self._step_count += 1
        self.last_epoch += 1
        for at, (group, lr) in enumerate(zip(self.optimizer.param_groups, self.get_lr())):
            group["lr"] = lr
            if self.verbose:
                print(f"Adjusting learning rate of group {at} to {lr:.4e}.")
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)


_LRScheduler = LRScheduler


class StepLR(LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _rate(self, lr, base):
        return float(engine.stepLr(lr, self.last_epoch, self.step_size, self.gamma))


class MultiStepLR(LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=False):
        self.milestones, self.gamma = collections.Counter(milestones), gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _rate(self, lr, base):
        return lr * self.gamma ** self.milestones.get(self.last_epoch, 0)


class ExponentialLR(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _rate(self, lr, base):
        return float(engine.stepLr(lr, self.last_epoch, 1, self.gamma))


class ConstantLR(LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1, verbose=False):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def _first(self, base):
        return base * self.factor

    def _rate(self, lr, base):
        return float(engine.constantLr(lr, self.last_epoch, self.factor, self.total_iters))


class LinearLR(LRScheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1, verbose=False):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def _first(self, base):
        return base * self.start_factor

    def _rate(self, lr, base):
        return float(engine.linearLr(lr, self.last_epoch, self.start_factor, self.end_factor, self.total_iters))


class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0, last_epoch=-1, verbose=False):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def _rate(self, lr, base):
        return float(engine.cosineLr(lr, self.last_epoch, base, self.T_max, self.eta_min))


class LambdaLR(LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        many = isinstance(lr_lambda, (list, tuple))
        self.lr_lambdas = list(lr_lambda) if many else [lr_lambda] * len(optimizer.param_groups)
        if len(self.lr_lambdas) != len(optimizer.param_groups):
            raise ValueError(f"Expected {len(optimizer.param_groups)} lr_lambdas, but got {len(lr_lambda)}")
        super().__init__(optimizer, last_epoch, verbose)

    def _restart(self):
        self.last_epoch = -1
        self.step()

    def get_lr(self):
        return [base * rule(self.last_epoch) for rule, base in zip(self.lr_lambdas, self.base_lrs)]


class SequentialLR(LRScheduler):
    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=False):
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                "milestone "
                f"points, but got number of schedulers {len(schedulers)} and the number of milestones to be equal to "
                f"{len(milestones)}")
        self.optimizer, self._schedulers, self._milestones = optimizer, schedulers, milestones
        self.last_epoch = last_epoch + 1
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for other in schedulers:
            other.last_epoch -= 1
        schedulers[0].step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self):
        self.last_epoch += 1
        at = bisect.bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[at]
        if at > 0 and self._milestones[at - 1] == self.last_epoch:
            scheduler._restart()
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


__getattr__ = _missing("torch.optim.lr_scheduler")
