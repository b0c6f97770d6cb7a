# Along axes, and shapes: functions of torch and the methods of the same names.
import torch

torch.manual_seed(0)
x = torch.tensor([[3.0, -1.0, 2.0, 0.0], [1.0, 5.0, -2.0, 4.0], [0.5, 0.25, 2.5, -3.0]])
print(torch.sum(x), torch.sum(x, 0), torch.sum(x, dim=1, keepdim=True), torch.mean(x, (0, 1)), x.sum((0, 1)))
print(torch.amax(x, 1), torch.amin(x, 0), x.amin(1), x.amax((0, 1)))
print(torch.max(x), torch.min(x), torch.max(x, 1), torch.min(x, dim=0), torch.max(x, -x), torch.min(x, -x)[0])
print(torch.argmax(x), torch.argmin(x, 1), torch.argmax(x, dim=0, keepdim=True), torch.argsort(x, 1), torch.sort(x, 0))
print(torch.topk(x, 2), torch.topk(x, 1, largest=False).values, torch.sort(x, descending=True).indices)
print(torch.var(x), torch.var(x, 0), torch.var(x, 1, unbiased=False), torch.std(x), torch.std(x, dim=1, keepdim=True))
print(torch.var_mean(x, 1), torch.std_mean(x), torch.std_mean(x, 0, unbiased=False))
print(torch.any(x > 4), torch.all(x > -4, 1), torch.count_nonzero(x), x.count_nonzero(0),
      torch.prod(torch.tensor([2.0, 3.0, -1.0])))
print(torch.cumsum(x, 1), torch.logsumexp(x, 0), torch.norm(x), torch.norm(x, dim=1), torch.norm(x, p=1))
print(torch.softmax(x, 1)[0], torch.log_softmax(x, dim=0)[0], torch.unique(x), x.unique().numel(), torch.nonzero(x > 2))

a, b = torch.arange(6.0).reshape(2, 3), torch.tensor([[1.0, 0.0], [2.0, -1.0], [0.5, 3.0]])
v = torch.tensor([1.0, 2.0, 3.0])
print(torch.matmul(a, b), torch.mm(a, b), torch.mv(a, v), torch.dot(v, v), torch.outer(v, v), a.matmul(b), a.mm(b),
      a.mv(v))
print(v.dot(v), v.outer(a[0]), torch.bmm(a.unsqueeze(0), b.unsqueeze(0)), a.unsqueeze(0).bmm(b.unsqueeze(0)).shape)
print(torch.trace(a[:, :2]), a[:, :2].trace(), torch.diag(v), torch.diag(a), torch.tril(x), torch.triu(x, 1),
      x.tril(-1), x.triu())

print(torch.reshape(a, (3, 2)), torch.flatten(a), torch.ravel(a), a.ravel().shape, torch.permute(a, (1, 0)).shape)
print(torch.transpose(a, 0, 1), torch.t(a).shape, torch.swapaxes(a, 0, 1).shape, a.swapaxes(0, 1).shape,
      a.swapdims(1, 0).shape)
print(torch.unsqueeze(v, 1), torch.squeeze(torch.ones(1, 3, 1)).shape, torch.squeeze(torch.ones(1, 3, 1), 0).shape)
print(a.mT, a.T, a.view_as(b), a.reshape_as(b), v.expand_as(a), torch.flip(x, (1,)), x.flip(0, 1))
print(torch.select(x, 0, 1), x.select(1, -1), torch.narrow(x, 1, 1, 2), x.narrow(0, 0, 1))
print(torch.split(x, 2), torch.split(x, [1, 3], dim=1), torch.chunk(x, 2, 1), torch.unbind(a))
print(torch.index_select(x, 1, torch.tensor([0, 2])), torch.gather(x, 1, torch.tensor([[0], [1], [3]])))
print(torch.cat([a, a]), torch.concat([a, a], 1).shape,
      torch.concatenate([v, v]) if hasattr(torch, "concatenate") else None)
print(torch.clone(v), torch.detach(v), torch.empty_like(a).shape, torch.asarray([1, 2]))

# New tensors like another one.
print(a.new_zeros(2), a.new_ones(1, 2), a.new_full((2,), 7.0), a.new_tensor([1, 2]), a.new_empty(2, 2).shape)
print(v.nelement(), v.ndimension(), v.is_contiguous(), v.is_complex(), v.is_cuda, v.get_device(), v.element_size())

# Random ones.
print(torch.bernoulli(torch.tensor([0.1, 0.9, 0.5, 0.5])), torch.randint_like(torch.zeros(3), 5),
      torch.randint_like(v, 2, 9))
print(torch.empty(4).random_(0, 10), torch.zeros(3, dtype=torch.int64).random_(5))
torch.seed()
torch.manual_seed(1)
print(torch.default_generator is not None, torch.get_num_threads(), torch.zeros(1, dtype=torch.int).dtype)
torch.set_num_threads(1)
torch.use_deterministic_algorithms(True)
torch.set_default_dtype(torch.float64)
print(torch.ones(1).dtype, torch.tensor([1.5]).dtype, isinstance(torch.float32, torch.dtype))
torch.set_default_dtype(torch.float32)

# Layers as functions of torch.
print(torch.layer_norm(a, (3,)), torch.dropout(v, 0.5, False), torch.embedding(b, torch.tensor([0, 2])))

# Gradients.
for name, call in {
    "amax": lambda z: z.amax(1), "prod": lambda z: z[0, :3].prod(), "cumsum": lambda z: z.cumsum(0),
    "std": lambda z: z.std(0),
    "sort": lambda z: z.sort(1).values[:, 0], "flip": lambda z: z.flip(1) * x, "trace": lambda z: z[:3, :3].trace(),
    "unbind": lambda z: z.unbind(1)[2], "outer": lambda z: z[0].outer(z[1]), "where": lambda z: z.where(z > 0, -z),
}.items():
    z = x.clone().requires_grad_()
    call(z).sum().backward()
    print(name, z.grad)
