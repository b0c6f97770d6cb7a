"""Gradients on and off."""
import functools

import _normlab as engine


class _Mode:
    _on = False

    def __init__(self, *args):
        pass

    def __enter__(self):
        self._before = engine.setGradEnabled(self._on)

    def __exit__(self, *error):
        engine.setGradEnabled(self._before)
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def inside(*args, **named):
            with type(self)():
                return function(*args, **named)

        return inside

    def __new__(cls, function=None):
        made = object.__new__(cls)
        if callable(function):
            return made(function)
        return made


class no_grad(_Mode):
    pass


class inference_mode(_Mode):
    pass


class enable_grad(_Mode):
    _on = True


class set_grad_enabled:
    def __init__(self, mode):
        self._before = engine.setGradEnabled(bool(mode))

    def __enter__(self):
        pass

    def __exit__(self, *error):
        engine.setGradEnabled(self._before)
        return False


def is_grad_enabled():
    now = engine.setGradEnabled(True)
    engine.setGradEnabled(now)
    return now
