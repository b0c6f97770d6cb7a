# Element by element: functions of torch and the methods of the same names.
import math

import torch

x = torch.tensor([[-2.5, -1.0, 0.0], [0.5, 1.5, 3.0]])
y = torch.tensor([2.0, -0.5, 4.0])
p = x.abs() + 0.5
for name in ("abs", "absolute", "neg", "negative", "sign", "floor", "ceil", "round", "trunc", "square", "exp", "sin",
             "cos",
             "erf", "tanh", "sigmoid"):
    print(name, getattr(torch, name)(x), torch.equal(getattr(torch, name)(x), getattr(x, name)()))
print(torch.abs(x), torch.absolute(x).sum(), torch.neg(y), torch.negative(y), torch.sign(x), torch.square(y))
print(torch.floor(x), torch.ceil(x), torch.round(x), torch.trunc(x), torch.round(p, decimals=1))
print(x.absolute().equal(x.abs()), x.neg().equal(-x), x.negative().equal(-x), x.sin(), x.cos(), x.erf(), x.trunc())
print(torch.exp(x)[0], torch.log(p)[0], torch.sqrt(p)[0], torch.rsqrt(p)[0], torch.reciprocal(p)[0])
print(torch.sin(y), torch.cos(y), torch.erf(y), torch.tanh(y), torch.sigmoid(y))

print(torch.add(x, y), torch.add(x, y, alpha=2), torch.sub(x, y), torch.subtract(x, 1), torch.rsub(x, 1))
print(torch.mul(x, y), torch.multiply(x, 2), torch.div(x, y), torch.divide(x, 2), torch.true_divide(x, y))
print(torch.pow(p, 2), torch.pow(2, y), torch.pow(p, y))
print(torch.div(x, 2, rounding_mode="floor"), torch.floor_divide(p, 0.4), torch.remainder(x, 2))
print(x.add(y, alpha=-1), x.sub(y), x.subtract(y), x.mul(y), x.multiply(3), x.div(4), x.divide(y), x.true_divide(2))
print(x.floor_divide(2), x.remainder(2), p.pow(0.5), torch.lerp(x, y, 0.25), x.lerp(y, 0.5))
print(torch.maximum(x, y), torch.minimum(x, y), x.maximum(y), x.minimum(y))
print(torch.clamp(x, -1, 1), torch.clamp(x, min=0), torch.clip(x, max=0.5), x.clip(-2, 2), x.clamp(max=y))

print(torch.eq(x, 0), torch.ne(x, 0), torch.lt(x, y), torch.le(x, 0.5), torch.gt(x, y), torch.ge(x, 1.5))
print(x.eq(0).sum(), x.ne(0).sum(), x.lt(y).sum(), x.le(0.5).sum(), x.gt(y).sum(), x.ge(1.5).sum())
odd = torch.tensor([1.0, math.inf, -math.inf, math.nan])
print(torch.isnan(odd), torch.isinf(odd), torch.isfinite(odd), odd.isnan(), odd.isinf(), odd.isfinite())
print(torch.isclose(odd, odd), torch.isclose(odd, odd, equal_nan=True), torch.inf, torch.nan, torch.e, torch.pi)
a, b = x > 0, y > 0
print(torch.logical_and(a, b), torch.logical_or(a, b), torch.logical_xor(a, b), torch.logical_not(a))
print(a.logical_and(b), a.logical_or(b), a.logical_xor(b), x.logical_not())
print(torch.equal(x, x.clone()), x.equal(y), torch.allclose(x, x + 1e-9), x.allclose(x + 1), torch.isclose(x, x + 1e-9))
print(torch.masked_fill(x, a, 9.0), torch.masked_select(x, a), x.masked_select(x < 0), x.where(a, torch.zeros(2, 3)))
print(torch.relu_(x.clone()), torch.where(a, x, 0.0))

# Whole numbers stay whole; division does not.
n = torch.tensor([7, -7, 4])
print(torch.floor_divide(torch.tensor([7, 8]), 2), torch.remainder(n, 4), torch.div(n, 2), torch.sign(n),
      torch.square(n))
print(n.abs().dtype, (n * 1.5).dtype, torch.result_type(n, x), torch.is_floating_point(n), torch.numel(x))

# Gradients.
for name in ("abs", "sin", "cos", "erf", "square", "sign", "floor", "rsqrt", "reciprocal", "neg"):
    z = p.clone().requires_grad_()
    out = getattr(torch, name)(z)
    out.sum().backward()
    print(name, out.grad_fn.name(), z.grad[1])
