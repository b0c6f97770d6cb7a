// In-place forms: x.add_(1) computes add(x, 1), and x becomes the result.
#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Writes the numbers of `result` into x and, while gradients are recorded, gives x its history. What an earlier
// operation saved of x is then known to be changed: its backward fails in words instead of using other numbers.
// Errors: a leaf that requires grad, a recorded view, a dtype of a higher kind than x's (argument); another shape
// (shape).
void become(const char* tag, Variable& x, const Variable& result);

}  // namespace normlab
