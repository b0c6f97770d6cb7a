// Elements and blocks of a tensor chosen by other tensors.
#pragma once

#include <vector>

#include "normlab/core/tensor.hpp"

namespace normlab {

// Places in a row-major tensor: `shape` says how the chosen blocks lie in a result, `starts` where each begins.
struct Picks {
  Shape shape;
  std::vector<Index> starts;
  Index block = 1;  // elements from each start on
};

// The blocks that x[i, j, …] names along the leading axes of a tensor of this shape. int64 and int32 indices broadcast
// together, negative ones count from the end; a bool mask stands for as many axes as it has, and for the places where
// it is true. Errors: too many indices, a position out of range, a mask of another shape (shape); other dtypes
// (argument).
Picks pick(const char* tag, const Shape& shape, const std::vector<Tensor>& indices);

// The elements of torch.gather: for each place of `index`, the same place except along `axis`, where it is the
// index's value. Errors: another rank, larger sizes, a position out of range (shape); no int64 (argument).
Picks pick_along(const char* tag, const Shape& shape, Index axis, const Tensor& index);

Tensor take(const Tensor& x, const Picks& picks);
// target[picks] = values and target[picks] += values: a contiguous target, values of picks.shape and of its dtype.
// A place picked twice keeps the last value (put), or gets both (add_at, floating point only).
void put(Tensor& target, const Picks& picks, const Tensor& values);
void add_at(Tensor& target, const Picks& picks, const Tensor& values);

}  // namespace normlab
