"""The digits step in PyTorch on one thread, with the requests and answers of cpp/bench/serve.hpp.

python3 pytorch.py BATCHES: a file of batches, each 64 x 64 float32 pixels and 64 bytes of labels.
"""
import ast
import contextlib
import io
import json
import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import torch  # noqa: E402

torch.set_num_threads(1)

BATCH, WIDTH, DEPTH, CLASSES, LR = 64, 64, 8, 10, 0.05


class RMSNorm(torch.nn.Module):
    """As torch.nn.RMSNorm, which came later than some versions that this runs on."""

    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        return x * torch.rsqrt(x.square().mean(1, keepdim=True) + self.eps) * self.weight


NORMS = {"none": None, "batch": torch.nn.BatchNorm1d, "layer": torch.nn.LayerNorm, "rms": RMSNorm}


def read_batches(path):
    size = 4 * BATCH * WIDTH + BATCH
    with open(path, "rb") as file:
        data = file.read()
    batches = []
    for at in range(0, len(data), size):
        pixels = bytearray(data[at:at + 4 * BATCH * WIDTH])
        x = torch.frombuffer(pixels, dtype=torch.float32).reshape(BATCH, WIDTH)
        batches.append((x, torch.tensor(list(data[at + 4 * BATCH * WIDTH:at + size]))))
    return batches


def begin(batches, kind):
    torch.manual_seed(0)
    layers = []
    for _ in range(DEPTH):
        layers.append(torch.nn.Linear(WIDTH, WIDTH))
        if NORMS[kind]:
            layers.append(NORMS[kind](WIDTH))
        layers.append(torch.nn.Tanh())
    model = torch.nn.Sequential(*layers, torch.nn.Linear(WIDTH, CLASSES))
    optimizer = torch.optim.SGD(model.parameters(), lr=LR)
    loss_of = torch.nn.CrossEntropyLoss()
    turn = 0

    def step():
        nonlocal turn
        x, y = batches[turn % len(batches)]
        turn += 1
        optimizer.zero_grad()
        loss = loss_of(model(x), y)
        loss.backward()
        optimizer.step()
        return loss

    return step


def begin_encoder():
    """As scripts/bench/tasks/encoder.mjs."""
    torch.manual_seed(0)
    blocks = [torch.nn.TransformerEncoderLayer(64, 4, 256, 0.0, batch_first=True, norm_first=True) for _ in range(6)]
    norm, head = torch.nn.LayerNorm(64), torch.nn.Linear(64, 50)
    parameters = [p for module in [*blocks, norm, head] for p in module.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=1e-3)
    x, y = torch.randn(16, 64, 64), torch.randint(0, 50, (16, 64))
    causal = torch.ones(64, 64, dtype=torch.bool).triu(1)

    def step():
        optimizer.zero_grad()
        out = x
        for block in blocks:
            out = block(out, src_mask=causal)
        loss = torch.nn.functional.cross_entropy(head(norm(out)).transpose(1, 2), y)
        loss.backward()
        optimizer.step()
        return loss

    return step


def blas():
    """The library that matrix products are really done by: what is mapped into this process."""
    with open("/proc/self/maps") as maps:
        paths = {os.path.realpath(line.split()[-1]) for line in maps if "/" in line}
    names = {os.path.basename(path) for path in paths}
    known = sorted(name for name in names if "openblas" in name.lower() or "mkl" in name.lower())
    return ", ".join(known) or "a BLAS of another kind"


def main():
    batches = read_batches(sys.argv[1])
    begun = {}

    def step_of(name):
        if name == "encoder":
            return begin_encoder()
        return begin(batches, name.split("/")[-1])

    def run(name, count):
        if name not in begun:
            begun[name] = step_of(name)
        step = begun[name]
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(count):
            step()
        return {"cpu": 1e3 * (time.process_time() - cpu), "wall": 1e3 * (time.perf_counter() - wall)}

    def losses(name, count):
        step = step_of(name)
        return [step().item() for _ in range(count)]

    def about(*_):
        capability = torch.backends.cpu.get_cpu_capability() if hasattr(torch.backends, "cpu") else ""
        return ", ".join([f"PyTorch {torch.__version__} {capability}".strip(), blas(), f"{torch.get_num_threads()} thread"])

    def program(path, _):
        """Milliseconds that a program takes, once what it imports is there."""
        with open(path) as file:
            code = compile(file.read(), path, "exec")
        for node in ast.parse(open(path).read()).body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                exec(compile(ast.Module([node], []), path, "exec"), {})
        with contextlib.redirect_stdout(io.StringIO()):
            begun = time.perf_counter()
            exec(code, {"__name__": "__main__"})
            return 1e3 * (time.perf_counter() - begun)

    methods = {"program": program, "about": about, "run": run, "losses": losses}
    for line in sys.stdin:
        method, name, count = (line.split() + ["", "0"])[:3]
        try:
            answer = {"value": methods[method](name, int(count))}
        except Exception as error:  # told to the caller, who decides
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


main()
