# Encoders learn to say which token stood first: pre-norm and post-norm, with and without warm-up.
import torch
import torch.nn as nn


class FirstToken(nn.Module):
    def __init__(self, tokens=6, width=16, depth=2, norm_first=True):
        super().__init__()
        self.embed = nn.Embedding(tokens, width)
        self.position = nn.Parameter(torch.randn(5, width) * 0.1)
        layer = nn.TransformerEncoderLayer(width, 2, 2 * width, dropout=0.0, batch_first=True, norm_first=norm_first)
        self.encoder = nn.TransformerEncoder(layer, depth, norm=nn.LayerNorm(width) if norm_first else None)
        self.out = nn.Linear(width, tokens)

    def forward(self, x):
        return self.out(self.encoder(self.embed(x) + self.position).mean(1))


for norm_first in (True, False):
    torch.manual_seed(0)
    model = FirstToken(norm_first=norm_first)
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, (step + 1) / 10))
    data = torch.Generator().manual_seed(1)
    for step in range(40):
        x = torch.randint(0, 6, (32, 5), generator=data)
        loss = nn.functional.cross_entropy(model(x), x[:, 0])
        optimiser.zero_grad()
        loss.backward()
        size = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 13 == 0:
            print(f"norm_first={norm_first} step {step:2d} loss {loss.item():.3f} gradient {size.item():.3f}")
    model.eval()
    with torch.no_grad():
        x = torch.randint(0, 6, (200, 5), generator=data)
        print(f"accuracy {(model(x).argmax(1) == x[:, 0]).float().mean().item():.2f}")
