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
// Σ (x − mean)² / max(n − correction, 0), in double for every dtype; correction 1 is PyTorch's default ("unbiased").
// One element with correction 1 gives 0 / 0 = NaN, as in PyTorch.
Variable var(const Variable& x, const std::vector<Index>& dims, double correction, bool keepdim);
// √var, rounded once; the gradient is 0 where all elements are equal, as in PyTorch.
Variable std(const Variable& x, const std::vector<Index>& dims, double correction, bool keepdim);

// (Σ |x|^p)^(1/p), p > 0; the largest |x| for p = ∞. In double, rounded once; floats only. A norm of 0 has slope 0.
Variable norm(const Variable& x, double p, const std::vector<Index>& dims, bool keepdim);

// Whether some (each) element is not 0, as bool; some of no elements is false, each is true.
Tensor any(const Tensor& x, const std::vector<Index>& dims, bool keepdim);
Tensor all(const Tensor& x, const std::vector<Index>& dims, bool keepdim);

}  // namespace normlab
