# What type(x) shows.
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

weight = nn.Parameter(torch.ones(1))
for x in (
    torch.ones(1), torch.float32, torch.Size([1]), weight, torch.Generator(), torch.device("cpu"), nn.Module(),
    nn.Linear(1, 1), nn.Identity(), nn.Embedding(1, 1), nn.Dropout(), nn.Flatten(), nn.ReLU(), nn.GELU(), nn.Softmax(0),
    nn.BatchNorm1d(1), nn.LayerNorm(1), nn.CrossEntropyLoss(), nn.MSELoss(), nn.Sequential(), nn.ModuleList(),
    nn.ModuleDict(), nn.ParameterList(), nn.MultiheadAttention(2, 1), nn.TransformerEncoderLayer(2, 1),
    torch.optim.SGD([weight], lr=0.1), torch.optim.Adam([weight]), torch.optim.AdamW([weight]),
    TensorDataset(torch.ones(1)), DataLoader([1]), weight.sum().grad_fn, np.ones(1), np.float64(1), np.ones(1).sum(),
):
    print(type(x))


class Mine(nn.Linear):
    pass


print(Mine(1, 1), type(Mine(1, 1)))
