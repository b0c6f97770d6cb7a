// Tensors for tests: made from lists of numbers, and read back element by element through their strides.
#pragma once

#include <vector>

#include "normlab/autograd/variable.hpp"

namespace normlab::testing {

using Numbers = std::vector<double>;

inline Tensor tensor(const Shape& shape, const Numbers& numbers, DType dtype = DType::float32) {
  Tensor out = Tensor::empty(shape, dtype);
  check(static_cast<Index>(numbers.size()) == out.numel(), ErrorKind::internal, "tensor", "expected ", out.numel(),
        " numbers, got ", numbers.size());
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t i = 0; i < numbers.size(); ++i) out.data<T>()[i] = static_cast<T>(numbers[i]);
  });
  return out;
}

// 0, 1, 2, … in row-major order.
inline Tensor counting(const Shape& shape, DType dtype = DType::float32) {
  Numbers numbers(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
  return tensor(shape, numbers, dtype);
}

// The elements in row-major order, whatever the strides.
inline Numbers numbers(const Tensor& x) {
  Numbers out;
  const Index count = x.numel();
  dispatch(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (Index i = 0; i < count; ++i) {
      Index rest = i;
      Index offset = 0;
      for (int axis = x.rank() - 1; axis >= 0; --axis) {
        offset += rest % x.size(axis) * x.strides()[axis];
        rest /= x.size(axis);
      }
      out.push_back(static_cast<double>(x.data<T>()[offset]));
    }
  });
  return out;
}
inline Numbers numbers(const Variable& x) { return numbers(x.data()); }

// A float64 leaf that requires grad.
inline Variable leaf(const Shape& shape, const Numbers& numbers, DType dtype = DType::float64) {
  return Variable(tensor(shape, numbers, dtype), true);
}
inline Variable leaf(double number) { return leaf({}, {number}); }

}  // namespace normlab::testing
