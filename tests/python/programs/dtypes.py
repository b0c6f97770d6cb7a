import torch

i, f = torch.tensor([1, 2]), torch.tensor([1.5, 2.5])
d, b = torch.tensor([1.0, 2.0], dtype=torch.float64), torch.tensor([True, False])
for x in (i, f, d, b):
    print(x, x.dtype, x.element_size(), x.is_floating_point(), x.type())
print((i + f).dtype, (i + d).dtype, (f + d).dtype, (b + i).dtype, (b + f).dtype, (i / i).dtype, (i + 1.5).dtype,
      (i + 1).dtype, (f + 1).dtype, (b + 1).dtype)
print(i.int().dtype, i.int() + i, f.long(), f.bool(), b.float(), b.int(), d.float(), f.double(), f.to(torch.int32),
      f.to(d.dtype).dtype, i.type_as(f))
print(torch.tensor(1.5).int(), torch.tensor(-1.5).long(), torch.tensor([0.0, 0.1]).bool())
print(torch.zeros(2, dtype=torch.int64), torch.ones(2, dtype=torch.bool), torch.arange(3, dtype=torch.float32),
      torch.full((2,), 3, dtype=torch.float64))
print(i.sum().dtype, b.sum(), f.sum().dtype, i.float().mean(), b.float().mean(), i.max(), b.any(), i.prod())
print(torch.float32, torch.int64, torch.float, torch.long, torch.double is torch.float64, torch.get_default_dtype())
print(torch.is_tensor(3), torch.tensor(5).item(), type(torch.tensor(5).item()), type(torch.tensor(5.0).item()),
      type(torch.tensor(True).item()))
print(torch.Tensor([1, 2]), torch.Tensor(2, 3).shape, torch.FloatTensor([1]), torch.LongTensor([1, 2]),
      torch.result_type(i, f))
print(torch.device("cpu"), f.device, f.to("cpu") is f, torch.cuda.is_available(), f.cpu() is f)
print(torch.tensor([2**24 + 1, -2**31], dtype=torch.int32))
print(torch.tensor([1, 2**40]), torch.tensor([-3, 100]), torch.tensor([[1.0, -1.0]]), torch.tensor([[True], [False]]))
print(torch.tensor(3.0) == 3, torch.tensor([1, 2]) == torch.tensor([1, 3]), torch.tensor([1, 2]).eq(2),
      (i != 1).tolist(), (i >= 2), i.lt(2))
print(5 // torch.tensor(2) if False else torch.tensor(5) // 2, torch.tensor(5.5) % 2, torch.tensor([1, 2]) ** 2,
      torch.tensor([2.0]) ** -1)
try:
    b - b
except RuntimeError as error:
    print(error)
try:
    i += 0.5
except RuntimeError as error:
    print(error)
