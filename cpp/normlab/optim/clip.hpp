#pragma once

#include <vector>

#include "normlab/autograd/variable.hpp"

namespace normlab::optim {

// The norm of all gradients together, as one vector: √Σ g² in double, or max |g| for norm_type infinity. Parameters
// without a gradient count as 0. NaN when one of them is. Errors: another norm_type (argument).
double grad_norm(const std::vector<Variable>& parameters, double norm_type = 2);

// Scales all gradients by min(1, max_norm / (norm + 1e-6)) and returns their norm before that.
// Errors: max_norm that is negative or NaN, and with error_if_nonfinite a norm that is not finite (argument; nothing
// is scaled then). Source: torch.nn.utils.clip_grad_norm_; Pascanu, Mikolov & Bengio 2013, algorithm 1.
double clip_grad_norm_(const std::vector<Variable>& parameters, double max_norm, double norm_type = 2,
                       bool error_if_nonfinite = false);

}  // namespace normlab::optim
