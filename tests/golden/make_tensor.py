"""Writes golden_tensor.json: what PyTorch gives for one expression after another, with gradients.

Each case is the same expression in Python and in JavaScript over tensors that both make from one seed: x (3, 4), y (3, 4),
z (2, 3, 4), w (2, 4, 5), v (4), p (3, 4) above 0, all float32 and requiring grad; i int64 (2), m bool (3, 4), k int64 (3, 4).
The result's numbers, and the gradients of sum(result * c) with c = 1, 2, 3, ..., are stored as float64 text.

    python3 tests/golden/make_tensor.py
"""
import json
import os

import torch

torch.set_num_threads(1)

CASES = [
    # element by element
    ("x.add(y)", None), ("x.sub(y)", None), ("x.mul(y)", None), ("x.div(p)", None), ("p.pow(y)", None),
    ("x.pow(2)", None), ("x.pow(3)", None), ("p.pow(0.5)", None), ("x.maximum(y)", None), ("x.minimum(v)", None),
    ("x.neg()", None), ("x.abs()", None), ("x.exp()", None), ("p.log()", None), ("p.sqrt()", None), ("p.rsqrt()", None),
    ("p.reciprocal()", None), ("x.square()", None), ("x.sin()", None), ("x.cos()", None), ("x.erf()", None),
    ("x.sign()", None), ("x.floor()", None), ("x.ceil()", None), ("x.mul(2).round()", None), ("x.tanh()", None),
    ("x.relu()", None), ("x.sigmoid()", None), ("x.clamp(-0.5, 0.5)", "x.clamp({ min: -0.5, max: 0.5 })"),
    ("x.clamp(min=0)", "x.clamp({ min: 0 })"), ("x.clamp(max=0)", "x.clamp({ max: 0 })"),
    ("x.masked_fill(m, 7.0)", "x.maskedFill(m, 7)"), ("torch.where(m, x, y)", "where(m, x, y)"),
    ("torch.where(m, x, 2.0)", "where(m, x, 2)"), ("x.add(v)", None), ("x.mul(z)", None),
    ("x.eq(y)", None), ("x.ne(x)", None), ("x.lt(y)", None), ("x.le(0)", None), ("x.gt(y)", None), ("x.ge(0.5)", None),
    ("x.isnan()", None), ("x.isfinite()", None), ("m.logical_not()", "m.logicalNot()"),
    ("m.logical_and(x > 0)", "m.logicalAnd(x.gt(0))"), ("m.logical_or(x > 0)", "m.logicalOr(x.gt(0))"),
    ("k.add(1)", None), ("k.mul(2.5)", None), ("k.div(2)", None), ("m.add(m)", None), ("m.mul(k)", None),
    # along axes
    ("z.sum()", None), ("z.sum(1)", None), ("z.sum((0, 2))", "z.sum([0, 2])"),
    ("z.sum((0, 1), keepdim=True)", "z.sum([0, 1], { keepdim: true })"), ("z.mean(-1)", None), ("z.mean((0, 1))", "z.mean([0, 1])"),
    ("z.var()", None), ("z.var(1)", None), ("z.var((0, 2), unbiased=False)", "z.var([0, 2], { unbiased: false })"),
    ("z.std(2, keepdim=True)", "z.std(2, { keepdim: true })"), ("z.max()", None), ("z.min()", None),
    ("z.max(1)[0]", "z.max(1).values"), ("z.max(1)[1]", "z.max(1).indices"),
    ("z.min(2, keepdim=True)[0]", "z.min(2, { keepdim: true }).values"), ("z.min(0)[1]", "z.min(0).indices"),
    ("z.amax((0, 2))", "z.amax([0, 2])"), ("z.amin(1, keepdim=True)", "z.amin(1, { keepdim: true })"),
    ("z.argmax()", None), ("z.argmax(1)", None), ("z.argmin(2)", None), ("z.norm()", None),
    ("z.norm(dim=1)", "z.norm(1)"), ("z.norm(p=1, dim=(0, 2))", "z.norm([0, 2], { p: 1 })"),
    ("z.norm(p=3, dim=2)", "z.norm(2, { p: 3 })"),
    ("z.norm(p=float('inf'), dim=2, keepdim=True)", "z.norm(2, { p: Infinity, keepdim: true })"),
    ("m.any()", None), ("m.all()", None), ("m.any(1)", None), ("m.all(0, keepdim=True)", "m.all(0, { keepdim: true })"),
    ("k.sum(0)", None), ("m.sum()", None), ("z.softmax(-1)", None), ("z.softmax(1)", None),
    ("z.log_softmax(0)", "z.logSoftmax(0)"),
    # products
    ("x.matmul(v)", None), ("v.matmul(w[0])", "v.matmul(w.index(0))"), ("v.matmul(v)", None), ("x.matmul(y.T)", None),
    ("z.matmul(w)", None), ("x.matmul(w)", None), ("z.matmul(w[0])", "z.matmul(w.index(0))"), ("z.matmul(v)", None),
    ("v.matmul(w)", None), ("z.matmul(w.unsqueeze(1).transpose(0, 1))", "z.matmul(w.unsqueeze(1).transpose(0, 1))"),
    # shape
    ("z.reshape(4, 6)", None), ("z.reshape(-1, 4)", None), ("z.transpose(0, 2)", None), ("z.permute(2, 0, 1)", None),
    ("x.T", None), ("z.flatten()", None), ("x.unsqueeze(1)", None), ("x.unsqueeze(-1)", None),
    ("x.unsqueeze(0).squeeze()", None), ("x.unsqueeze(0).squeeze(0)", None), ("v.expand(3, 4)", None),
    ("torch.cat([x, y], 1)", "cat([x, y], 1)"), ("torch.cat([x, y, x])", "cat([x, y, x])"),
    ("torch.stack([x, y])", "stack([x, y])"), ("torch.stack([x, y], -1)", "stack([x, y], -1)"),
    # indexing
    ("x[0]", "x.index(0)"), ("x[-1, 2]", "x.index(-1, 2)"), ("x[:, 1]", "x.index(':', 1)"), ("x[1:, :2]", "x.index('1:, :2')"),
    ("z[..., 0]", "z.index('...', 0)"), ("z[0, ..., ::2]", "z.index(0, '...', '::2')"), ("x[None]", "x.index(null)"),
    ("x[:, None, 1:3]", "x.index(':', null, '1:3')"), ("x[i]", "x.index(i)"), ("x[:, i]", "x.index(':', i)"),
    ("z[:, i]", "z.index(':', i)"), ("z[i - 1, :, i]", "z.index(i.sub(1), ':', i)"), ("x[i, i]", "x.index(i, i)"),
    ("x[m]", "x.index(m)"), ("z[:, m]", "z.index(':', m)"), ("x[x > 0]", "x.index(x.gt(0))"), ("z[0, :, i]", "z.index(0, ':', i)"),
    ("x[i.unsqueeze(1), i]", "x.index(i.unsqueeze(1), i)"), ("x[-2:]", "x.index('-2:')"), ("x[5:]", "x.index('5:')"),
    ("x.gather(1, k)", None), ("x.gather(0, k.clamp(max=2))", "x.gather(0, k.clamp({ max: 2 }))"),
    ("x.index_select(0, i)", "x.indexSelect(i)"),
    # in place, on results
    ("(x * 1).add_(y)", "x.mul(1).add_(y)"), ("(x * 1).sub_(1)", "x.mul(1).sub_(1)"), ("(x * 1).mul_(3)", "x.mul(1).mul_(3)"),
    ("(x * 1).div_(p)", "x.mul(1).div_(p)"), ("(x * 1).exp_()", "x.mul(1).exp_()"), ("(x * 1).tanh_()", "x.mul(1).tanh_()"),
    ("(x * 1).relu_()", "x.mul(1).relu_()"), ("(x * 1).zero_()", "x.mul(1).zero_()"),
    ("(x * 1).masked_fill_(m, 0)", "x.mul(1).maskedFill_(m, 0)"), ("(x * 1).clamp_(0, 1)", "x.mul(1).clamp_({ min: 0, max: 1 })"),
    ("put(x * 1, 0, 5.0)", "x.mul(1).setIndex(0, 5)"), ("put(x * 1, m, 0.0)", "x.mul(1).setIndex(m, 0)"),
    ("put(x * 1, (slice(None), 1), v[:3])", "x.mul(1).setIndex([':', 1], v.index(':3'))"),
    ("put(x * 1, i, y[:2])", "x.mul(1).setIndex(i, y.index(':2'))"),
    ("put(x * 1, slice(1, None), v)", "x.mul(1).setIndex('1:', v)"),
]


