#pragma once

#include "normlab/autograd/variable.hpp"
#include "normlab/core/random.hpp"

namespace normlab {

// In training, each element is 0 with probability p and else x / (1 − p); x itself otherwise, and for p = 0 or no
// elements. Draws two words an element in row-major order, none for p = 0 and p = 1: PyTorch's mask for the same seed.
// Errors: p outside 0..1 or NaN (argument). Source: Srivastava et al. 2014; torch.nn.functional.dropout.
Variable dropout(const Variable& x, double p, bool training, Generator& generator = default_generator());

}  // namespace normlab
