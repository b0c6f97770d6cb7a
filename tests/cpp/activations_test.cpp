// kernels/activations and simd_math: error bounds in ulp, parity with the reference, special values, any length and
// alignment. The float bounds were also checked once over every float; here every 4001st.
#include "normlab/kernels/activations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "crc32.hpp"
#include "kernel_inputs.hpp"
#include "normlab/core/math.hpp"
#include "normlab/kernels/reference.hpp"
#include "normlab/kernels/simd_math.hpp"

namespace normlab {
namespace {

using testing::Guarded;
using testing::inputs;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float smallest = std::numeric_limits<float>::denorm_min();

// Every 4001st float from 0 to limit, ascending.
std::vector<float> floats_up_to(float limit) {
  std::uint32_t last;
  std::memcpy(&last, &limit, sizeof last);
  std::vector<float> xs;
  for (std::uint32_t bits = 0; bits <= last; bits += 4001) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    xs.push_back(x);
  }
  return xs;
}

std::vector<float> negated(std::vector<float> xs) {
  for (float& x : xs) x = -x;
  return xs;
}

// The distance of `got` from the exact value in units of the spacing of floats there.
double float_ulps(float got, double exact) {
  int exponent;
  std::frexp(exact, &exponent);
  return std::abs(static_cast<double>(got) - exact) / std::ldexp(1.0, std::max(exponent, -125) - 24);
}

template <class Forward, class Exact>
double largest_float_error(const std::vector<float>& xs, Forward forward, Exact exact) {
  std::vector<float> ys(xs.size());
  forward(xs.data(), static_cast<Index>(xs.size()), ys.data());
  double largest = 0;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double error = float_ulps(ys[i], exact(static_cast<double>(xs[i])));
    largest = std::isnan(error) ? error : std::max(largest, error);
  }
  return largest;
}

void exp_forward(const float* x, Index n, float* y) {
  namespace simd = kernels::simd;
  simd::for_each_block(static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i, auto block) {
    simd::store(y + i, simd::exp(simd::load(x + i, block)), block);
  });
}

double exact_sigmoid(double x) { return x < 0 ? math::exp(x) / (1 + math::exp(x)) : 1 / (1 + math::exp(-x)); }
double exact_tanh(double x) { return math::tanh(x); }
double exact_exp(double x) { return math::exp(x); }

TEST(FloatTanh, errs_by_less_than_2_6_ulp) {
  const std::vector<float> xs = floats_up_to(12.0f);
  EXPECT_LT(largest_float_error(xs, kernels::tanh_forward<float>, exact_tanh), 2.6);
  EXPECT_LT(largest_float_error(negated(xs), kernels::tanh_forward<float>, exact_tanh), 2.6);
}

TEST(FloatTanh, never_falls_and_never_passes_1) {
  const std::vector<float> xs = floats_up_to(infinity);
  std::vector<float> ys(xs.size());
  kernels::tanh_forward(xs.data(), static_cast<Index>(xs.size()), ys.data());
  for (std::size_t i = 1; i < ys.size(); ++i) ASSERT_LE(ys[i - 1], ys[i]) << xs[i];
  EXPECT_EQ(ys.back(), 1.0f);
}

TEST(FloatExp, errs_by_less_than_1_ulp) {
  EXPECT_LT(largest_float_error(floats_up_to(88.72f), exp_forward, exact_exp), 1.0);
  EXPECT_LT(largest_float_error(negated(floats_up_to(104.0f)), exp_forward, exact_exp), 1.0);
}

TEST(FloatSigmoid, errs_by_less_than_2_5_ulp) {
  EXPECT_LT(largest_float_error(floats_up_to(104.0f), kernels::sigmoid_forward<float>, exact_sigmoid), 2.5);
  EXPECT_LT(largest_float_error(negated(floats_up_to(104.0f)), kernels::sigmoid_forward<float>, exact_sigmoid), 2.5);
}

// Same method and coefficients as math::exp; only how n is rounded differs, at ties.
TEST(DoubleLanesExp, equals_math_exp) {
  namespace simd = kernels::simd;
  std::vector<double> xs = inputs<double>(4000, 1, -745, 709);
  for (double x : {0.0, -0.0, 1.0, -708.5, -745.2, -800.0, 709.79, 1e300, -1e300, 5e-324}) xs.push_back(x);
  for (double x : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) xs.push_back(x);
  for (double x : xs) EXPECT_EQ(simd::exp(simd::splat(x))[1], math::exp(x)) << x;
  EXPECT_TRUE(std::isnan(simd::exp(simd::splat(std::numeric_limits<double>::quiet_NaN()))[0]));
}

