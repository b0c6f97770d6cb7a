// Matrix products with gradients. Each element is a plain sum over k in order, in x's dtype.
#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// (…, n, k) · (…, k, m) → (…, n, m): the leading sizes broadcast; an operand of rank 1 is a row on the left and a column
// on the right, and its axis goes, as in torch.matmul.
// Errors: 0-d operands, sizes that don't fit (shape); dtypes that differ or are not floats (argument).
Variable matmul(const Variable& a, const Variable& b);

// y = x Wᵀ + b: x (…, in), weight (out, in), bias (out) or undefined → (…, out).
Variable linear(const Variable& x, const Variable& weight, const Variable& bias);

}  // namespace normlab
