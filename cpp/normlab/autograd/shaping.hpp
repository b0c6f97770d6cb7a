// Views and rearrangements with gradients; see core/views.hpp for the rules.
#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

Variable reshape(const Variable& x, const Shape& shape);
Variable permute(const Variable& x, const Shape& axes);
Variable transpose(const Variable& x, Index axis_a, Index axis_b);
Variable slice(const Variable& x, Index axis, Index start, Index stop, Index step);
Variable select(const Variable& x, Index axis, Index index);
Variable unsqueeze(const Variable& x, Index axis);
Variable squeeze(const Variable& x);
Variable squeeze(const Variable& x, Index axis);
// Repeats axes of size 1, and adds new ones in front, without copying; -1 keeps a size.
Variable expand(const Variable& x, const Shape& shape);
Variable cat(const std::vector<Variable>& parts, Index axis);
// Tensors of one shape side by side along a new axis. Errors: none, or another shape (shape).
Variable stack(const std::vector<Variable>& parts, Index axis);
// Copies the named rows; `rows` is int64 of rank 1. Rows named twice receive both gradients.
Variable index_rows(const Variable& x, const Tensor& rows);

}  // namespace normlab
