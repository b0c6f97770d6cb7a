import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
logits = torch.randn(3, 4, requires_grad=True)
y = torch.tensor([0, 3, 1])
for reduction in ("mean", "sum", "none"):
    print(F.cross_entropy(logits, y, reduction=reduction))
print(nn.CrossEntropyLoss(label_smoothing=0.1)(logits, y), nn.CrossEntropyLoss(ignore_index=3)(logits, y))
print(F.cross_entropy(logits, torch.softmax(torch.ones(3, 4), 1)))
print(F.nll_loss(F.log_softmax(logits, 1), y), nn.NLLLoss()(logits.log_softmax(1), y))
nn.CrossEntropyLoss()(logits, y).backward()
print(logits.grad)
a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
for reduction in ("mean", "sum", "none"):
    print(F.mse_loss(a, b, reduction=reduction), F.l1_loss(a, b, reduction=reduction))
print(nn.MSELoss()(a, b), nn.L1Loss()(a, b), nn.BCEWithLogitsLoss()(a, torch.tensor([1.0, 0.0])))
print(F.one_hot(y, 4), F.relu(logits - 0.5).detach(), F.gelu(a), F.silu(a), F.softmax(logits, dim=-1).sum(1),
      F.leaky_relu(-a), F.softplus(a))
print(F.normalize(torch.tensor([[3.0, 4.0]])), F.cosine_similarity(a, b, dim=0),
      F.linear(a, torch.eye(2), torch.ones(2)), F.embedding(torch.tensor([1, 0]), torch.eye(2)))
print(logits.argmax(1), (logits.argmax(1) == y).float().mean(), logits.softmax(1).max(1))
print(logits.logsumexp(1), torch.tanh(a), torch.sigmoid(a), F.dropout(a, 0.5, training=False))
