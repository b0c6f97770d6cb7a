"""Makes /tmp/library.zip of the standard library that runs this: what is imported by now is compiled."""

import py_compile
import sys
import zipfile

archive = next(entry for entry in sys.path if entry.endswith(".zip"))


def is_imported(name):
    return any(getattr(module.__spec__, "origin", None) == f"{archive}/{name}" for module in imported)


def compiled(name, source):
    """Without documentation strings, which are half of the code; Pyodide reads its own ones."""
    with open("/tmp/module.py", "wb") as file:
        file.write(source)
    keeps_strings = name.startswith(("pyodide/", "_pyodide/"))
    py_compile.compile(
        "/tmp/module.py",
        cfile="/tmp/module.pyc",
        dfile=f"{archive}/{name}",
        doraise=True,
        optimize=0 if keeps_strings else 2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    with open("/tmp/module.pyc", "rb") as file:
        return file.read()


imported = [module for module in sys.modules.values() if getattr(module, "__spec__", None)]
modules, rest = {}, {}
with zipfile.ZipFile(archive) as library:
    for entry in library.infolist():
        content = library.read(entry)
        if is_imported(entry.filename):
            modules[f"{entry.filename}c"] = compiled(entry.filename, content)
        elif not entry.is_dir():
            rest[entry.filename] = content

# Not compressed here: the whole is, better than each file would be.
with zipfile.ZipFile("/tmp/library.zip", "w") as library:
    for name, content in [*sorted(rest.items()), *sorted(modules.items())]:
        library.writestr(zipfile.ZipInfo(name), content)
