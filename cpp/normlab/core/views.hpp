// Views: other ways to look at the same storage, and copies of chosen rows.
#pragma once

#include "normlab/core/tensor.hpp"

namespace normlab {

// One size may be -1 and is inferred. A view where strides allow (contiguous input), else a copy.
Tensor reshape(const Tensor& x, const Shape& shape);

// Axes in another order, a view; `axes` names each axis once.
Tensor permute(const Tensor& x, const Shape& axes);
Tensor transpose(const Tensor& x, Index axis_a, Index axis_b);

// x[…, start:stop:step, …] along `axis`, a view; bounds are clipped as in Python, step ≥ 1.
Tensor slice(const Tensor& x, Index axis, Index start, Index stop, Index step);
// x[…, index, …] along `axis`, a view without that axis.
Tensor select(const Tensor& x, Index axis, Index index);

// With a new axis of size 1 before `axis` (−rank−1..rank), a view.
Tensor unsqueeze(const Tensor& x, Index axis);
// Without the axes of size 1, or without `axis` if its size is 1; a view.
Tensor squeeze(const Tensor& x);
Tensor squeeze(const Tensor& x, Index axis);

// A copy of the named entries along axis 0: shape (count, …).
Tensor take_rows(const Tensor& x, const Index* rows, Index count);

// Tensors of one dtype joined along `axis`.
Tensor cat(const std::vector<Tensor>& parts, Index axis);

}  // namespace normlab
