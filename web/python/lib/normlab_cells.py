"""Runs cells: one after another against the names they share."""
import ast
import builtins
import io
import json
import linecache
import re
import symtable
import sys
import traceback

import _normlab as engine

_names = {"__name__": "__main__", "__builtins__": builtins, "__doc__": None}
_main = type(sys)("__main__")
_main.__dict__.update(_names)
_names = _main.__dict__
sys.modules["__main__"] = _main

_CELL = re.compile(r"<cell (\d+)>")


class _Stream(io.TextIOBase):
    """Passes text on line by line, at once."""

    def __init__(self, name):
        self._name, self._part = name, ""

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._part += text
        if "\n" in text:
            whole, _, self._part = self._part.rpartition("\n")
            engine.write(self._name, whole + "\n")
        return len(text)

    def flush(self):
        if self._part:
            part, self._part = self._part, ""
            engine.write(self._name, part)


sys.stdout, sys.stderr = _Stream("stdout"), _Stream("stderr")


def _input(prompt="", /):
    raise RuntimeError(
        "input() is not available in a cell: there is nobody to answer while it runs. Write the value into the code")


builtins.input = _input


def run(source, number):
    """Runs a cell. Returns JSON: its names, the text of its last expression, its error."""
    name = f"<cell {number}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    out = {"names": None, "value": None, "error": None}
    try:
        tree = ast.parse(source, name)
        out["names"] = _cell_names(source)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
        exec(compile(tree, name, "exec"), _names)
        if last is not None:
            value = eval(compile(last, name, "eval"), _names)
            if value is not None:
                _names["_"] = value
                out["value"] = repr(value)
    except SystemExit as end:
        if end.code not in (None, 0):
            out["error"] = _error(end, number)
    except BaseException as error:
        out["error"] = _error(error, number)
        error.__traceback__ = None
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    # Names of a failed cell's frames would keep their tensors alive.
    sys.last_value = sys.last_exc = None
    return json.dumps(out)


def _cell_names(source):
    table = symtable.symtable(source, "cell", "exec")
    declares = {
        one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported() or one.is_namespace()}
    reads = set()
    waiting = [table]
    while waiting:
        one = waiting.pop()
        waiting += one.get_children()
        for symbol in one.get_symbols():
            if symbol.is_referenced() and (one is table or symbol.is_global()):
                reads.add(symbol.get_name())
            if one is not table and symbol.is_declared_global() and symbol.is_assigned():
                declares.add(symbol.get_name())
    known = set(dir(builtins)) | {"__name__", "__file__"}
    return {"declares": sorted(declares), "reads": sorted(reads - declares - known)}


def _error(error, number):
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ in ("builtins",
        "__main__") else f"{kind.__module__}.{kind.__qualname__}"
    out = {"name": name, "message": _message(error), "line": None, "column": None, "from": None, "trace": ""}
    if isinstance(error, SyntaxError) and _CELL.fullmatch(error.filename or ""):
        out["line"], out["column"] = error.lineno, error.offset or 1
        out["message"] = error.msg
        return out
    frames = [one for one in traceback.extract_tb(error.__traceback__) if _CELL.fullmatch(one.filename)]
    if not frames:
        return out
    last = frames[-1]
    for frame in reversed(frames):
        if frame.filename == f"<cell {number}>":
            out["line"], out["column"] = frame.lineno, _column(frame)
            break
    where = int(_CELL.fullmatch(last.filename)[1])
    if where != number:
        out["from"] = {"run": where, "line": last.lineno, "column": _column(last)}
    chained = error.__cause__ is not None or error.__context__ is not None and not error.__suppress_context__
    if len(frames) > 1 or chained:
        out["trace"] = _trace(error)
    return out


def _message(error):
    if isinstance(error, KeyError) and len(error.args) == 1:
        return repr(error.args[0])
    return str(error)


def _column(frame):
    # Columns are counted in bytes there, and in characters here.
    if frame.colno is None:
        return 1
    line = linecache.getline(frame.filename, frame.lineno)
    return len(line.encode()[:frame.colno].decode(errors="ignore")) + 1


def _trace(error):
    parts = []
    seen = set()

    def add(one):
        if one is None or id(one) in seen:
            return
        seen.add(id(one))
        if one.__cause__ is not None:
            add(one.__cause__)
            parts.append("\nThe above exception was the direct cause of the following exception:\n\n")
        elif one.__context__ is not None and not one.__suppress_context__:
            add(one.__context__)
            parts.append("\nDuring handling of the above exception, another exception occurred:\n\n")
        parts.append("Traceback (most recent call last):\n")
        frames = [frame for frame in traceback.extract_tb(one.__traceback__) if _CELL.fullmatch(frame.filename)]
        # A recursion that never ends has a thousand of them.
        for at, frame in enumerate(frames):
            if 10 <= at < len(frames) - 10:
                if at == 10:
                    parts.append(f"  … {len(frames) - 20} more calls\n")
                continue
            where = "" if frame.name == "<module>" else f", in {frame.name}"
            parts.append(f"  Cell, line {frame.lineno}{where}\n    {frame.line}\n")
        parts.extend(traceback.format_exception_only(one))

    add(error)
    return "".join(parts)


def names():
    """What completion offers."""
    return json.dumps(sorted(name for name in _names if not name.startswith("__")))
