"""Runs the programs of this folder under real PyTorch and writes what they print; with --check compares instead.

Names that are newer than PyTorch 1.13 (nn.RMSNorm, LayerNorm(bias=)) have no place in these programs.
"""
import contextlib
import io
import os
import pathlib
import sys
import warnings

from compare import differs

os.environ["OMP_NUM_THREADS"] = "1"
import torch  # noqa: E402

torch.set_num_threads(1)
folder = pathlib.Path(__file__).parent / "programs"


def run(source, name):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, name, "exec"), {"__name__": "__main__"})
    return out.getvalue()


def main():
    check = "--check" in sys.argv
    print(f"torch {torch.__version__}, {torch.get_num_threads()} thread, MKL {torch.backends.mkl.is_available()}")
    different = 0
    for path in sorted(folder.glob("*.py")):
        text = run(path.read_text(), str(path))
        stored = path.with_suffix(".out")
        if not check:
            stored.write_text(text)
            continue
        different += differs(path.name, stored.read_text(), text)
    programs = len(list(folder.glob("*.py")))
    print(f"{programs} programs, {different} differ" if check else f"{programs} programs written")
    sys.exit(different > 0)


main()
