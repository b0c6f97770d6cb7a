// Variables as PyTorch prints them.
#pragma once

#include <string>

#include "normlab/autograd/variable.hpp"

namespace normlab {

// to_string of the numbers, ending in "requires_grad=True" for a leaf that asks for gradients and in
// "grad_fn=<AddBackward0>" for a result. An undefined variable is "None".
std::string to_string(const Variable& x);

}  // namespace normlab
