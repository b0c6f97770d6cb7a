// Tensor arithmetic without gradients, for use inside backward functions.
#pragma once

#include <bitset>

#include "normlab/core/elementwise.hpp"

namespace normlab {

inline Tensor operator+(const Tensor& a, const Tensor& b) { return binary("add", Binary::add, a, b); }
inline Tensor operator-(const Tensor& a, const Tensor& b) { return binary("sub", Binary::sub, a, b); }
inline Tensor operator*(const Tensor& a, const Tensor& b) { return binary("mul", Binary::mul, a, b); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return binary("div", Binary::div, a, b); }
inline Tensor operator-(const Tensor& x) { return unary("neg", Unary::neg, x); }

// A 0-d tensor of `like`'s dtype.
inline Tensor constant(const Tensor& like, double value) { return Tensor::full({}, value, like.dtype()); }

// Which axes an operation works along.
using AxisSet = std::bitset<Shape::max_rank>;

// Sum along `axes`; sizes become 1 (keepdim) or go. float32 sums whose last axis stays add row after row in float32,
// as PyTorch does; sums along the last axis add in double. bool and int32 give int64, which wraps around.
Tensor sum(const Tensor& x, const AxisSet& axes, bool keepdim);

// Undoes broadcasting: sums `gradient` down to `shape`.
Tensor sum_to(const Tensor& gradient, const Shape& shape);

}  // namespace normlab
