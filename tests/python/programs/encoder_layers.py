# Encoder layers and stacks of them: both places of the norm, masks, printing, state.
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16)
print(layer)
print(list(layer.state_dict()))
print(layer.norm_first, layer.self_attn.batch_first, layer.dropout.p, layer.activation is F.relu)
x = torch.randn(4, 3, 8)
print(layer(x)[0])
layer.eval()
print(layer(x)[0])

for norm_first in (False, True):
    torch.manual_seed(1)
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, activation="gelu", batch_first=True,
                                       norm_first=norm_first)
    y = layer(x)
    print(y.shape, y[0], f"{y.mean():.4f} {y.std():.4f}")
    (y * torch.arange(8.0)).mean().backward()
    for name, value in layer.named_parameters():
        print(f"{name:28s}{value.grad.norm():.5f}")

torch.manual_seed(2)
encoder = nn.TransformerEncoder(
    nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, activation=nn.GELU(), batch_first=True, norm_first=True),
    num_layers=2,
    norm=nn.LayerNorm(8))
print(encoder)
print(len(encoder.layers), encoder.num_layers, sum(value.numel() for value in encoder.parameters()))
print([name for name, _ in encoder.named_modules()][:6])
# All layers start as copies of the first.
print(torch.equal(encoder.layers[0].linear1.weight, encoder.layers[1].linear1.weight))
print(encoder(x)[0])
encoder.eval()
print(encoder(x)[1])

mask = nn.Transformer.generate_square_subsequent_mask(3)
seen = encoder(x, mask=mask)
other = x.clone()
other[:, 2] = 0
print(torch.allclose(seen[:, :2], encoder(other, mask=mask)[:, :2], atol=1e-6), seen[1, 2])
padding = torch.tensor([[False, False, True]] * 2 + [[False, True, True]] * 2)
print(encoder(x, src_key_padding_mask=padding)[3])
print(encoder(x, mask, padding)[3])
print(encoder(x[0])[1])

# Post-norm without gradients: PyTorch computes no padding, so it gives zeros there and cuts what all have.
torch.manual_seed(3)
post = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2)
post.eval()
with torch.no_grad():
    whole, packed = post(x), post(x, src_key_padding_mask=padding)
print(whole.shape, packed.shape, packed[2:], sep="\n")
print(post(x, src_key_padding_mask=padding)[2].shape)
with torch.no_grad():
    print(post(x, src_key_padding_mask=padding.flip(1))[2])

# State goes from one to another.
torch.manual_seed(4)
copied = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2)
print(torch.equal(copied(x), post(x)), copied.load_state_dict(post.state_dict()))
copied.eval()
print(torch.equal(copied(x), post(x)), torch.equal(copy.deepcopy(post)(x), post(x)))
print([key for key in post.state_dict() if "layers.1" in key][:4])

double = nn.TransformerEncoderLayer(4, 1, 8, dropout=0.0, dtype=torch.float64)
print(double(torch.ones(2, 1, 4, dtype=torch.float64)).dtype, copy.deepcopy(double).float().linear1.weight.dtype)


class NoNorm(nn.TransformerEncoderLayer):
    def __init__(self, *args, **named):
        super().__init__(*args, **named)
        self.norm1 = self.norm2 = nn.Identity()


torch.manual_seed(5)
print(NoNorm(4, 2, 4, dropout=0.0)(torch.ones(2, 1, 4)))


def attempt(call):
    try:
        call()
    except (AssertionError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)


attempt(lambda: nn.TransformerEncoderLayer(8, 3))
attempt(lambda: nn.TransformerEncoderLayer(8, 2, activation="swish"))
attempt(lambda: layer(torch.ones(2, 3, 4)))
attempt(lambda: layer(torch.ones(8)))
attempt(lambda: encoder(x, mask=torch.zeros(2, 2)))
attempt(lambda: encoder(x, src_key_padding_mask=torch.zeros(4, 3).long()))
attempt(lambda: encoder(x, src_key_padding_mask=torch.zeros(4, 2).bool()))
