#include <algorithm>
#include <cassert>
#include <cstddef>

#include "normlab/kernels/norm_lanes.hpp"
#include "normlab/kernels/norms.hpp"
#include "normlab/kernels/reduce.hpp"
#include "normlab/kernels/scratch.hpp"

namespace normlab::kernels {
namespace {

using simd::F64x4;

// Statistics of so many rows come before their outputs: a row's root and division then overlap with the next rows.
constexpr int chunk_rows = 16;

struct RmsNormMemory;

template <class T>
double row_mean_square(const T* x, std::ptrdiff_t cols) {
  const F64x4 squares = simd::sum_of_blocks(cols, [&](std::ptrdiff_t c, auto block) {
    const F64x4 v = simd::load_wide(x + c, block);
    return v * v;
  });
  return simd::sum(squares) / static_cast<double>(cols);
}

template <class Lanes, class T>
void scale_row(const T* x, std::ptrdiff_t cols, double rstd, const T* weight, const T* bias, T* y) {
  const auto scale = Lanes::splat(rstd);
  simd::for_each_block(cols, [&](std::ptrdiff_t c, auto block) {
    auto v = Lanes::load(x + c, block) * scale;
    if (weight) v = v * Lanes::load(weight + c, block);
    if (bias) v = v + Lanes::load(bias + c, block);
    simd::store(y + c, v, block);
  });
}

// Adds a row's part to the sums over rows unless they are null, and writes dx unless it is null.
template <class Lanes, class T>
void row_backward(const T* dy, const T* x, std::ptrdiff_t cols, double rstd, const T* weight, T* dx,
                  double* dweight_sums) {
  const auto scale = Lanes::splat(rstd);
  F64x4 gh_sum{};
  simd::for_each_block(cols, [&](std::ptrdiff_t c, auto block) {
    const auto dy_h = Lanes::load(dy + c, block) * (Lanes::load(x + c, block) * scale);
    gh_sum += simd::widen(weight ? dy_h * Lanes::load(weight + c, block) : dy_h);
    if (dweight_sums) {
      simd::store(dweight_sums + c, simd::load_wide(dweight_sums + c, simd::Full{}) + simd::widen(dy_h), simd::Full{});
    }
  });
  if (!dx) return;
  const auto gh_mean = Lanes::splat(simd::sum(gh_sum) / static_cast<double>(cols));
  simd::for_each_block(cols, [&](std::ptrdiff_t c, auto block) {
    const auto h = Lanes::load(x + c, block) * scale;
    const auto dy_block = Lanes::load(dy + c, block);
    const auto g = weight ? dy_block * Lanes::load(weight + c, block) : dy_block;
    simd::store(dx + c, (g - h * gh_mean) * scale, block);
  });
}

}  // namespace

template <class T>
void rms_norm_forward(const T* x, Index rows, Index cols, const T* weight, const T* bias, double eps, T* y,
                      double* rstd) {
  assert(rows >= 0 && cols >= 0 && eps >= 0);
  if (cols == 0) return;
  const auto n = static_cast<std::ptrdiff_t>(cols);
  for (Index start = 0; start < rows; start += chunk_rows) {
    const int count = static_cast<int>(std::min<Index>(chunk_rows, rows - start));
    double rstds[chunk_rows];
    for (int r = 0; r < count; ++r) rstds[r] = reciprocal_deviation(row_mean_square(x + r * n, n), eps);
    for (int r = 0; r < count; ++r, x += n, y += n) {
      with_lanes(T{}, rstds[r], [&](auto lanes) { scale_row<decltype(lanes)>(x, n, rstds[r], weight, bias, y); });
    }
    if (rstd) std::copy(rstds, rstds + count, rstd + start);
  }
}

template <class T>
void rms_norm_backward(const T* dy, const T* x, Index rows, Index cols, const T* weight, const double* rstd, T* dx,
                       T* dweight, T* dbias) {
  assert(rows >= 0 && cols >= 0);
  const auto n = static_cast<std::ptrdiff_t>(cols);
  const std::ptrdiff_t whole_blocks = (n + 3) / 4 * 4;
  // Before dx, which may be the memory of dy.
  if (dbias) column_sums(dy, rows, cols, dbias);
  double* dweight_sums = nullptr;
  if (dweight) {
    dweight_sums = scratch<RmsNormMemory, double>(whole_blocks);
    std::fill(dweight_sums, dweight_sums + whole_blocks, 0.0);
  }
  for (Index r = 0; r < rows; ++r, dy += n, x += n) {
    with_lanes(T{}, rstd[r],
               [&](auto lanes) { row_backward<decltype(lanes)>(dy, x, n, rstd[r], weight, dx, dweight_sums); });
    if (dx) dx += n;
  }
  for (std::ptrdiff_t c = 0; dweight && c < n; ++c) dweight[c] = static_cast<T>(dweight_sums[c]);
}

#define NORMLAB_INSTANTIATE(T)                                                                     \
  template void rms_norm_forward(const T*, Index, Index, const T*, const T*, double, T*, double*); \
  template void rms_norm_backward(const T*, const T*, Index, Index, const T*, const double*, T*, T*, T*);
NORMLAB_INSTANTIATE(float)
NORMLAB_INSTANTIATE(double)
#undef NORMLAB_INSTANTIATE

}  // namespace normlab::kernels
