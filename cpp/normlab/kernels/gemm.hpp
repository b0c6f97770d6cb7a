// Matrix product with any strides, so that transposed operands need no copy by the caller.
#pragma once

#include "normlab/core/shape.hpp"

namespace normlab::kernels {

// An operand: element (i, j) is data[i * row_stride + j * col_stride].
template <class T>
struct Operand {
  const T* data;
  Index row_stride;
  Index col_stride;
};

template <class T>
Operand<T> row_major(const T* data, Index cols) {
  return {data, cols, 1};
}

// The transpose of a row-major matrix that has `cols` columns.
template <class T>
Operand<T> transposed(const T* data, Index cols) {
  return {data, 1, cols};
}

template <class T>
struct GemmOptions {
  bool accumulate = false;  // add to c instead of overwriting it
  const T* bias = nullptr;  // n values, added to every row after its sums
};

// c (m, n) = a (m, k) b (k, n) [+ bias] or c += the same; c is row-major with c_row_stride elements from row to row and
// overlaps neither operand.
//
// Each element is the plain sequential sum over k in type T, started at 0, no multiply-add fused: bit for bit the
// textbook triple loop, and PyTorch 1.13 with a reference BLAS. Lanes run over columns, so SIMD changes no order.
template <class T>
void gemm(Index m, Index n, Index k, Operand<T> a, Operand<T> b, T* c, Index c_row_stride,
          const GemmOptions<T>& options = {});

extern template void gemm(Index, Index, Index, Operand<float>, Operand<float>, float*, Index,
                          const GemmOptions<float>&);
extern template void gemm(Index, Index, Index, Operand<double>, Operand<double>, double*, Index,
                          const GemmOptions<double>&);

}  // namespace normlab::kernels
