#include "normlab/optim/clip.hpp"

#include <cmath>
#include <limits>

#include "normlab/kernels/simd.hpp"

namespace normlab::optim {

namespace {

constexpr const char* tag = "clip_grad_norm_";
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
double sum_of_squares(const T* g, Index count) {
  namespace simd = kernels::simd;
  return simd::sum(simd::sum_of_blocks(static_cast<std::ptrdiff_t>(count), [&](std::ptrdiff_t i, auto block) {
    const simd::F64x4 part = simd::load_wide(g + i, block);
    return part * part;
  }));
}

template <class T>
double largest(const T* g, Index count, double best) {
  for (Index i = 0; i < count; ++i) {
    const double size = std::fabs(static_cast<double>(g[i]));
    if (size > best || size != size) best = size;
  }
  return best;
}

}  // namespace

double grad_norm(const std::vector<Variable>& parameters, double norm_type) {
  check(norm_type == 2 || norm_type == infinity, ErrorKind::argument, tag, "expected norm_type 2 or infinity, got ",
        norm_type);
  double total = 0;
  for (const Variable& parameter : parameters) {
    if (!parameter.grad().defined()) continue;
    const Tensor grad = parameter.grad().contiguous();
    dispatch_floating(tag, grad.dtype(), [&](auto zero) {
      const auto* g = grad.data<decltype(zero)>();
      if (norm_type == 2) total += sum_of_squares(g, grad.numel());
      else total = largest(g, grad.numel(), total);
    });
  }
  return norm_type == 2 ? std::sqrt(total) : total;
}

double clip_grad_norm_(const std::vector<Variable>& parameters, double max_norm, double norm_type,
                       bool error_if_nonfinite) {
  check(max_norm >= 0, ErrorKind::argument, tag, "expected max_norm of at least 0, got ", max_norm);
  const double norm = grad_norm(parameters, norm_type);
  check(!error_if_nonfinite || norm - norm == 0, ErrorKind::argument, tag,
        "expected gradients with a finite norm, got ", norm);
  const double coefficient = max_norm / (norm + 1e-6);
  if (coefficient >= 1) return norm;
  for (const Variable& parameter : parameters) {
    Tensor grad = parameter.grad();
    if (!grad.defined()) continue;
    dispatch_floating(tag, grad.dtype(), [&](auto zero) {
      using T = decltype(zero);
      T* g = grad.data<T>();
      const Index count = grad.numel();
      const T factor = static_cast<T>(coefficient);
      for (Index i = 0; i < count; ++i) g[i] *= factor;
    });
    grad.bump_version();
  }
  return norm;
}

}  // namespace normlab::optim
