"""Runs the programs of this folder under real PyTorch and writes what they print; with --check compares instead.

Names that are newer than PyTorch 1.13 (nn.RMSNorm, LayerNorm(bias=)) have no place in these programs.
"""
import contextlib
import difflib
import io
import os
import pathlib
import re
import sys
import warnings

os.environ["OMP_NUM_THREADS"] = "1"
import torch  # noqa: E402

torch.set_num_threads(1)
folder = pathlib.Path(__file__).parent / "programs"


def run(source, name, names=None):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, name, "exec"), {"__name__": "__main__"} if names is None else names)
    return out.getvalue()


def differs(name, stored, text):
    if stored == text:
        return False
    print(f"{name} prints something else:")
    print("".join(difflib.unified_diff(stored.splitlines(True), text.splitlines(True), "stored", "now")))
    return True


def lesson_cells():
    """The Python cells of the lessons with their stored output: what a notebook made from the lesson would run."""
    for lesson in sorted((folder.parents[2] / "examples").glob("*.md")):
        names = {"__name__": "__main__"}
        for at, (source, stored) in enumerate(re.findall(r"^```python\n(.*?)^```\n(?:\n?```output\n(.*?)^```)?", lesson.read_text(), re.M | re.S)):
            yield f"{lesson.name}, Python cell {at + 1}", source, stored, names


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
    cells = 0
    for name, source, stored, names in lesson_cells() if check else ():
        cells += 1
        different += differs(name, stored, run(source, name, names))
    programs = len(list(folder.glob("*.py")))
    print(f"{programs} programs and {cells} cells of lessons, {different} differ" if check else f"{programs} programs written")
    sys.exit(different > 0)


main()