def put(target, where, value):
    target[where] = value
    return target


def inputs():
    torch.manual_seed(0)
    x, y, z = torch.randn(3, 4), torch.randn(3, 4), torch.randn(2, 3, 4)
    w, v, p = torch.randn(2, 4, 5), torch.randn(4), torch.rand(3, 4) + 0.5
    names = dict(x=x, y=y, z=z, w=w, v=v, p=p)
    for tensor in names.values():
        tensor.requires_grad_()
    names.update(i=torch.tensor([2, 1]), m=torch.rand(3, 4) > 0.5, k=torch.randint(0, 4, (3, 4)))
    return names


def numbers(tensor):
    return [repr(float(value)) for value in tensor.detach().double().flatten()]


def evaluate(python, javascript):
    names = inputs()
    result = eval(python, {"torch": torch, "put": put, **names})  # noqa: S307
    case = {"python": python, "js": javascript or python, "dtype": str(result.dtype)[6:], "shape": list(result.shape),
            "values": numbers(result), "grads": {}}
    if result.requires_grad:
        weights = torch.arange(1, result.numel() + 1, dtype=result.dtype).reshape(result.shape)
        (result * weights).sum().backward()
        for name, tensor in names.items():
            if tensor.grad is not None:
                case["grads"][name] = numbers(tensor.grad)
    return case


cases = [evaluate(python, javascript) for python, javascript in CASES]
path = os.path.join(os.path.dirname(__file__), "golden_tensor.json")
with open(path, "w", encoding="utf-8") as file:
    lines = ",\n".join(json.dumps(case) for case in cases)
    file.write(f'{{"torch": "{torch.__version__}", "cases": [\n{lines}\n]}}\n')
print(len(cases), "cases")
