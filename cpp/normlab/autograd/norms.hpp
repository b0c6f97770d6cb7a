// Batch, layer and root mean square normalization with gradients, on the fused kernels.
// autograd/composed.hpp holds the same three built from single operations: the specification.
#pragma once

#include <optional>

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Running statistics of batch_norm, (C) each; undefined tensors mean "not tracked".
struct RunningStats {
  Tensor mean;
  Tensor var;
};

// Per channel c of x (N, C) or (N, C, …): y = (x − mean_c) / √(var_c + eps) · weight_c + bias_c.
// `use_batch`: mean and biased variance of the batch, and `running` moves by
// new = (1 − momentum) · old + momentum · batch, with the unbiased variance; otherwise those of `running` are used.
// weight and bias may be undefined. Errors: see nn::BatchNorm1d.
Variable batch_norm(const Variable& x, const RunningStats& running, const Variable& weight, const Variable& bias,
                    bool use_batch, double momentum, double eps);

// Over the last `normalized_shape.rank()` axes: y = (x − mean) / √(var + eps) · weight + bias, biased variance.
// weight and bias, of shape normalized_shape, may be undefined. Errors: shapes that do not fit, eps below 0.
Variable layer_norm(const Variable& x, const Shape& normalized_shape, const Variable& weight, const Variable& bias,
                    double eps);

// Over the same axes: y = x / √(mean(x²) + eps) · weight + bias. Without eps, the machine epsilon of x's dtype.
Variable rms_norm(const Variable& x, const Shape& normalized_shape, const Variable& weight, const Variable& bias,
                  std::optional<double> eps);

// One form for all three over a matrix (rows, cols), with statistics of x itself; kernels/norms.inc lists them and
// nn/norm_table.hpp is the table.
Variable batch_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps);
Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps);
Variable rms_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps);

}  // namespace normlab
