#include "normlab/kernels/softmax.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>

#include "normlab/core/math.hpp"
#include "normlab/kernels/scratch.hpp"
#include "normlab/kernels/simd_math.hpp"

namespace normlab::kernels {
namespace {

using simd::F64x4;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct SoftmaxMemory;

struct RowExponentials {
  double shift;   // the row's maximum; 0 if that is -inf, for which e^(x - shift) is 0 and no NaN
  double sum;     // of e^(x - shift)
  double* terms;  // (classes) and zeros to a whole last block; scratch, valid until the next row

  // What the terms are divided by to give probabilities, 0 for a row that is masked altogether.
  double divisor() const { return sum == 0 ? 1 : sum; }
};

template <class T>
RowExponentials exponentials(const T* x, std::ptrdiff_t classes) {
  double* terms = scratch<SoftmaxMemory, double>(classes + 3);
  F64x4 maxima = simd::splat4(-infinity);  // a NaN loses every comparison here and spoils the sum later
  simd::for_each_block(classes, [&](std::ptrdiff_t c, auto block) {
    maxima = simd::max(maxima, simd::load_wide(x + c, block, -infinity));
  });
  double shift = simd::max(maxima);
  if (shift == -infinity) shift = 0;
  const F64x4 sum = simd::sum_of_blocks(classes, [&](std::ptrdiff_t c, auto block) {
    const F64x4 term = simd::exp(simd::load_wide(x + c, block, -infinity) - simd::splat4(shift));
    simd::store(terms + c, term, simd::Full{});
    return term;
  });
  return {shift, simd::sum(sum), terms};
}

}  // namespace

template <class T>
void softmax_forward(const T* x, Index rows, Index classes, T* y) {
  const auto n = static_cast<std::ptrdiff_t>(classes);
  for (Index r = 0; r < rows; ++r, x += n, y += n) {
    const RowExponentials row = exponentials(x, n);
    const F64x4 divisor = simd::splat4(row.divisor());
    simd::for_each_block(n, [&](std::ptrdiff_t c, auto block) {
      simd::store(y + c, simd::load_wide(row.terms + c, block) / divisor, block);
    });
  }
}

template <class T>
void softmax_backward(const T* dy, const T* y, Index rows, Index classes, T* dx) {
  const auto n = static_cast<std::ptrdiff_t>(classes);
  for (Index r = 0; r < rows; ++r, dy += n, y += n, dx += n) {
    const F64x4 products = simd::sum_of_blocks(n, [&](std::ptrdiff_t c, auto block) {
      return simd::load_wide(dy + c, block) * simd::load_wide(y + c, block);
    });
    const F64x4 mean = simd::splat4(simd::sum(products));  // of dy under the probabilities y
    simd::for_each_block(n, [&](std::ptrdiff_t c, auto block) {
      simd::store(dx + c, simd::load_wide(y + c, block) * (simd::load_wide(dy + c, block) - mean), block);
    });
  }
}

template <class T>
void log_softmax_forward(const T* x, Index rows, Index classes, T* y) {
  const auto n = static_cast<std::ptrdiff_t>(classes);
  for (Index r = 0; r < rows; ++r, x += n, y += n) {
    const RowExponentials row = exponentials(x, n);
    const F64x4 shift = simd::splat4(row.shift);
    const F64x4 log_sum = simd::splat4(math::log(row.divisor()));
    // The maximum first: log_sum is at most log(classes) and would drown in it.
    simd::for_each_block(n, [&](std::ptrdiff_t c, auto block) {
      simd::store(y + c, (simd::load_wide(x + c, block) - shift) - log_sum, block);
    });
  }
}

template <class T>
void log_softmax_backward(const T* dy, const T* y, Index rows, Index classes, T* dx) {
  const auto n = static_cast<std::ptrdiff_t>(classes);
  for (Index r = 0; r < rows; ++r, dy += n, y += n, dx += n) {
    const F64x4 sums =
        simd::sum_of_blocks(n, [&](std::ptrdiff_t c, auto block) { return simd::load_wide(dy + c, block); });
    const F64x4 sum = simd::splat4(simd::sum(sums));
    simd::for_each_block(n, [&](std::ptrdiff_t c, auto block) {
      const F64x4 probability = simd::exp(simd::load_wide(y + c, block));
      simd::store(dx + c, simd::load_wide(dy + c, block) - probability * sum, block);
    });
  }
}

template <class T>
double cross_entropy_forward(const T* logits, const std::int64_t* targets, Index rows, Index classes, T* losses,
                             T* residuals) {
  const auto n = static_cast<std::ptrdiff_t>(classes);
  double total = 0;
  for (Index r = 0; r < rows; ++r, logits += n) {
    const auto target = static_cast<std::ptrdiff_t>(targets[r]);
    assert(target >= -1 && target < n);
    if (target < 0) {
      if (losses) losses[r] = T{0};
      if (residuals) residuals = std::fill_n(residuals, n, T{0});
      continue;
    }
    const RowExponentials row = exponentials(logits, n);
    const double loss =
        row.sum == 0 ? infinity : math::log(row.sum) - (static_cast<double>(logits[target]) - row.shift);
    total += loss;
    if (losses) losses[r] = static_cast<T>(loss);
    if (residuals) {
      const F64x4 divisor = simd::splat4(row.divisor());
      row.terms[target] = 0;
      const F64x4 others = simd::sum_of_blocks(n, [&](std::ptrdiff_t c, auto block) {
        const F64x4 terms = simd::load_wide(row.terms + c, simd::Full{});
        simd::store(residuals + c, terms / divisor, block);
        return terms;
      });
      residuals[target] = static_cast<T>(-simd::sum(others) / row.divisor());
      residuals += n;
    }
  }
  return total;
}

template <class T>
void cross_entropy_backward(const T* residuals, Index rows, Index classes, const T* dlosses, double scale, T* dlogits) {
  const auto n = static_cast<std::ptrdiff_t>(classes);
  for (Index r = 0; r < rows; ++r, residuals += n, dlogits += n) {
    const F64x4 factor = simd::splat4(dlosses ? scale * static_cast<double>(dlosses[r]) : scale);
    simd::for_each_block(n, [&](std::ptrdiff_t c, auto block) {
      simd::store(dlogits + c, factor * simd::load_wide(residuals + c, block), block);
    });
  }
}

#define NORMLAB_INSTANTIATE(T)                                                                \
  template void softmax_forward(const T*, Index, Index, T*);                                  \
  template void softmax_backward(const T*, const T*, Index, Index, T*);                       \
  template void log_softmax_forward(const T*, Index, Index, T*);                              \
  template void log_softmax_backward(const T*, const T*, Index, Index, T*);                   \
  template double cross_entropy_forward(const T*, const std::int64_t*, Index, Index, T*, T*); \
  template void cross_entropy_backward(const T*, Index, Index, const T*, double, T*);
NORMLAB_INSTANTIATE(float)
NORMLAB_INSTANTIATE(double)
#undef NORMLAB_INSTANTIATE

}  // namespace normlab::kernels
