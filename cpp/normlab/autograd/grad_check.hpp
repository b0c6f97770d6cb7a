#pragma once

#include <functional>
#include <string>
#include <vector>

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Compares the gradients of `function` with central differences at the given float64 leaves: for each element,
// (f(x + h) − f(x − h)) / 2h against backward(), both of Σ c · function(inputs) with fixed uneven weights c (a plain
// sum would hide errors that cancel). Returns "" when every element agrees within the tolerance, else a text that names
// the first that does not.
//
// Tolerance per element: 10 · (h² + ε / h) · (1 + |gradient|); h = ∛ε balances truncation and rounding.
std::string grad_check(const std::function<Variable(const std::vector<Variable>&)>& function,
                       const std::vector<Variable>& inputs);

}  // namespace normlab
