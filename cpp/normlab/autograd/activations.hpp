#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Element by element, floats only.
Variable tanh(const Variable& x);     // slope 1 − y²
Variable relu(const Variable& x);     // max(x, 0), slope 0 at 0
Variable sigmoid(const Variable& x);  // 1 / (1 + e⁻ˣ), slope y (1 − y)
Variable silu(const Variable& x);     // x sigmoid(x)

enum class GeluApproximation { none, tanh };
// x P(X ≤ x) for a standard normal X: x (1 + erf(x / √2)) / 2, or its approximation
// x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2.
Variable gelu(const Variable& x, GeluApproximation approximation = GeluApproximation::none);

}  // namespace normlab
