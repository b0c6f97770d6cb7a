# Methods that end in _ change the tensor itself and give it back.
import torch

start = torch.tensor([[-1.5, 0.25, 2.0], [3.5, -0.5, 1.0]])
for name in ("abs_", "neg_", "sign_", "floor_", "ceil_", "round_", "trunc_", "exp_", "sin_", "cos_", "erf_", "tanh_",
             "relu_",
             "sigmoid_", "square_", "logical_not_"):
    x = start.clone()
    same = getattr(x, name)()
    print(name, same is x, x)
p = start.abs()
print(p.clone().log_(), p.clone().sqrt_(), p.clone().rsqrt_(), p.clone().reciprocal_(), p.clone().pow_(2))
x = start.clone()
x.abs_().neg_().sign_().floor_().ceil_().round_().trunc_()
print(x)
x.exp_().sin_().cos_().erf_().tanh_().relu_().sigmoid_().square_()
print(x)
other = torch.tensor([1.0, -2.0, 0.5])
x = start.clone()
print(x.add_(other), x.add_(1, alpha=2), x.sub_(other), x.mul_(2), x.div_(other), x.clamp_(-5, 5), x.clip_(-4, 4))
print(x.remainder_(3), x.floor_divide_(2), x.lerp_(other.expand(2, 3), 0.5), x.masked_fill_(x > 0, 7.0))
print(x.addcmul_(other, other, value=0.5), x.addcdiv_(other, other, value=2), x.copy_(start), x.fill_(3), x.zero_())
for name in ("eq_", "ne_", "lt_", "le_", "gt_", "ge_"):
    x = start.clone()
    print(name, getattr(x, name)(1.0))
x = start.clone()
x.eq_(1.0).ne_(1.0).lt_(1.0).le_(0.5).gt_(0.5).ge_(0.5).logical_not_()
print(x)
torch.manual_seed(0)
print(x.uniform_(), x.uniform_(-1, 1), x.normal_(), x.normal_(5, 0.1), x.random_(0, 9), torch.zeros(4).random_(2, 4))

# With gradients: what comes out of an operation may be changed, leaves not.
leaf = torch.ones(3, requires_grad=True)
y = leaf * 2
y.mul_(3).add_(1)
y.sum().backward()
print(y, leaf.grad, y.is_leaf)
z = (leaf * 2).detach_()
print(z.requires_grad, leaf.retain_grad(), leaf.grad_fn)
try:
    leaf.neg_()
except RuntimeError as error:
    print(error)
with torch.no_grad():
    leaf.neg_()
print(leaf)
try:
    torch.ones(2).cuda()
except AssertionError as error:
    print(error)
