// The textbook: plain loops in double, each reading like its formula. Everything fast is tested against these. They
// are slow, allocate, and treat no special values. Batch norm is over a (rows, cols) matrix, cols being the channels.
#pragma once

#include <cstdint>

#include "normlab/core/shape.hpp"
#include "normlab/kernels/norms.hpp"

namespace normlab::reference {

using kernels::NormGradients;
using kernels::NormInputs;

// c = a b: (m, n) = (m, k) (k, n), all row-major.
void matmul(const double* a, const double* b, Index m, Index n, Index k, double* c);

// (e^2x - 1) / (e^2x + 1)
double tanh(double x);
// 1 / (1 + e^-x)
double sigmoid(double x);

// y[r, c] = e^x[r, c] / sum over c' of e^x[r, c'], maxima taken off first.
void softmax(const double* x, Index rows, Index classes, double* y);
// The mean over rows of log(sum over c of e^x[r, c]) - x[r, target]; dlogits (may be null) is its gradient.
double cross_entropy(const double* logits, const std::int64_t* targets, Index rows, Index classes, double* dlogits);

// y = (x - mean) / sqrt(var + eps) * weight + bias over each group; backward from the chain rule through mean and var.
void batch_norm(const NormInputs<double>& in, double* y);
void batch_norm_backward(const NormInputs<double>& in, const double* dy, NormGradients<double> out);
void layer_norm(const NormInputs<double>& in, double* y);
void layer_norm_backward(const NormInputs<double>& in, const double* dy, NormGradients<double> out);
// y = x / sqrt(mean(x^2) + eps) * weight over each row
void rms_norm(const NormInputs<double>& in, double* y);
void rms_norm_backward(const NormInputs<double>& in, const double* dy, NormGradients<double> out);

}  // namespace normlab::reference
