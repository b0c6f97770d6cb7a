"""Makes /tmp/library.zip of compiled modules, for compiled.mjs."""

import py_compile
import sys
import zipfile

archive = next(entry for entry in sys.path if entry.endswith(".zip"))
# What a start imports. What this file and what runs it import is in the list, too.
imported = {getattr(module.__spec__, "origin", None) for module in sys.modules.values() if hasattr(module, "__spec__")}


def standard_library():
    """What is imported by now is compiled; without documentation strings, which are half of the code."""
    modules, rest = {}, {}
    with zipfile.ZipFile(archive) as files:
        for entry in files.infolist():
            name, content = entry.filename, files.read(entry)
            if f"{archive}/{name}" in imported:
                # Pyodide reads its own ones.
                keeps_strings = name.startswith(("pyodide/", "_pyodide/"))
                modules[f"{name}c"] = compiled(f"{archive}/{name}", content, 0 if keeps_strings else 2)
            elif not entry.is_dir():
                rest[name] = content
    write({**dict(sorted(rest.items())), **dict(sorted(modules.items()))})


def own_library(sources):
    """With documentation strings: help(torch.nn.Linear) is there for readers."""
    write({f"{name}c": compiled(name, source.encode(), 0) for name, source in sources.items()})


def compiled(name, source, optimize):
    with open("/tmp/module.py", "wb") as file:
        file.write(source)
    py_compile.compile(
        "/tmp/module.py",
        cfile="/tmp/module.pyc",
        dfile=name,
        doraise=True,
        optimize=optimize,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    with open("/tmp/module.pyc", "rb") as file:
        return file.read()


def write(files):
    # Not compressed here: the whole is, better than each file would be.
    with zipfile.ZipFile("/tmp/library.zip", "w") as out:
        for name, content in files.items():
            out.writestr(zipfile.ZipInfo(name), content)
