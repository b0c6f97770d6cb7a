import torch
import torch.nn as nn
import torch.nn.functional as F

text = "normal numbers need no norm"
vocab = sorted(set(text))
stoi = {c: i for i, c in enumerate(vocab)}
ids = torch.tensor([stoi[c] for c in text])
print(len(vocab), ids[:8], ids.dtype)


class Bigram(nn.Module):
    def __init__(self, size, dim=8):
        super().__init__()
        self.embed = nn.Embedding(size, dim)
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, size, bias=False)

    def forward(self, idx, targets=None):
        logits = self.head(self.norm(self.embed(idx)))
        loss = None if targets is None else F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
        return logits, loss


torch.manual_seed(0)
model = Bigram(len(vocab))
opt = torch.optim.AdamW(model.parameters(), lr=0.1)
for step in range(30):
    _, loss = model(ids[:-1].unsqueeze(0), ids[1:].unsqueeze(0))
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    if step % 10 == 0:
        print(step, f"{loss.item():.3f}")
logits, none = model(ids[:3])
print(logits.shape, none, "".join(vocab[i] for i in logits.argmax(-1).tolist()))
print(model)
padded = nn.Embedding(5, 3, padding_idx=0)
out = padded(torch.tensor([[0, 2], [4, 0]]))
out.sum().backward()
print(out.shape, padded.weight.grad, out[0, 0])
