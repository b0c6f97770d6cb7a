// Element by element maths on tensors: promotion, broadcasting, then one xtensor expression.
#pragma once

#include "normlab/core/tensor.hpp"

namespace normlab {

// The same numbers with another dtype, as convert_number() in dtype.hpp; this tensor itself when nothing changes.
Tensor cast(const Tensor& x, DType dtype);

// A view with stride 0 along broadcast axes; throws a shape error named by `tag`.
Tensor broadcast_to(const char* tag, const Tensor& x, const Shape& shape);

// The dtype of a result of two tensors, as torch.result_type: a tensor with dimensions outranks a 0-d one of the
// same category (integers, floats).
DType result_type(const Tensor& a, const Tensor& b);

enum class Binary { add, sub, mul, div, pow, maximum, minimum };
enum class Compare { eq, ne, lt, le, gt, ge };
enum class Unary { neg, abs, sign, floor, ceil, round, exp, log, sqrt, sin, cos, erf };

// a ∘ b after promotion and broadcasting, as in PyTorch: div gives floats, integers wrap around, add of bools is "or",
// mul is "and", maximum and minimum pass NaN on.
// Errors: shapes that do not broadcast (shape); sub and pow of bools, negative exponents of integers (argument).
Tensor binary(const char* tag, Binary op, const Tensor& a, const Tensor& b);
// a ∘ b as bool.
Tensor compare(const char* tag, Compare op, const Tensor& a, const Tensor& b);
// Integers become float32 first, except for neg, abs, sign and the roundings. Errors: neg and abs of bools (argument).
Tensor unary(const char* tag, Unary op, const Tensor& x);

// condition ? a : b with broadcasting; condition is bool.
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);

// target += source, in place: same shape and dtype, both contiguous.
void add_into(Tensor& target, const Tensor& source);

// True where the number is neither infinite nor NaN, decided on the bits.
bool all_finite(const Tensor& x);

}  // namespace normlab
