// Sums. An axis of a row-major array is given as (outer, reduced, inner): element (o, r, i) is
// x[(o * reduced + r) * inner + i]; several adjacent axes count as one.
#pragma once

#include "normlab/core/shape.hpp"

namespace normlab::kernels {

// y[o, i] = sum over r of x[o, r, i].
// inner > 1: in T, row after row in order, as PyTorch adds down the rows (so that its printed means come out).
// inner == 1: along the memory, where PyTorch's order depends on the CPU; here in double, in the order of
// simd::sum_of_blocks, rounded once.
template <class T>
void sum(const T* x, Index outer, Index reduced, Index inner, T* y);

// y[c] = sum over rows of x[r, c], in double and rounded once: the gradient of a bias added to every row. More careful
// than sum() because the rows are a whole batch and nobody prints their order.
template <class T>
void column_sums(const T* x, Index rows, Index cols, T* y);

}  // namespace normlab::kernels
