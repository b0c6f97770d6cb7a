#include "normlab/kernels/reduce.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "normlab/kernels/simd.hpp"

namespace normlab::kernels {
namespace {

// y += x
void add_row(const float* x, std::ptrdiff_t n, float* y) {
  simd::for_each_block(n, [&](std::ptrdiff_t i, auto block) {
    simd::store(y + i, simd::load(y + i, block) + simd::load(x + i, block), block);
  });
}

void add_row(const double* x, std::ptrdiff_t n, double* y) {
  simd::for_each_block(n, [&](std::ptrdiff_t i, auto block) {
    simd::store(y + i, simd::load_wide(y + i, block) + simd::load_wide(x + i, block), block);
  });
}

}  // namespace

template <class T>
void sum(const T* x, Index outer, Index reduced, Index inner, T* y) {
  assert(outer >= 0 && reduced >= 0 && inner >= 0);
  const auto row = static_cast<std::ptrdiff_t>(inner);
  for (Index o = 0; o < outer; ++o) {
    if (inner == 1) {
      const simd::F64x4 total =
          simd::sum_of_blocks(static_cast<std::ptrdiff_t>(reduced),
                              [&](std::ptrdiff_t i, auto block) { return simd::load_wide(x + i, block); });
      *y = static_cast<T>(simd::sum(total));
    } else {
      std::fill(y, y + row, T{0});
      for (Index r = 0; r < reduced; ++r) add_row(x + r * inner, row, y);
    }
    x += reduced * inner;
    y += row;
  }
}

template <class T>
void column_sums(const T* x, Index rows, Index cols, T* y) {
  assert(rows >= 0 && cols >= 0);
  const auto stride = static_cast<std::ptrdiff_t>(cols);
  simd::for_each_block(stride, [&](std::ptrdiff_t c, auto block) {
    simd::F64x4 total{};
    const T* at = x + c;
    for (Index r = 0; r < rows; ++r, at += stride) total += simd::load_wide(at, block);
    simd::store(y + c, total, block);
  });
}

template void sum(const float*, Index, Index, Index, float*);
template void sum(const double*, Index, Index, Index, double*);
template void column_sums(const float*, Index, Index, float*);
template void column_sums(const double*, Index, Index, double*);

}  // namespace normlab::kernels
