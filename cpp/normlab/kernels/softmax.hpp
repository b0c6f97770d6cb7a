// Softmax over the rows of a (rows, classes) matrix and the cross entropy built on it. A row's arithmetic is double
// from the difference to its maximum on, each result rounded once, for float and double alike.
// Rows with +inf or NaN give NaN. A row of only -inf (all classes masked) gives probabilities 0 and logs -inf.
#pragma once

#include <cstdint>

#include "normlab/core/shape.hpp"

namespace normlab::kernels {

// y[r, c] = e^x[r, c] / sum over c' of e^x[r, c']
template <class T>
void softmax_forward(const T* x, Index rows, Index classes, T* y);
// dx[r, c] = y (dy - sum over c' of dy y)
template <class T>
void softmax_backward(const T* dy, const T* y, Index rows, Index classes, T* dx);

// y[r, c] = x[r, c] - log(sum over c' of e^x[r, c'])
template <class T>
void log_softmax_forward(const T* x, Index rows, Index classes, T* y);
// dx[r, c] = dy - e^y (sum over c' of dy)
template <class T>
void log_softmax_backward(const T* dy, const T* y, Index rows, Index classes, T* dx);

// losses[r] = log(sum over c of e^logits[r, c]) - logits[r, targets[r]], which is +inf for a masked target class.
// Returns the sum of the losses in double, in row order. targets: (rows), each within 0..classes-1 (the caller checks),
// or -1 for a row to leave out: its loss and residuals are 0.
// losses: (rows) or null.
// residuals: (rows, classes) or null; softmax minus one-hot target, what backward needs. At the target it is minus the
// sum of the others, so that a nearly certain row keeps its small gradient.
template <class T>
double cross_entropy_forward(const T* logits, const std::int64_t* targets, Index rows, Index classes, T* losses,
                             T* residuals);
// dlogits[r, c] = scale dlosses[r] residuals[r, c]; dlosses: (rows), or null for all 1. A mean over the rows has
// scale = upstream gradient / rows.
template <class T>
void cross_entropy_backward(const T* residuals, Index rows, Index classes, const T* dlosses, double scale, T* dlogits);

}  // namespace normlab::kernels
