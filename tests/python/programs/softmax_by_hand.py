import torch
import torch.nn.functional as F

z = torch.tensor([[1.0, 2.0, 3.0], [1000.0, 1001.0, 1002.0]])
e = torch.exp(z - z.max(dim=1, keepdim=True).values)
p = e / e.sum(dim=1, keepdim=True)
print(p, torch.allclose(p, F.softmax(z, dim=1)), torch.exp(z)[1])
y = torch.tensor([2, 0])
nll = -torch.log(p[torch.arange(2), y])
print(nll.mean(), F.cross_entropy(z, y), F.nll_loss(torch.log_softmax(z, 1), y))
z.requires_grad_()
F.cross_entropy(z, y, reduction="sum").backward()
print(z.grad, torch.allclose(z.grad, p - F.one_hot(y, 3)))
t = torch.tensor([0.5, 1.0, 2.0])
print(torch.stack([F.softmax(torch.tensor([1.0, 2.0, 3.0]) / temperature, 0) for temperature in t]))
print(F.softmax(torch.tensor([1.0, float("-inf")]), 0), torch.tensor([0.0, 0.0]).softmax(0),
      F.log_softmax(torch.zeros(4), 0))
masked = torch.tensor([[1.0, 2.0], [3.0, 4.0]]).masked_fill(torch.tensor([[False, True], [False, False]]),
    float("-inf"))
print(masked, masked.softmax(-1), torch.logsumexp(torch.tensor([0.0, 0.0]), 0))
