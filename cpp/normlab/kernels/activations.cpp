#include "normlab/kernels/activations.hpp"

#include <cstddef>

#include "normlab/core/math.hpp"
#include "normlab/kernels/simd_math.hpp"

namespace normlab::kernels {
namespace {

using simd::F32x4;
using simd::splat;

template <class Function>
void map(const float* x, Index n, float* y, Function function) {
  simd::for_each_block(static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i, auto block) {
    simd::store(y + i, function(simd::load(x + i, block)), block);
  });
}

template <class Function>
void map(const double* x, Index n, double* y, Function function) {
  for (Index i = 0; i < n; ++i) y[i] = function(x[i]);
}

// out = function(dy, y)
template <class Function>
void map(const float* dy, const float* y, Index n, float* out, Function function) {
  simd::for_each_block(static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i, auto block) {
    simd::store(out + i, function(simd::load(dy + i, block), simd::load(y + i, block)), block);
  });
}

template <class Function>
void map(const double* dy, const double* y, Index n, double* out, Function function) {
  for (Index i = 0; i < n; ++i) out[i] = function(dy[i], y[i]);
}

F32x4 one(F32x4) { return splat(1.0f); }
double one(double) { return 1.0; }

F32x4 keep_where_positive(F32x4 kept, F32x4 y) { return simd::select(y <= F32x4{}, F32x4{}, kept); }
double keep_where_positive(double kept, double y) { return y <= 0 ? 0.0 : kept; }

// e^-|x| never overflows, and numerator e for negative x keeps small results precise.
// Out of line, because five loops use it.
__attribute__((noinline)) F32x4 sigmoid(F32x4 x) {
  const F32x4 e = simd::exp(-simd::abs(x));
  return simd::select(x < F32x4{}, e, splat(1.0f)) / (splat(1.0f) + e);
}
double sigmoid(double x) {
  const double e = math::exp(x < 0 ? x : -x);
  return (x < 0 ? e : 1.0) / (1.0 + e);
}

F32x4 tanh(F32x4 x) { return simd::tanh(x); }
double tanh(double x) { return math::tanh(x); }

constexpr double sqrt_half = 0.70710678118654752440;
constexpr double one_over_sqrt_2_pi = 0.39894228040143267794;
constexpr double sqrt_2_over_pi = 0.79788456080286535588;
constexpr double cubic = 0.044715;

double normal_distribution(double x) { return 0.5 * (1.0 + math::erf(x * sqrt_half)); }
double gelu(double x) { return x * normal_distribution(x); }
double gelu_slope(double x) {
  return normal_distribution(x) + x * (one_over_sqrt_2_pi * math::exp(-0.5 * x * x));
}

double gelu_tanh_gate(double x) { return sigmoid(2 * sqrt_2_over_pi * (x + cubic * x * x * x)); }
double gelu_tanh(double x) { return x * gelu_tanh_gate(x); }
double gelu_tanh_slope(double x) {
  const double s = gelu_tanh_gate(x);
  return s + x * s * (1.0 - s) * (2 * sqrt_2_over_pi * (1.0 + 3 * cubic * x * x));
}

// y = function(x), and dx = dy slope(x), element by element in double.
template <class T>
void map_in_double(const T* x, Index n, T* y, double (*function)(double)) {
  for (Index i = 0; i < n; ++i) y[i] = static_cast<T>(function(static_cast<double>(x[i])));
}
template <class T>
void map_in_double(const T* dy, const T* x, Index n, T* dx, double (*slope)(double)) {
  for (Index i = 0; i < n; ++i) dx[i] = static_cast<T>(static_cast<double>(dy[i]) * slope(static_cast<double>(x[i])));
}

}  // namespace

template <class T>
void tanh_forward(const T* x, Index n, T* y) {
  map(x, n, y, [](auto v) { return tanh(v); });
}

template <class T>
void tanh_backward(const T* dy, const T* y, Index n, T* dx) {
  map(dy, y, n, dx, [](auto g, auto v) { return g * (one(v) - v * v); });
}

template <class T>
void relu_forward(const T* x, Index n, T* y) {
  map(x, n, y, [](auto v) { return keep_where_positive(v, v); });
}

template <class T>
void relu_backward(const T* dy, const T* y, Index n, T* dx) {
  map(dy, y, n, dx, [](auto g, auto v) { return keep_where_positive(g, v); });
}

template <class T>
void sigmoid_forward(const T* x, Index n, T* y) {
  map(x, n, y, [](auto v) { return sigmoid(v); });
}

template <class T>
void sigmoid_backward(const T* dy, const T* y, Index n, T* dx) {
  map(dy, y, n, dx, [](auto g, auto v) { return g * (v * (one(v) - v)); });
}

template <class T>
void silu_forward(const T* x, Index n, T* y) {
  map(x, n, y, [](auto v) { return v * sigmoid(v); });
}

template <class T>
void silu_backward(const T* dy, const T* x, Index n, T* dx) {
  map(dy, x, n, dx, [](auto g, auto v) {
    const auto s = sigmoid(v);
    return g * (s * (one(v) + v * (one(v) - s)));
  });
}

template <class T>
void gelu_forward(const T* x, Index n, T* y) {
  map_in_double(x, n, y, gelu);
}

template <class T>
void gelu_backward(const T* dy, const T* x, Index n, T* dx) {
  map_in_double(dy, x, n, dx, gelu_slope);
}

template <class T>
void gelu_tanh_forward(const T* x, Index n, T* y) {
  map_in_double(x, n, y, gelu_tanh);
}

template <class T>
void gelu_tanh_backward(const T* dy, const T* x, Index n, T* dx) {
  map_in_double(dy, x, n, dx, gelu_tanh_slope);
}

#define NORMLAB_INSTANTIATE(T)                                   \
  template void tanh_forward(const T*, Index, T*);               \
  template void tanh_backward(const T*, const T*, Index, T*);    \
  template void relu_forward(const T*, Index, T*);               \
  template void relu_backward(const T*, const T*, Index, T*);    \
  template void sigmoid_forward(const T*, Index, T*);            \
  template void sigmoid_backward(const T*, const T*, Index, T*); \
  template void silu_forward(const T*, Index, T*);               \
  template void silu_backward(const T*, const T*, Index, T*);    \
  template void gelu_forward(const T*, Index, T*);               \
  template void gelu_backward(const T*, const T*, Index, T*);    \
  template void gelu_tanh_forward(const T*, Index, T*);          \
  template void gelu_tanh_backward(const T*, const T*, Index, T*);
NORMLAB_INSTANTIATE(float)
NORMLAB_INSTANTIATE(double)
#undef NORMLAB_INSTANTIATE

}  // namespace normlab::kernels
