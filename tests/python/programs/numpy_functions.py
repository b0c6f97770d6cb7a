# numpy as lessons use it.
import numpy as np

x = np.array([[3.0, -1.0, 2.0], [0.5, 1.5, -2.5]])
n = np.array([4, 1, 7, 1])
for name in ("abs", "absolute", "sign", "floor", "ceil", "square", "sin", "cos", "exp", "tanh", "isnan", "isinf",
             "isfinite"):
    print(name, getattr(np, name)(x))
print(np.abs(x), np.absolute(x), np.sign(x), np.floor(x), np.ceil(x), np.square(n), np.sin(x[0]), np.cos(x[0]))
print(np.isnan(x), np.isinf(x), np.isfinite(x), np.round(x * 1.26, 1), np.around(x / 3, 2))
print(np.sum(x), np.sum(x, 0), np.mean(x, axis=1), np.round(np.var(x), 6), np.std(x, axis=0), np.max(x), np.min(x, 1),
      np.amax(x, 0), np.amin(x))
print(np.argmax(x), np.argmax(x, axis=1), np.argmin(x, 0), np.any(x > 2), np.all(x > -3, axis=0), np.all(x))
print(np.cumsum(n), np.unique(n), np.bincount(n), np.clip(x, -1, 2), np.maximum(x, 0), np.minimum(x, 1),
      np.where(x > 0, x, 0))
print(np.matmul(x, x.T), np.dot(x[0], x[1]), x.dot(x[0]), np.outer(n, n[:2]), x @ x.T)
print(np.reshape(x, (3, 2)), np.ravel(x), np.transpose(x), np.squeeze(np.ones((1, 2, 1))), x[:, np.newaxis].shape)
print(np.zeros_like(n), np.ones_like(x), np.vstack([x, x[0]]), np.hstack([n, n]), np.concatenate([x, x]).shape,
      np.stack([n, n]))
print(np.asarray([1, 2]), np.array([1, 2], dtype=np.float64), np.array([1.5, 2.5]).astype(np.int64),
      np.zeros(2, dtype=np.int32))
print(np.array([True, False]).dtype == np.bool_, np.float32(1.5), np.dtype("float32"), isinstance(x, np.ndarray))
print(isinstance(np.float64(2.5), np.generic), np.pi, np.e, np.inf, np.nan, np.linspace(0, 1, 5), np.arange(3))
copied = x.copy()
copied.fill(2)
print(copied, x.clip(0, 1), copied.copy() is copied)
