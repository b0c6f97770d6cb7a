#include <algorithm>
#include <cassert>
#include <cstddef>

#include "normlab/kernels/norm_lanes.hpp"
#include "normlab/kernels/norms.hpp"
#include "normlab/kernels/scratch.hpp"

namespace normlab::kernels {
namespace {

using simd::F64x4;

// Statistics of so many rows come before their outputs: a row's root and division then overlap with the next rows.
constexpr int chunk_rows = 16;

struct LayerNormMemory;

struct Moments {
  double mean;
  double variance;  // biased
};

template <class T>
Moments row_moments(const T* x, std::ptrdiff_t cols) {
  // Sums of differences to the first element: those of a constant row are exactly 0, so its mean is exact.
  const double first = static_cast<double>(x[0]);
  const F64x4 differences = simd::sum_of_blocks(
      cols, [&](std::ptrdiff_t c, auto block) { return simd::load_wide(x + c, block, first) - simd::splat4(first); });
  const double mean = first + simd::sum(differences) / static_cast<double>(cols);
  const F64x4 squares = simd::sum_of_blocks(cols, [&](std::ptrdiff_t c, auto block) {
    const F64x4 deviation = simd::load_wide(x + c, block, mean) - simd::splat4(mean);
    return deviation * deviation;
  });
  return {mean, simd::sum(squares) / static_cast<double>(cols)};
}

template <class Lanes, class T>
void normalize_row(const T* x, std::ptrdiff_t cols, const Standardize<Lanes>& standardize, const T* weight,
                   const T* bias, T* y) {
  simd::for_each_block(cols, [&](std::ptrdiff_t c, auto block) {
    auto v = standardize(Lanes::load(x + c, block));
    if (weight) v = v * Lanes::load(weight + c, block);
    if (bias) v = v + Lanes::load(bias + c, block);
    simd::store(y + c, v, block);
  });
}

// Adds a row's part to the sums over rows (either may be null), and writes dx unless it is null.
template <class Lanes, class T>
void row_backward(const T* dy, const T* x, std::ptrdiff_t cols, const Standardize<Lanes>& standardize, const T* weight,
                  T* dx, double* dweight_sums, double* dbias_sums) {
  F64x4 g_sum{};
  F64x4 gh_sum{};
  simd::for_each_block(cols, [&](std::ptrdiff_t c, auto block) {
    const auto h = standardize(Lanes::load(x + c, block));
    const auto dy_block = Lanes::load(dy + c, block);
    const auto g = weight ? dy_block * Lanes::load(weight + c, block) : dy_block;
    g_sum += simd::widen(g);
    gh_sum += simd::widen(g * h);
    // The sums have room for whole blocks.
    if (dweight_sums) {
      simd::store(dweight_sums + c, simd::load_wide(dweight_sums + c, simd::Full{}) + simd::widen(dy_block * h),
                  simd::Full{});
    }
    if (dbias_sums) {
      simd::store(dbias_sums + c, simd::load_wide(dbias_sums + c, simd::Full{}) + simd::widen(dy_block), simd::Full{});
    }
  });
  if (!dx) return;
  const auto g_mean = Lanes::splat(simd::sum(g_sum) / static_cast<double>(cols));
  const auto gh_mean = Lanes::splat(simd::sum(gh_sum) / static_cast<double>(cols));
  simd::for_each_block(cols, [&](std::ptrdiff_t c, auto block) {
    const auto h = standardize(Lanes::load(x + c, block));
    const auto dy_block = Lanes::load(dy + c, block);
    const auto g = weight ? dy_block * Lanes::load(weight + c, block) : dy_block;
    simd::store(dx + c, ((g - g_mean) - h * gh_mean) * standardize.rstd(), block);
  });
}

}  // namespace

template <class T>
void layer_norm_forward(const T* x, Index rows, Index cols, const T* weight, const T* bias, double eps, T* y,
                        double* mean, double* rstd) {
  assert(rows >= 0 && cols >= 0 && eps >= 0);
  if (cols == 0) return;
  const auto n = static_cast<std::ptrdiff_t>(cols);
  for (Index start = 0; start < rows; start += chunk_rows) {
    const int count = static_cast<int>(std::min<Index>(chunk_rows, rows - start));
    double means[chunk_rows];
    double rstds[chunk_rows];
    for (int r = 0; r < count; ++r) {
      const Moments moments = row_moments(x + r * n, n);
      means[r] = moments.mean;
      rstds[r] = reciprocal_deviation(moments.variance, eps);
    }
    for (int r = 0; r < count; ++r, x += n, y += n) {
      with_lanes(T{}, rstds[r], [&](auto lanes) {
        const Standardize<decltype(lanes)> standardize(simd::splat4(means[r]), simd::splat4(rstds[r]));
        normalize_row(x, n, standardize, weight, bias, y);
      });
    }
    if (mean) std::copy(means, means + count, mean + start);
    if (rstd) std::copy(rstds, rstds + count, rstd + start);
  }
}

template <class T>
void layer_norm_backward(const T* dy, const T* x, Index rows, Index cols, const T* weight, const double* mean,
                         const double* rstd, T* dx, T* dweight, T* dbias) {
  assert(rows >= 0 && cols >= 0);
  const auto n = static_cast<std::ptrdiff_t>(cols);
  const std::ptrdiff_t whole_blocks = (n + 3) / 4 * 4;
  double* sums = scratch<LayerNormMemory, double>(2 * whole_blocks);
  std::fill(sums, sums + 2 * whole_blocks, 0.0);
  double* dweight_sums = dweight ? sums : nullptr;
  double* dbias_sums = dbias ? sums + whole_blocks : nullptr;
  for (Index r = 0; r < rows; ++r, dy += n, x += n) {
    with_lanes(T{}, rstd[r], [&](auto lanes) {
      const Standardize<decltype(lanes)> standardize(simd::splat4(mean[r]), simd::splat4(rstd[r]));
      row_backward(dy, x, n, standardize, weight, dx, dweight_sums, dbias_sums);
    });
    if (dx) dx += n;
  }
  for (std::ptrdiff_t c = 0; dweight && c < n; ++c) dweight[c] = static_cast<T>(dweight_sums[c]);
  for (std::ptrdiff_t c = 0; dbias && c < n; ++c) dbias[c] = static_cast<T>(dbias_sums[c]);
}

#define NORMLAB_INSTANTIATE(T)                                                                                        \
  template void layer_norm_forward(const T*, Index, Index, const T*, const T*, double, T*, double*, double*);         \
  template void layer_norm_backward(const T*, const T*, Index, Index, const T*, const double*, const double*, T*, T*, \
                                    T*);
NORMLAB_INSTANTIATE(float)
NORMLAB_INSTANTIATE(double)
#undef NORMLAB_INSTANTIATE

}  // namespace normlab::kernels
