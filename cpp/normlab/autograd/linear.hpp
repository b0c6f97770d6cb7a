// Matrix products with gradients. Each element is a plain sum over k in order, in x's dtype.
#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// a (n, k) · b (k, m) → (n, m). Errors: other ranks or sizes (shape), dtypes that differ or are not floats (argument).
Variable matmul(const Variable& a, const Variable& b);

// y = x Wᵀ + b: x (…, in), weight (out, in), bias (out) or undefined → (…, out).
Variable linear(const Variable& x, const Variable& weight, const Variable& bias);

}  // namespace normlab
