import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.zeros(2, 5, 3)
for layer in (nn.Linear(3, 4), nn.LayerNorm(3), nn.LayerNorm((5, 3)), nn.BatchNorm1d(5), nn.Dropout(0.2), nn.Flatten(),
              nn.Flatten(0, 1), nn.Softmax(-1),
              nn.GELU(), nn.Identity(1, 2, k=3), nn.Tanh()):
    print(f"{type(layer).__name__:<12}", tuple(layer(x).shape), sum(p.numel() for p in layer.parameters()))
print(nn.Embedding(7, 2)(torch.zeros(2, 3, dtype=torch.long)).shape, nn.Linear(3, 1)(x).squeeze(-1).shape)
print(nn.Linear(3, 4).weight.shape, nn.Linear(3, 4, bias=False).bias, nn.BatchNorm2d(3)(torch.randn(2, 3, 4, 4)).shape)
net = nn.Sequential(nn.Flatten(), nn.Linear(15, 8), nn.ReLU(), nn.Linear(8, 2), nn.LogSoftmax(dim=1))
print(net(x), net(x).exp().sum(1))
print([tuple(p.shape) for p in net.parameters()], {n: tuple(b.shape) for n, b in nn.BatchNorm1d(4).named_buffers()})
