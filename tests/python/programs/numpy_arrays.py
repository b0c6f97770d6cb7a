import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

x = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(x, x.shape, x.dtype, x.ndim, x.size, len(x))
print(repr(x), repr(x[0]), x[0, 1], x[:, 1], x.T)
print(x.mean(), x.mean(axis=0), x.std(axis=1), x.var(), x.sum(0), x.max(), x.min(axis=1), x.argmax())
print(x + 1, x * x, x / 2, 1 / x, x ** 2, -x, x - x.mean(0), (x - x.mean()) / x.std())
print(x > 2, (x > 2).sum(), x[x > 2], x @ x.T)
print(np.zeros(3), np.ones((2, 2)), np.arange(5), np.arange(0, 1, 0.25), np.linspace(0, 1, 5), np.full(2, 7), np.eye(2))
print(np.sqrt(x), np.exp(x / 4), np.log(x), np.abs(-x), np.mean(x), np.std(x, axis=0), np.round(x / 3, 2),
      np.tanh(x).round(3))
print(np.array([1, 2, 3]), np.array([True, False]), np.array([1.5, 2, 1000.25]), np.array([1e-5, 1.0]),
      np.array([1e9, 1.0]), np.array([0.1, 0.12345678912]))
print(np.array([1, 2, 3]).mean(), np.array([1, 2]).dtype, np.float32(0.1), np.array([1, 2], dtype=np.float32),
      repr(np.array([0.5], dtype=np.float32)))
print(np.concatenate([x, x]).shape, np.stack([x, x]).shape, x.reshape(3, 2), x.ravel(), x.astype(int),
      np.where(x > 2, x, 0), np.maximum(x, 3))
print(np.allclose(x, x + 1e-10), np.array_equal(x, x), np.unique(np.array([3, 1, 1])), np.linalg.norm(x),
      np.dot(x, x.T))
t = torch.tensor([1.0, 2.0])
a = t.numpy()
t[0] = 9
print(a, a.dtype, torch.from_numpy(a), torch.tensor(a), torch.tensor(x), torch.as_tensor(x).dtype)
a[1] = 5
print(t, np.array(t), t.numpy().mean(), type(a))
print(np.arange(2000.0), np.arange(24).reshape(2, 3, 4))
print(np.array([0.001, 123.456]), np.array([-1.5, np.nan, np.inf]), np.array([]), np.array(3.0), f"{x.mean():.2f}",
      x.tolist())
digits = load_digits()
print(digits.data.shape, digits.target.shape, digits.images.shape, digits.data[0], digits.target[:10],
      digits.data.max(), digits.target_names)
X_train, X_val, y_train, y_val = train_test_split(digits.data, digits.target, test_size=0.2, random_state=0)
print(X_train.shape, X_val.shape, y_train[:10], y_val[:10], X_train.mean().round(4))
print(train_test_split(list(range(8)), random_state=1), train_test_split(np.arange(6), shuffle=False))
a, b = train_test_split(torch.arange(10), test_size=3, random_state=2, stratify=[0, 1] * 5)
print(a, b)
np.set_printoptions(precision=3, suppress=True)
print(np.array([0.00001, 123.456789]))
np.set_printoptions(precision=8, suppress=False)
