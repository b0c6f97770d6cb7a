#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// softmax along the last axis: e^x / Σ e^x, computed from x − max.
Variable softmax(const Variable& x);
// log(softmax(x)) along the last axis.
Variable log_softmax(const Variable& x);

// Mean over the batch of −log softmax(logits)[target]: logits (N, C), target (N) int64 in 0..C−1 → 0-d.
// Errors: shapes that do not fit (shape); an empty batch, targets that are no int64 or out of range (argument, names
// the sample). Source: torch.nn.functional.cross_entropy.
Variable cross_entropy(const Variable& logits, const Tensor& target);

}  // namespace normlab
