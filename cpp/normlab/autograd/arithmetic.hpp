// Element by element operations with gradients. Shapes broadcast, dtypes promote as in PyTorch.
#pragma once

#include <optional>

#include "normlab/autograd/variable.hpp"
#include "normlab/core/elementwise.hpp"

namespace normlab {

Variable add(const Variable& a, const Variable& b);
Variable sub(const Variable& a, const Variable& b);
Variable mul(const Variable& a, const Variable& b);
// a / b as floats, also for integers.
Variable div(const Variable& a, const Variable& b);
// a^b; the gradient for b uses log(a): NaN for a < 0, and 0 for 0^b with b ≥ 0.
Variable pow(const Variable& a, const Variable& b);
// The larger (smaller) of both; where they are equal, each gets half the gradient, with a NaN both get all of it.
Variable maximum(const Variable& a, const Variable& b);
Variable minimum(const Variable& a, const Variable& b);

Variable neg(const Variable& x);
Variable abs(const Variable& x);
Variable exp(const Variable& x);
Variable log(const Variable& x);
Variable sqrt(const Variable& x);
// 1 / √x
Variable rsqrt(const Variable& x);
// 1 / x
Variable reciprocal(const Variable& x);
Variable sin(const Variable& x);
Variable cos(const Variable& x);
Variable erf(const Variable& x);
// −1, 0 or 1; this and the three below have slope 0.
Variable sign(const Variable& x);
Variable floor(const Variable& x);
Variable ceil(const Variable& x);
// To the nearest whole number, halves to the even one.
Variable round(const Variable& x);
// min(max(x, low), high); slope 1 from low to high, both included. Errors: no bound (argument).
Variable clamp(const Variable& x, std::optional<double> low, std::optional<double> high);

// condition ? a : b.
Variable where(const Tensor& condition, const Variable& a, const Variable& b);

// `value` where the bool mask, which broadcasts to x's shape, is true; x elsewhere.
Variable masked_fill(const Variable& x, const Tensor& mask, double value);

// `value` everywhere, in x's shape and dtype; x gets a gradient of 0, as from torch's fill_.
Variable filled_like(const Variable& x, double value);

// The same values as `dtype`; the gradient is cast back.
Variable to(const Variable& x, DType dtype);

// A number as a 0-d tensor that does not raise the other operand's dtype within its category: integral numbers
// become int64 (int32 beside int32), others float32 unless the other operand is float64.
Variable scalar_like(const Variable& other, double value, bool integral);

}  // namespace normlab
