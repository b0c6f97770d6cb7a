"""Runs notebooks under real PyTorch as Jupyter would, and compares with the outputs that they hold.

python3 run_notebooks.py NOTEBOOK.ipynb …
"""
import ast
import contextlib
import io
import json
import os
import pathlib
import sys

from compare import differs

os.environ["OMP_NUM_THREADS"] = "1"
import torch  # noqa: E402

torch.set_num_threads(1)


def run(source, name, names):
    """What a cell prints, then the value of its last line."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(tree, name, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), names)
            if value is not None:
                print(repr(value))
    return out.getvalue()


def main():
    different = cells = 0
    for path in map(pathlib.Path, sys.argv[1:]):
        names = {"__name__": "__main__"}
        for cell in json.loads(path.read_text())["cells"]:
            if cell["cell_type"] != "code":
                continue
            cells += 1
            stored = "".join(line for output in cell["outputs"] for line in output["text"])
            name = f"{path.name}, {cell['id']}"
            different += differs(name, stored, run("".join(cell["source"]), name, names))
    print(f"{cells} cells of {len(sys.argv) - 1} notebooks, {different} differ")
    sys.exit(different > 0)


main()
