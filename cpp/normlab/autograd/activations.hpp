#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Element by element, floats only.
Variable tanh(const Variable& x);     // slope 1 − y²
Variable relu(const Variable& x);     // max(x, 0), slope 0 at 0
Variable sigmoid(const Variable& x);  // 1 / (1 + e⁻ˣ), slope y (1 − y)

}  // namespace normlab
