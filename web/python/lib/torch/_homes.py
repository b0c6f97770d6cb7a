"""Where PyTorch has its classes, which is what type(x) shows."""
from . import _dtype, _random, _tensor, nn, optim
from .utils import data

_NAMES = {
    _tensor: {"torch": "Tensor"},
    _dtype: {"torch": "dtype Size device finfo"},
    _random: {"torch._C": "Generator"},
    nn: {
        "torch.nn.modules.module": "Module",
        "torch.nn.modules.linear": "Linear Identity",
        "torch.nn.modules.sparse": "Embedding",
        "torch.nn.modules.dropout": "Dropout",
        "torch.nn.modules.flatten": "Flatten",
        "torch.nn.modules.activation":
            "ReLU GELU SiLU Tanh Sigmoid LeakyReLU Softmax LogSoftmax MultiheadAttention",
        "torch.nn.modules.batchnorm": "BatchNorm1d BatchNorm2d",
        "torch.nn.modules.normalization": "LayerNorm RMSNorm",
        "torch.nn.modules.loss": "CrossEntropyLoss MSELoss L1Loss NLLLoss BCEWithLogitsLoss",
        "torch.nn.modules.container": "Sequential ModuleList ModuleDict ParameterList",
        "torch.nn.modules.transformer": "Transformer TransformerEncoder TransformerEncoderLayer",
    },
    optim: {"torch.optim.optimizer": "Optimizer", "torch.optim.sgd": "SGD", "torch.optim.adam": "Adam",
            "torch.optim.adamw": "AdamW"},
    data: {"torch.utils.data.dataset": "Dataset TensorDataset ConcatDataset Subset",
           "torch.utils.data.dataloader": "DataLoader _SingleProcessDataLoaderIter"},
}

for _module, _homes in _NAMES.items():
    for _home, _names in _homes.items():
        for _name in _names.split():
            getattr(_module, _name).__module__ = _home
