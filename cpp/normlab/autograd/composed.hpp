// The norms composed from single operations: slow, readable, differentiated by the graph. They specify what the fused
// norms of autograd/norms.hpp must give, and are never used to train.
#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab::composed {

// y = (x − mean) / √(var + eps) · weight + bias over the axes `dims`; weight and bias, already shaped to broadcast
// against x, may be undefined.
Variable standardize(const Variable& x, const std::vector<Index>& dims, const Variable& weight, const Variable& bias,
                     double eps);

// x (N, C) or (N, C, L), statistics of the batch per channel; weight, bias (C).
Variable batch_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps);
// Over the last axis; weight, bias (C).
Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps);
// y = x / √(mean(x²) + eps) · weight [+ bias] over the last axis.
Variable rms_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps);

}  // namespace normlab::composed