TEST(FloatActivations, treat_special_values_as_the_functions_do) {
  const std::vector<float> xs = {0.0f, -0.0f, infinity, -infinity, nan, smallest, -smallest, 1e30f, -1e30f};
  const auto values = [&](auto forward) {
    std::vector<float> ys(xs.size());
    forward(xs.data(), static_cast<Index>(xs.size()), ys.data());
    EXPECT_TRUE(std::isnan(ys[4]));
    ys.erase(ys.begin() + 4);
    return ys;
  };
  using Values = std::vector<float>;
  EXPECT_TRUE(testing::same_bits(values(kernels::tanh_forward<float>),
                                 Values{0.0f, -0.0f, 1.0f, -1.0f, smallest, -smallest, 1.0f, -1.0f}));
  EXPECT_TRUE(testing::same_bits(values(kernels::sigmoid_forward<float>),
                                 Values{0.5f, 0.5f, 1.0f, 0.0f, 0.5f, 0.5f, 1.0f, 0.0f}));
  EXPECT_TRUE(testing::same_bits(values(kernels::relu_forward<float>),
                                 Values{0.0f, 0.0f, infinity, 0.0f, smallest, 0.0f, 1e30f, 0.0f}));
  EXPECT_TRUE(testing::same_bits(values(exp_forward), Values{1.0f, 1.0f, infinity, 0.0f, 1.0f, 1.0f, infinity, 0.0f}));
}

// One row per activation; the reference gives y in double and dy/dx as a function of x.
template <class T>
struct Activation {
  const char* name;
  void (*forward)(const T*, Index, T*);
  void (*backward)(const T*, const T*, Index, T*);
  double (*reference)(double);
  bool keeps_input = false;  // what backward takes beside dy: x, or y
};

double reference_relu(double x) { return x > 0 ? x : 0; }
double reference_silu(double x) { return x / (1 + std::exp(-x)); }
double reference_gelu(double x) { return x * 0.5 * std::erfc(-x * std::sqrt(0.5)); }
double reference_gelu_tanh(double x) {
  return x * 0.5 * (1 + std::tanh(std::sqrt(2 / math::pi) * (x + 0.044715 * x * x * x)));
}

template <class T>
std::vector<Activation<T>> activations() {
  return {{"tanh", kernels::tanh_forward<T>, kernels::tanh_backward<T>, reference::tanh},
          {"relu", kernels::relu_forward<T>, kernels::relu_backward<T>, reference_relu},
          {"sigmoid", kernels::sigmoid_forward<T>, kernels::sigmoid_backward<T>, reference::sigmoid},
          {"silu", kernels::silu_forward<T>, kernels::silu_backward<T>, reference_silu, true},
          {"gelu", kernels::gelu_forward<T>, kernels::gelu_backward<T>, reference_gelu, true},
          {"gelu_tanh", kernels::gelu_tanh_forward<T>, kernels::gelu_tanh_backward<T>, reference_gelu_tanh, true}};
}

template <class T>
class Activations : public ::testing::Test {};
TYPED_TEST_SUITE(Activations, testing::Elements, testing::ElementNames);

TYPED_TEST(Activations, agree_with_the_reference) {
  using T = TypeParam;
  for (const auto& activation : activations<T>()) {
    const std::vector<T> xs = inputs<T>(500, 2, -6, 6);
    std::vector<T> ys(xs.size());
    activation.forward(xs.data(), 500, ys.data());
    for (std::size_t i = 0; i < xs.size(); ++i) {
      const double expected = activation.reference(static_cast<double>(xs[i]));
      // 2.6 ulp of a value up to 1 (ReLU is exact), 3.5 of one up to |x|; the references of tanh and GELU cancel near 0
      // and in the negative tail, to a few roundings of 1 or x.
      const double size = std::max(1.0, std::abs(expected));
      const double tolerance = 3.5 * 2 * size * testing::unit_roundoff<T>() + 48 * testing::unit_roundoff<double>();
      EXPECT_NEAR(static_cast<double>(ys[i]), expected, tolerance) << activation.name << " of " << xs[i];
    }
  }
}

TYPED_TEST(Activations, have_the_derivative_of_the_reference) {
  using T = TypeParam;
  for (const auto& activation : activations<T>()) {
    const std::vector<T> xs = inputs<T>(200, 3, -4, 4);
    const std::vector<T> dys = inputs<T>(200, 4);
    std::vector<T> ys(xs.size());
    std::vector<T> dxs(xs.size());
    activation.forward(xs.data(), 200, ys.data());
    activation.backward(dys.data(), activation.keeps_input ? xs.data() : ys.data(), 200, dxs.data());
    const double step = 1e-5;
    for (std::size_t i = 0; i < xs.size(); ++i) {
      const double x = static_cast<double>(xs[i]);
      if (std::abs(x) < 2 * step) continue;  // ReLU has no derivative at 0
      const double slope = (activation.reference(x + step) - activation.reference(x - step)) / (2 * step);
      // Central difference: step^2 |f'''| / 6 < step^2 and 2 roundings of f (up to 4 itself) over the step. y or the sigmoid:
      // 2.6 ulp, and each factor of the derivative once more (x among them, up to 4), all times |dy| <= 2.
      const double size = activation.keeps_input ? 4 : 1;
      const double tolerance = 2 * (step * step + 4 * size * testing::unit_roundoff<double>() / step +
                                    size * (2.6 * 4 + 3) * testing::unit_roundoff<T>());
      EXPECT_NEAR(static_cast<double>(dxs[i]), static_cast<double>(dys[i]) * slope, tolerance)
          << activation.name << " at " << x;
    }
  }
}

