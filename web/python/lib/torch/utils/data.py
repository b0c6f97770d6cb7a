"""Datasets and loaders; the orders are PyTorch's for the same seed."""
import builtins
import json

import _normlab as engine

from .._create import arange, tensor
from .._join import stack
from .._random import handle
from .._subset import missing as _missing, missing_text
from .._tensor import Tensor, wrap
from .._random import default_generator


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        return ConcatDataset([self, other])


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        assert all(tensors[0].size(0) == one.size(0) for one in tensors), "Size mismatch between tensors"
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(one[index] for one in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[one] for one in index]]
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, "datasets should not be an empty iterable"

    def __len__(self):
        return sum(map(len, self.datasets))

    def __getitem__(self, index):
        if index < 0:
            index += len(self)
        for dataset in self.datasets:
            if index < len(dataset):
                return dataset[index]
            index -= len(dataset)
        raise IndexError("index out of range")


def random_split(dataset, lengths, generator=default_generator):
    total = sum(lengths)
    count = len(dataset)
    if total != count and not abs(total - 1) < 1e-9:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    parts = json.loads(engine.randomSplit(handle(generator), count, *lengths))
    return [Subset(dataset, [int(one) for one in part]) for part in parts]


def default_collate(batch):
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch)
    if hasattr(first, "_t"):
        return stack([one._t for one in batch])
    if isinstance(first, builtins.float):
        from .. import float64

        return tensor(list(batch), dtype=float64)
    if isinstance(first, int):
        return tensor(list(batch))
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([one[key] for one in batch]) for key in first}
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(column) for column in zip(*batch)))
    if isinstance(first, (tuple, list)):
        if any(len(one) != len(first) for one in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(column) for column in zip(*batch)]
    raise TypeError(
        f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}")


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None,
                 pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None,
                 generator=None, **named):
        if num_workers < 0:
            raise ValueError(
                "num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        for name, value in (("sampler", sampler), ("batch_sampler", batch_sampler)):
            if value is not None:
                raise NotImplementedError(missing_text("DataLoader", name))
        if batch_size is None:
            raise NotImplementedError(missing_text("DataLoader", "batch_size=None"))
        if not isinstance(batch_size, int) or batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        if shuffle and len(dataset) == 0:
            raise ValueError("num_samples should be a positive integer value, but got num_samples=0")
        self.dataset, self.batch_size, self.drop_last = dataset, batch_size, drop_last
        self.shuffle, self.generator, self.num_workers = bool(shuffle), generator, num_workers
        self.collate_fn = collate_fn or default_collate
        self._plain = type(dataset) is TensorDataset and collate_fn is None

    def __len__(self):
        count = len(self.dataset)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def __iter__(self):
        tensors = [one.detach() for one in self.dataset.tensors] if self._plain else [arange(len(self.dataset))]
        return _SingleProcessDataLoaderIter(self, tensors)


class _SingleProcessDataLoaderIter:
    """One way through the batches, with an order and a place of its own; seeds are drawn where PyTorch draws them."""

    def __init__(self, loader, tensors):
        self._loader = loader
        random = -1 if loader.generator is None else loader.generator._h
        self._h = engine.loaderIter(loader.batch_size, loader.shuffle, loader.drop_last, random,
                                    *[one._h for one in tensors])

    def __del__(self):
        try:
            engine.free(self._h)
        except (AttributeError, TypeError):
            pass

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader)

    def __next__(self):
        ids = engine.loaderNext(self._h)
        if not ids:
            raise StopIteration
        batch = [wrap(int(one)) for one in ids.split(",")]
        if self._loader._plain:
            return batch
        dataset = self._loader.dataset
        return self._loader.collate_fn([dataset[at] for at in batch[0].tolist()])


__getattr__ = _missing("torch.utils.data")
