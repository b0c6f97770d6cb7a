// Largest and smallest elements, and where they are. NaN counts as the largest and as the smallest, as in PyTorch.
#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Along `dims` (an empty list means all; negative ones count from the end); where several elements are equal, or NaN,
// they share the gradient. Errors: no element (shape). Source: torch.amax, and torch.max without dim.
Variable amax(const Variable& x, const std::vector<Index>& dims, bool keepdim);
Variable amin(const Variable& x, const std::vector<Index>& dims, bool keepdim);
// Over all elements.
Variable max(const Variable& x);
Variable min(const Variable& x);

// The first largest (smallest) element along one axis and its position (int64); the gradient goes to that position.
struct Extreme {
  Variable values;
  Tensor indices;
};
Extreme max(const Variable& x, Index dim, bool keepdim);
Extreme min(const Variable& x, Index dim, bool keepdim);

// Position of the first largest (smallest) element along `dim`, int64.
Tensor argmax(const Tensor& x, Index dim, bool keepdim);
Tensor argmin(const Tensor& x, Index dim, bool keepdim);

}  // namespace normlab