TYPED_TEST(Activations, give_each_element_the_same_bits_at_any_length_and_alignment) {
  using T = TypeParam;
  for (const auto& activation : activations<T>()) {
    for (Index n : testing::kernel_sizes) {
      const Guarded<T> x(inputs<T>(n, 5, -3, 3));
      const Guarded<T> dy(inputs<T>(n, 6), 3);
      Guarded<T> y(n);
      Guarded<T> dx(n, 2);
      activation.forward(x.data(), n, y.data());
      const Guarded<T>& kept = activation.keeps_input ? x : y;
      activation.backward(dy.data(), kept.data(), n, dx.data());
      EXPECT_TRUE(y.guards_are_intact() && dx.guards_are_intact()) << activation.name << " of " << n;
      for (Index i = 0; i < n; ++i) {
        T alone;
        activation.forward(x.data() + i, 1, &alone);
        EXPECT_EQ(alone, y[i]) << activation.name;
        activation.backward(dy.data() + i, kept.data() + i, 1, &alone);
        EXPECT_EQ(alone, dx[i]) << activation.name;
      }
      Guarded<T> in_place = dy;
      activation.backward(in_place.data(), kept.data(), n, in_place.data());
      EXPECT_TRUE(testing::same_bits(in_place.values(), dx.values())) << activation.name;
    }
  }
}

TEST(FloatSilu, errs_by_less_than_3_5_ulp) {
  const auto exact = [](double x) { return x * exact_sigmoid(x); };
  EXPECT_LT(largest_float_error(floats_up_to(104.0f), kernels::silu_forward<float>, exact), 3.5);
  EXPECT_LT(largest_float_error(negated(floats_up_to(80.0f)), kernels::silu_forward<float>, exact), 3.5);
}

// Far out the slopes are 1 and 0 exactly: no ∞ · 0 on the way.
TYPED_TEST(Activations, of_huge_numbers_have_finite_slopes) {
  using T = TypeParam;
  const std::vector<T> x = {T{3e38f}, T{-3e38f}, T{1e20f}, T{-1e20f}};
  const std::vector<T> dy(4, T{2});
  for (const auto& activation : activations<T>()) {
    if (!activation.keeps_input) continue;
    std::vector<T> y(4);
    std::vector<T> dx(4);
    activation.forward(x.data(), 4, y.data());
    activation.backward(dy.data(), x.data(), 4, dx.data());
    EXPECT_EQ(y, (std::vector<T>{x[0], T{0}, x[2], T{0}})) << activation.name;
    EXPECT_EQ(dx, (std::vector<T>{T{2}, T{0}, T{2}, T{0}})) << activation.name;
  }
}

TYPED_TEST(Activations, pass_gradients_of_relu_only_where_it_is_positive) {
  using T = TypeParam;
  const std::vector<T> y = {T{0}, T{2}, T{0}, std::numeric_limits<T>::quiet_NaN(), T{1}};
  const std::vector<T> dy = {T{5}, T{6}, T{-7}, T{8}, T{-9}};
  std::vector<T> dx(y.size());
  kernels::relu_backward(dy.data(), y.data(), 5, dx.data());
  EXPECT_EQ(dx, (std::vector<T>{T{0}, T{6}, T{0}, T{8}, T{-9}}));
}

TEST(ActivationBits, are_the_same_in_every_build) {
  std::uint32_t crc = 0;
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> x = inputs<T>(1001, 7, -8, 8);
    const std::vector<T> dy = inputs<T>(1001, 8);
    for (const auto& activation : activations<T>()) {
      std::vector<T> y(x.size());
      activation.forward(x.data(), 1001, y.data());
      crc = testing::crc32(y.data(), y.size() * sizeof(T), crc);
      activation.backward(dy.data(), activation.keeps_input ? x.data() : y.data(), 1001, y.data());
      crc = testing::crc32(y.data(), y.size() * sizeof(T), crc);
    }
  };
  add(float{});
  add(double{});
  EXPECT_EQ(crc, 944518731u);
}

}  // namespace
}  // namespace normlab
