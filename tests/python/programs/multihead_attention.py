# nn.MultiheadAttention: what it gives, which weights, who may look where.
import torch
import torch.nn as nn

torch.manual_seed(0)
attention = nn.MultiheadAttention(8, 2)
print(attention)
for name, value in attention.named_parameters():
    print(name, tuple(value.shape), f"{value.abs().mean():.4f}")
print(list(attention.state_dict()), attention.head_dim, attention.kdim, attention.batch_first)

x = torch.randn(3, 2, 8)
out, weights = attention(x, x, x)
print(out.shape, weights.shape)
print(out[:, 0])
print(weights)
print(torch.allclose(weights.sum(-1), torch.ones(2, 3)))
out, heads = attention(x, x, x, average_attn_weights=False)
print(heads.shape, torch.allclose(heads.mean(1), weights, atol=1e-6))
out, none = attention(x, x, x, need_weights=False)
print(none, out[0], sep="\n")

torch.manual_seed(1)
first = nn.MultiheadAttention(8, 4, batch_first=True, bias=False)
query, memory = torch.randn(2, 2, 8), torch.randn(2, 5, 8)
out, weights = first(query, memory, memory)
print(first.in_proj_bias, first.out_proj, out, weights, sep="\n")
out, weights = first(query[0], memory[0], memory[0])
print(out, weights)
print(first(query[0], memory[0], memory[0], need_weights=False)[0])
print(first(query, memory, memory, need_weights=False)[0])

# Masks: true hides, numbers are added.
causal = torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1)
print(attention(x, x, x, attn_mask=causal)[1][0])
print(attention(x, x, x, attn_mask=causal, need_weights=False)[0][:, 1])
numbers = nn.Transformer.generate_square_subsequent_mask(3)
print(numbers)
print(torch.equal(attention(x, x, x, attn_mask=numbers)[0], attention(x, x, x, attn_mask=causal)[0]))
padding = torch.tensor([[False, False, True], [False, False, False]])
print(attention(x, x, x, key_padding_mask=padding)[1])
print(attention(x, x, x, key_padding_mask=padding, need_weights=False)[0][0])
out, weights = attention(x, x, x, key_padding_mask=padding, attn_mask=causal)
print(weights[0], out[1], sep="\n")
print(attention(x, x, x, key_padding_mask=padding, attn_mask=numbers, need_weights=False)[0][2])
each = torch.zeros(4, 3, 3)
each[1, :, 0] = -2.0
print(attention(x, x, x, attn_mask=each, average_attn_weights=False)[1][0])

# Other sizes of keys and values, and two more keys.
torch.manual_seed(2)
mixed = nn.MultiheadAttention(8, 2, kdim=4, vdim=6)
print([(name, tuple(value.shape)) for name, value in mixed.named_parameters()])
print(mixed(x, torch.ones(4, 2, 4), torch.ones(4, 2, 6))[0][0])
more = nn.MultiheadAttention(8, 2, add_bias_kv=True, add_zero_attn=True)
out, weights = more(x, x, x, attn_mask=causal, key_padding_mask=padding)
print(list(more.state_dict()), weights[0], out[0], sep="\n")

# Gradients.
out, weights = attention(x, x, x)
out.pow(2).sum().backward()
for name, value in attention.named_parameters():
    print(name, f"{value.grad.norm():.4f}")
attention.zero_grad()
attention(x, x, x, attn_mask=causal, need_weights=False)[0].pow(2).sum().backward()
print(attention.in_proj_weight.grad[:2, :4])

# Dropout hits the weights in training only.
torch.manual_seed(3)
dropping = nn.MultiheadAttention(8, 2, dropout=0.5)
print(dropping(x, x, x)[1][0])
print(dropping(x, x, x, need_weights=False)[0][0, 0])
dropping.eval()
print(dropping(x, x, x)[1][0])


def attempt(call):
    try:
        call()
    except (AssertionError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)


attempt(lambda: nn.MultiheadAttention(8, 3))
attempt(lambda: attention(torch.ones(3, 2, 4), x, x))
attempt(lambda: attention(torch.ones(3, 2, 4), torch.ones(3, 2, 4), torch.ones(3, 2, 4), need_weights=False))
attempt(lambda: attention(x, x[:2], x))
attempt(lambda: attention(x, x[:2], x, need_weights=False))
attempt(lambda: attention(x[0], x, x))
attempt(lambda: attention(torch.ones(8), x, x))
attempt(lambda: attention(x[:, 0], x, x[:, 0]))
attempt(lambda: attention(x, x, x, attn_mask=torch.zeros(2, 2)))
attempt(lambda: attention(x, x, x, attn_mask=torch.zeros(3, 3, 3), need_weights=False))
attempt(lambda: attention(x, x, x, attn_mask=torch.zeros(3), need_weights=False))
attempt(lambda: attention(x, x, x, attn_mask=torch.zeros(3, 3).long()))
attempt(lambda: attention(x, x, x, key_padding_mask=torch.zeros(2, 3).long()))
attempt(lambda: attention(x, x, x, key_padding_mask=torch.zeros(2, 4).bool()))
attempt(lambda: attention(x, x, x, key_padding_mask=torch.zeros(3).bool()))
