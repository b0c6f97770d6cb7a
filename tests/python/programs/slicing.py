import torch

x = torch.arange(24.0).view(2, 3, 4)
for y in (x[0], x[1, 2], x[1, 2, 3], x[:, 0], x[..., 0], x[:, :, 1:3], x[:, ::2, ::3], x[-1, -1], x[0, :, -1:],
          x[None].shape, x[:, None, :, 0].shape,
          x[x > 20], x[[0, 0]].shape, x[:, [2, 0], 1], x[torch.tensor([1])].shape,
          x[0][torch.tensor([True, False, True])], x[0, torch.tensor([0, 1]), torch.tensor([2, 3])],
          x[1:1].shape, x[5:].shape, x[..., None].shape, x[:, -2:, :2]):
    print(y)
y = x.clone()
y[0, 0] = -1
y[1, :, 0] = torch.tensor([7.0, 8.0, 9.0])
y[y > 20] = 0
y[:, 1] *= 2
y[..., -1] += 100
print(y)
z = x[0]
z[0, 0] = 50
print(x[0, 0, 0], x.view(-1)[:3])
w = torch.zeros(5)
w[torch.tensor([0, 2])] = torch.tensor([1.0, 2.0])
w[1:4:2] = 9
w[-1] = -1
print(w, w[1:].sum(), w.tolist())
a = torch.zeros(3, requires_grad=True)
b = a * 2
b[1] = 5
print(b)
b.sum().backward()
print(a.grad)
labels = torch.tensor([2, 0, 1])
logp = torch.log_softmax(torch.arange(9.0).view(3, 3), dim=1)
print(logp[torch.arange(3), labels], logp.gather(1, labels.unsqueeze(1)).squeeze(1))
print(torch.eye(3)[labels], x.sum((0, 2)), x.mean((1, 2), keepdim=True).shape, x.amax((0, 1)),
      x.std((0, 1), unbiased=False))
