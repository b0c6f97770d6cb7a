"""What is said about names that are not in the subset."""
import sys

LIST = "the help page lists what is (help.html#python)"


def missing_text(where, name):
    return f"{where} has no '{name}' here: cells run a subset of PyTorch, and {LIST}"


def missing(where):
    """The __getattr__ of a module named `where`."""

    def get(name):
        if name.startswith("__"):
            raise AttributeError(f"module '{where}' has no attribute '{name}'")
        text = missing_text(where, name)
        frame = sys._getframe(1)
        # `from torch import name` would hide the text of an AttributeError behind its own.
        if frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == _IMPORT_FROM:
            raise ImportError(text, name=where)
        raise AttributeError(text, name=name)

    return get


def _import_from():
    import opcode

    return opcode.opmap["IMPORT_FROM"]


_IMPORT_FROM = _import_from()


class MissingModules:
    """The last finder: names modules that neither Python nor the subset has."""

    # Modules that a program may try and do without.
    known = {
        "matplotlib", "pandas", "scipy", "torchvision", "torchaudio", "tqdm", "seaborn", "transformers", "einops",
        "datasets", "tensorflow", "jax", "keras", "PIL", "IPython", "requests", "plotly",
    }

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        top = fullname.partition(".")[0]
        if top in ("torch", "sklearn", "numpy"):
            raise ModuleNotFoundError(
                f"No module named '{fullname}' here: cells run a subset of {top}, and {LIST}", name=fullname)
        if top in cls.known:
            raise ModuleNotFoundError(
                f"No module named '{fullname}' here: cells have Python's standard library and a subset of torch, numpy "
                f"and sklearn; {LIST}", name=fullname)
        return None


sys.meta_path.append(MissingModules)
