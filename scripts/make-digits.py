#!/usr/bin/env python3
"""Makes cpp/normlab/data/digits.bin from scikit-learn's copy of the UCI digits. Layout: cpp/normlab/data/digits.md.

Needs NumPy and scikit-learn (Debian: python3-sklearn). The file is part of the repository: this only makes it again.
"""
import pathlib

import numpy as np
from sklearn.datasets import load_digits

target = pathlib.Path(__file__).resolve().parent.parent / "cpp" / "normlab" / "data" / "digits.bin"


def pack(pixels, labels):
    flat = pixels.reshape(-1)
    mask = np.packbits(flat != 0, bitorder="little")
    nibbles = flat[flat != 0] - 1
    if len(nibbles) % 2:
        nibbles = np.append(nibbles, np.uint8(0))
    return labels.tobytes() + mask.tobytes() + (nibbles[0::2] | nibbles[1::2] << 4).astype(np.uint8).tobytes()


def unpack(data, shape):
    count, total = shape[0], shape[0] * shape[1]
    labels = np.frombuffer(data, np.uint8, count)
    mask = np.unpackbits(np.frombuffer(data, np.uint8, total // 8, count), bitorder="little").astype(bool)
    pairs = np.frombuffer(data, np.uint8, offset=count + total // 8)
    pixels = np.zeros(total, np.uint8)
    pixels[mask] = np.stack([pairs & 15, pairs >> 4], axis=1).reshape(-1)[: mask.sum()] + 1
    return pixels.reshape(shape), labels


digits = load_digits()
pixels, labels = digits.data.astype(np.uint8), digits.target.astype(np.uint8)
assert (pixels == digits.data).all() and pixels.max() == 16
packed = pack(pixels, labels)
again = unpack(packed, pixels.shape)
assert (again[0] == pixels).all() and (again[1] == labels).all()
target.write_bytes(packed)
print(f"{target.name}: {len(packed)} bytes, {len(pixels)} images")
