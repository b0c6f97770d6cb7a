// Reductions with gradients. `dims` lists the axes (negative ones count from the end); an empty list means all.
#pragma once

#include "normlab/autograd/tensor_math.hpp"
#include "normlab/autograd/variable.hpp"

namespace normlab {

// The set of the named axes; an empty list names all. Errors: out of range or named twice (shape).
AxisSet axis_set(const char* tag, const std::vector<Index>& dims, int rank);

// Σ x. Integers and bools give int64.
Variable sum(const Variable& x, const std::vector<Index>& dims, bool keepdim);
// Σ x / n, floats only: sum in the order that sum() has, then one division.
Variable mean(const Variable& x, const std::vector<Index>& dims, bool keepdim);
// Σ (x − mean)² / (n − correction), in double for every dtype; correction 1 is PyTorch's default ("unbiased").
// NaN when n ≤ correction, as in PyTorch.
Variable var(const Variable& x, const std::vector<Index>& dims, double correction, bool keepdim);
// √var.
Variable std(const Variable& x, const std::vector<Index>& dims, double correction, bool keepdim);

// Largest (smallest) element of all; where several are equal, they share the gradient.
Variable max(const Variable& x);
Variable min(const Variable& x);

// Position of the first largest (smallest) element along `dim`, int64. NaN counts as largest, as in PyTorch.
Tensor argmax(const Tensor& x, Index dim, bool keepdim);
Tensor argmin(const Tensor& x, Index dim, bool keepdim);

}  // namespace normlab
