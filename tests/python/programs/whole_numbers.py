import torch
import torch.nn as nn
import torch.nn.functional as F


def show(f):
    try:
        print(f())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


seven, few, zeros = torch.tensor(7), torch.tensor([1, 2]), torch.tensor([0, 1])
show(lambda: seven // 0)
show(lambda: seven % 0)
show(lambda: few // zeros)
show(lambda: few % zeros)
show(lambda: seven.int() % 0)
show(lambda: torch.tensor(True) // 0)
show(lambda: seven.div(0, rounding_mode="trunc"))
show(lambda: seven.div(0, rounding_mode="floor"))
show(lambda: seven.clone().floor_divide_(0))
show(lambda: seven.clone().remainder_(0))
show(lambda: 7 // torch.tensor(0))
show(lambda: 7 % torch.tensor(0))
print(seven // 0.0, seven % 0.0, seven / 0, seven.float() // 0, seven.float() % 0, few[:0] // 0, few[:0] % zeros[:0])
print(7 // few, 7 % few, -7 // few, -7.5 % few, 7 // torch.tensor(2.5), few.div(-2, rounding_mode="floor"), few % 2.5)
show(lambda: few**-1)

x = torch.arange(8).view(2, 4)
for kind in (torch.int64, torch.int32, torch.bool):
    whole = x.to(kind)
    show(lambda: nn.LayerNorm(4)(whole))
    show(lambda: nn.LayerNorm(4, elementwise_affine=False)(whole))
    show(lambda: nn.BatchNorm1d(4)(whole))
    show(lambda: nn.BatchNorm1d(4).eval()(whole))
    show(lambda: nn.BatchNorm1d(4, affine=False, track_running_stats=False)(whole))
    show(lambda: nn.Sequential(nn.LayerNorm(4), nn.ReLU())(whole))
    show(lambda: nn.BatchNorm2d(4)(torch.ones(2, 4, 2, 2).to(kind)))
    show(lambda: nn.Linear(4, 2)(whole))
    show(lambda: nn.GELU()(whole))
    show(lambda: nn.SiLU()(whole))
    show(lambda: nn.LeakyReLU()(whole))
    show(lambda: nn.Softmax(-1)(whole))
    show(lambda: nn.ReLU()(whole))
    show(lambda: nn.Tanh()(whole))
    show(lambda: whole.sigmoid())
show(lambda: nn.LayerNorm(3)(x))
show(lambda: nn.BatchNorm1d(5)(x))
show(lambda: nn.Dropout()(x))
show(lambda: F.mse_loss(x, x))
show(lambda: F.cross_entropy(x, torch.tensor([0, 1])))
