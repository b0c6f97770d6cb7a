#include "normlab/kernels/softmax.hpp"

#include <cassert>
#include <limits>

#include "normlab/core/math.hpp"
#include "normlab/kernels/scratch.hpp"

namespace normlab::kernels {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct SoftmaxMemory;

struct RowExponentials {
  double shift;         // the row's maximum; 0 if that is -inf, for which e^(x - shift) is 0 and no NaN
  double sum;           // of e^(x - shift), in order
  const double* terms;  // (classes), valid until the next row
};

template <class T>
RowExponentials exponentials(const T* x, Index classes) {
  double* terms = scratch<SoftmaxMemory, double>(classes);
  double shift = -infinity;
  for (Index c = 0; c < classes; ++c) {
    if (x[c] > shift) shift = x[c];
  }
  if (shift == -infinity) shift = 0;
  double sum = 0;
  for (Index c = 0; c < classes; ++c) {
    terms[c] = math::exp(static_cast<double>(x[c]) - shift);
    sum += terms[c];
  }
  return {shift, sum, terms};
}

}  // namespace

template <class T>
void softmax_forward(const T* x, Index rows, Index classes, T* y) {
  for (Index r = 0; r < rows; ++r, x += classes, y += classes) {
    const RowExponentials row = exponentials(x, classes);
    const double divisor = row.sum == 0 ? 1 : row.sum;
    for (Index c = 0; c < classes; ++c) y[c] = static_cast<T>(row.terms[c] / divisor);
  }
}

template <class T>
void softmax_backward(const T* dy, const T* y, Index rows, Index classes, T* dx) {
  for (Index r = 0; r < rows; ++r, dy += classes, y += classes, dx += classes) {
    double mean = 0;  // of dy under the probabilities y
    for (Index c = 0; c < classes; ++c) mean += static_cast<double>(dy[c]) * static_cast<double>(y[c]);
    for (Index c = 0; c < classes; ++c) {
      dx[c] = static_cast<T>(static_cast<double>(y[c]) * (static_cast<double>(dy[c]) - mean));
    }
  }
}

template <class T>
void log_softmax_forward(const T* x, Index rows, Index classes, T* y) {
  for (Index r = 0; r < rows; ++r, x += classes, y += classes) {
    const RowExponentials row = exponentials(x, classes);
    const double log_sum = row.sum == 0 ? 0 : math::log(row.sum);
    // The maximum first: log_sum is below log(classes) and would drown in it.
    for (Index c = 0; c < classes; ++c) y[c] = static_cast<T>((static_cast<double>(x[c]) - row.shift) - log_sum);
  }
}

template <class T>
void log_softmax_backward(const T* dy, const T* y, Index rows, Index classes, T* dx) {
  for (Index r = 0; r < rows; ++r, dy += classes, y += classes, dx += classes) {
    double sum = 0;
    for (Index c = 0; c < classes; ++c) sum += static_cast<double>(dy[c]);
    for (Index c = 0; c < classes; ++c) {
      dx[c] = static_cast<T>(static_cast<double>(dy[c]) - math::exp(static_cast<double>(y[c])) * sum);
    }
  }
}

template <class T>
double cross_entropy_forward(const T* logits, const std::int64_t* targets, Index rows, Index classes, T* losses,
                             T* residuals) {
  double total = 0;
  for (Index r = 0; r < rows; ++r, logits += classes) {
    const Index target = targets[r];
    assert(target >= 0 && target < classes);
    const RowExponentials row = exponentials(logits, classes);
    const double loss =
        row.sum == 0 ? infinity : math::log(row.sum) - (static_cast<double>(logits[target]) - row.shift);
    total += loss;
    if (losses) losses[r] = static_cast<T>(loss);
    if (residuals) {
      const double divisor = row.sum == 0 ? 1 : row.sum;
      double others = 0;
      for (Index c = 0; c < classes; ++c) {
        if (c != target) others += row.terms[c];
        residuals[c] = static_cast<T>(row.terms[c] / divisor);
      }
      residuals[target] = static_cast<T>(-others / divisor);
      residuals += classes;
    }
  }
  return total;
}

template <class T>
void cross_entropy_backward(const T* residuals, Index rows, Index classes, const T* dlosses, double scale, T* dlogits) {
  for (Index r = 0; r < rows; ++r, residuals += classes, dlogits += classes) {
    const double factor = dlosses ? scale * static_cast<double>(dlosses[r]) : scale;
    for (Index c = 0; c < classes; ++c) dlogits[c] = static_cast<T>(factor * static_cast<double>(residuals[c]));
  }
}

#define NORMLAB_INSTANTIATE(T)                                                                                        \
  template void softmax_forward(const T*, Index, Index, T*);                                                          \
  template void softmax_backward(const T*, const T*, Index, Index, T*);                                               \
  template void log_softmax_forward(const T*, Index, Index, T*);                                                      \
  template void log_softmax_backward(const T*, const T*, Index, Index, T*);                                           \
  template double cross_entropy_forward(const T*, const std::int64_t*, Index, Index, T*, T*);                         \
  template void cross_entropy_backward(const T*, Index, Index, const T*, double, T*);
NORMLAB_INSTANTIATE(float)
NORMLAB_INSTANTIATE(double)
#undef NORMLAB_INSTANTIATE

}  // namespace normlab::kernels
