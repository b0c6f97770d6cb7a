# Several iterators over one loader at the same time: each has an order and a place of its own.
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset

data = TensorDataset(torch.arange(7).float().unsqueeze(1), torch.arange(7))


def labels(batch):
    return batch[1].tolist()


# A loader beside itself.
torch.manual_seed(0)
loader = DataLoader(data, batch_size=3, shuffle=True)
for a, b in zip(loader, loader):
    print(labels(a), labels(b))
print(torch.rand(2))

# The first batch again and again, inside a loop over the same loader.
for batch in loader:
    x, y = next(iter(loader))
    print(labels(batch), x.flatten(), y)
print(torch.rand(2))

# Nested loops, with drop_last and in order.
for options in dict(shuffle=True, drop_last=True), dict():
    loader = DataLoader(data, batch_size=3, **options)
    print([(labels(a)[0], labels(b)[0]) for a in loader for b in loader], torch.rand(1))

# Two loaders on one generator, and one of them beside itself.
g = torch.Generator().manual_seed(5)
train = DataLoader(data, batch_size=3, shuffle=True, generator=g)
valid = DataLoader(data, batch_size=4, generator=g)
for a, b in zip(train, valid):
    print(labels(a), labels(b))
print(torch.rand(1, generator=g))
for epoch in range(2):
    for a, b, c in zip(train, valid, train):
        print(labels(a), labels(b), labels(c))
print(torch.rand(1, generator=g), torch.rand(1))

# Left and begun again; the one that was left goes on.
one = iter(train)
print(labels(next(one)))
for batch in train:
    print(labels(batch))
    break
two = iter(train)
print(labels(next(two)), [labels(batch) for batch in one], [labels(batch) for batch in two])
print(next(one, None), next(two, "ended"), len(one), iter(one) is one, list(one))
try:
    next(one)
except StopIteration as error:
    print("StopIteration", error.args)
print(torch.rand(1, generator=g))

# When the numbers are drawn: a seed by iter(), the order by the first next().
torch.manual_seed(1)
steps = []
loader = DataLoader(data, batch_size=7, shuffle=True)
for step in "loader = loader", "one = iter(loader)", "two = iter(loader)", "next(two)", "next(one)", "next(one, 0)":
    exec(step)
    steps.append(torch.rand(1).item())
print(["%.4f" % step for step in steps])

# A batch is read when it is asked for.
values = torch.zeros(4)
one = iter(DataLoader(TensorDataset(values), batch_size=2))
print(next(one))
values.add_(1)
print(next(one))

# An iterator needs its loader no longer.
one = iter(DataLoader(data, batch_size=4))
del loader
print(labels(next(one)), labels(next(one)), type(one))


class Squares(Dataset):
    def __len__(self):
        return 5

    def __getitem__(self, i):
        return i * i


torch.manual_seed(2)
loader = DataLoader(Squares(), batch_size=2, shuffle=True)
for a, b in zip(loader, loader):
    print(a, b, next(iter(loader)))
print([batch.tolist() for batch in loader], torch.rand(1))


# Pairs of an anchor and another example, as in contrastive training, with a validation batch on the way.
torch.manual_seed(3)
loader = DataLoader(data, batch_size=2, shuffle=True, drop_last=True)
endless = iter(loader)
for step in range(5):
    try:
        batch = next(endless)
    except StopIteration:
        endless = iter(loader)
        batch = next(endless)
    print(step, labels(batch), labels(next(iter(valid))), enumerate(loader).__next__()[0])
print(torch.rand(1))
