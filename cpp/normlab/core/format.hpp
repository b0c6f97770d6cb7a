// Text as PyTorch and Python print it: whole tensors, and the numbers and shapes inside module names.
#pragma once

#include <string>

#include "normlab/core/tensor.hpp"

namespace normlab {

// `x` as PyTorch prints it with its default options: 4 digits after the point, lines of at most 80 columns, above 1000
// elements only the first and last 3 entries of each axis. Any strides; an undefined tensor is "None". float32, int64
// and bool are not named, as in PyTorch. `suffix` comes last inside the parentheses ("requires_grad=True"), on a new
// line where the last one would get too long.
// Layout: torch/_tensor_str.py of PyTorch 1.13.
std::string to_string(const Tensor& x, const std::string& suffix = "");

// Python's repr(value): the shortest digits that read back as the same double, "1.0", "0.1", "1e-05", "inf", "nan".
std::string python_float(double value);

// Python's repr of a tuple: "()", "(64,)", "(2, 3)".
std::string python_shape(const Shape& shape);

}  // namespace normlab
