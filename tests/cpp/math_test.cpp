// core/math: error bounds against long double libm, special values, and one checksum that is the same in every build.
#include "normlab/core/math.hpp"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "crc32.hpp"

namespace normlab {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();

// Splitmix64: an input stream that does not depend on the code under test.
class Inputs {
 public:
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }
  // Any finite double, every exponent equally often.
  double any() {
    const std::uint64_t pattern = bits();
    return (pattern >> 52 & 0x7ff) == 0x7ff ? 1.0 : math::from_bits(pattern);
  }

 private:
  std::uint64_t state_ = 1;
};

// `value` and its neighbours, with both signs.
void append_around(std::vector<double>& xs, double value) {
  const std::uint64_t bits = math::to_bits(value);
  for (double x : {math::from_bits(bits - 1), value, math::from_bits(bits + 1)}) xs.insert(xs.end(), {x, -x});
}

// Dense over -range..range and around 0 and 1, plus the borders between the branches of the functions, neighbours of
// multiples of pi/2, all powers of two and doubles of every size.
std::vector<double> inputs_within(double range) {
  Inputs inputs;
  std::vector<double> xs;
  for (int i = 0; i < 60000; ++i) xs.push_back(inputs.uniform(-range, range));
  for (int i = 0; i < 20000; ++i) xs.push_back(inputs.uniform(-2, 2));
  for (int i = 0; i < 20000; ++i) xs.push_back(1 + inputs.uniform(-1, 1) * std::ldexp(1.0, -(i % 50)));
  for (int i = 0; i < 20000; ++i) xs.push_back(inputs.any());
  constexpr double borders[] = {1e-300,
                                DBL_MIN,
                                1e-8,
                                0.25,
                                0.34657359027997264,
                                0.5,
                                0.625,
                                0.70710678118654752,
                                0.84375,
                                1.0,
                                1.25,
                                1.4142135623730951,
                                1 / 0.35,
                                6.0,
                                22.0,
                                708.0,
                                1048576.0,
                                1e22,
                                1e300,
                                largest / 2};
  for (double border : borders) {
    append_around(xs, border);
  }
  for (int turn = 1; turn < 3000; ++turn) append_around(xs, turn * (math::pi / 2));
  for (int exponent = -1074; exponent < 1024; ++exponent) xs.push_back(std::ldexp(1.0, exponent));
  return xs;
}

// Only where libc's long double functions are more exact than double; elsewhere, as in wasm, the checksum below stands in.
#if !defined(__EMSCRIPTEN__) && LDBL_MANT_DIG >= 64

// |got - exact| in units of the spacing of doubles at the exact value.
double ulps(double got, long double exact) {
  const double rounded = static_cast<double>(exact);
  if (std::isnan(rounded) || std::isinf(rounded) || std::isnan(got) || std::isinf(got)) {
    return got == rounded || (std::isnan(got) && std::isnan(rounded)) ? 0 : infinity;
  }
  const double spacing = rounded == 0 ? smallest : std::fmax(std::ldexp(1.0, std::ilogb(rounded) - 52), smallest);
  return static_cast<double>(fabsl(got - exact) / spacing);
}

void expect_error_below(double bound, double range, double (*function)(double), long double (*reference)(long double)) {
  double worst = 0;
  double worst_at = 0;
  for (double x : inputs_within(range)) {
    const double error = ulps(function(x), reference(static_cast<long double>(x)));
    if (error > worst) {
      worst = error;
      worst_at = x;
    }
  }
  EXPECT_LT(worst, bound) << "at " << std::hexfloat << worst_at;
  ::testing::Test::RecordProperty("ulp", std::to_string(worst));
}

TEST(math_accuracy, exp) { expect_error_below(1, 745, math::exp, expl); }

TEST(math_accuracy, log) { expect_error_below(1, 1e3, math::log, logl); }

TEST(math_accuracy, log1p) { expect_error_below(1, 1e3, math::log1p, log1pl); }

TEST(math_accuracy, tanh) { expect_error_below(1.5, 23, math::tanh, tanhl); }

TEST(math_accuracy, erf) { expect_error_below(1, 6.5, math::erf, erfl); }

TEST(math_accuracy, sin) { expect_error_below(1, 1e4, math::sin, sinl); }

TEST(math_accuracy, cos) { expect_error_below(1, 1e4, math::cos, cosl); }

TEST(math_accuracy, pow) {
  Inputs inputs;
  double worst = 0;
  const auto measure = [&worst](double x, double y) {
    const double error = ulps(math::pow(x, y), powl(x, y));
    EXPECT_LT(error, 1) << std::hexfloat << x << " ^ " << y;
    worst = std::fmax(worst, error);
  };
  for (int i = 0; i < 40000; ++i) measure(inputs.uniform(0, 10), inputs.uniform(-300, 300));
  for (int i = 0; i < 40000; ++i) measure(std::fabs(inputs.any()), inputs.uniform(-2, 2));
  for (int i = 0; i < 20000; ++i) measure(inputs.any(), inputs.any());
  // Bases near 1 with large exponents, where an error of the logarithm is magnified most.
  for (int i = 0; i < 40000; ++i) {
    const double x = 1 + inputs.uniform(-0.5, 0.5) * std::ldexp(1.0, -(i % 50));
    measure(x, inputs.uniform(-700, 700) / std::log(x));
  }
  for (int i = -60; i <= 60; ++i) {
    for (double x : {-3.0, -2.0, -0.5, 0.1, 2.0, 3.0, 10.0}) measure(x, i);
  }
  RecordProperty("ulp", std::to_string(worst));
}

#endif

TEST(math, float_overloads_are_correctly_rounded) {
  // The double result decides; a float result can only be wrong where that lies next to a midpoint of two floats.
  EXPECT_EQ(math::tanh(0.5f), 0.46211716f);
  EXPECT_EQ(math::exp(1.0f), 2.7182817f);
  EXPECT_EQ(math::exp(89.0f), std::numeric_limits<float>::infinity());
  EXPECT_EQ(math::exp(-104.0f), 0.0f);
  EXPECT_EQ(math::log(10.0f), 2.3025851f);
  EXPECT_EQ(math::log1p(1e-10f), 1e-10f);
  EXPECT_EQ(math::erf(0.5f), 0.5204999f);
  EXPECT_EQ(math::sin(1.0f), 0.84147096f);
  EXPECT_EQ(math::cos(1.0f), 0.5403023f);
  EXPECT_EQ(math::pow(2.0f, 0.5f), 1.4142135f);
}

// Equal, with the sign of zero, or both NaN.
void expect_same(double got, double expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(got)) << got;
  } else {
    EXPECT_EQ(math::to_bits(got), math::to_bits(expected)) << got << " against " << expected;
  }
}

TEST(math, special_values) {
  using Function = double (*)(double);
  struct Case {
    Function function;
    double at_zero, at_infinity, at_minus_infinity;
    bool odd_at_zero;  // f(-0) = -0
  };
  for (const Case& c :
       {Case{math::exp, 1, infinity, 0, false}, Case{math::log, -infinity, infinity, nan, false},
        Case{math::log1p, 0, infinity, nan, true}, Case{math::tanh, 0, 1, -1, true}, Case{math::erf, 0, 1, -1, true},
        Case{math::sin, 0, nan, nan, true}, Case{math::cos, 1, nan, nan, false}}) {
    expect_same(c.function(nan), nan);
    expect_same(c.function(0.0), c.at_zero);
    expect_same(c.function(-0.0), c.odd_at_zero ? -0.0 : c.at_zero);
    expect_same(c.function(infinity), c.at_infinity);
    expect_same(c.function(-infinity), c.at_minus_infinity);
    if (c.odd_at_zero) expect_same(c.function(-smallest), -smallest);
  }
  expect_same(math::exp(709.7827128933841), infinity);
  EXPECT_GT(math::exp(709.782712893384), 1.797693134862e308);
  expect_same(math::exp(-745.1332191019411), smallest);
  expect_same(math::exp(-745.1332191019412), 0);
  expect_same(math::exp(-1e300), 0);
  expect_same(math::log(-1.0), nan);
  expect_same(math::log(1.0), 0);
  expect_same(math::log1p(-1.0), -infinity);
  expect_same(math::log1p(-1.5), nan);
  expect_same(math::tanh(1e300), 1);
  expect_same(math::erf(-1e300), -1);
}

TEST(math, pow_special_values) {
  for (double y : {0.0, -0.0}) {
    for (double x : {nan, infinity, -infinity, 0.0, -0.0, 3.0}) expect_same(math::pow(x, y), 1);
  }
  for (double y : {nan, infinity, -infinity, 2.5}) expect_same(math::pow(1.0, y), 1);
  expect_same(math::pow(-1.0, infinity), 1);
  expect_same(math::pow(-1.0, -infinity), 1);
  expect_same(math::pow(nan, 1), nan);
  expect_same(math::pow(2.0, nan), nan);
  expect_same(math::pow(0.0, 3), 0);
  expect_same(math::pow(-0.0, 3), -0.0);
  expect_same(math::pow(-0.0, 2), 0);
  expect_same(math::pow(-0.0, 2.5), 0);
  expect_same(math::pow(0.0, -3), infinity);
  expect_same(math::pow(-0.0, -3), -infinity);
  expect_same(math::pow(-0.0, -2), infinity);
  expect_same(math::pow(-0.0, -infinity), infinity);
  expect_same(math::pow(0.5, infinity), 0);
  expect_same(math::pow(0.5, -infinity), infinity);
  expect_same(math::pow(-2.0, infinity), infinity);
  expect_same(math::pow(-2.0, -infinity), 0);
  expect_same(math::pow(infinity, 0.5), infinity);
  expect_same(math::pow(infinity, -0.5), 0);
  expect_same(math::pow(-infinity, 3), -infinity);
  expect_same(math::pow(-infinity, 2), infinity);
  expect_same(math::pow(-infinity, 2.5), infinity);
  expect_same(math::pow(-infinity, -3), -0.0);
  expect_same(math::pow(-infinity, -2), 0);
  expect_same(math::pow(-8.0, 1.0 / 3), nan);
  expect_same(math::pow(-1.0, 2.5), nan);
  expect_same(math::pow(-1.0, 9007199254740993e3), 1);
  expect_same(math::pow(-2.0, 3), -8);
  expect_same(math::pow(10.0, 308), 1e308);
  expect_same(math::pow(10.0, 309), infinity);
  expect_same(math::pow(-10.0, 309), -infinity);
  expect_same(math::pow(10.0, -330), 0);
  expect_same(math::pow(-10.0, -331), -0.0);
  expect_same(math::pow(2.0, -1074), smallest);
  expect_same(math::pow(smallest, 0.5), 0x1p-537);
  expect_same(math::pow(largest, 1), largest);
  expect_same(math::pow(1 + DBL_EPSILON, 1e30), infinity);
  expect_same(math::pow(1 - DBL_EPSILON / 2, 1e300), 0);
  expect_same(math::pow(2.0, 1e-300), 1);
}

TEST(math, fused_multiply_add_rounds_once) {
  Inputs inputs;
  const auto any_float = [&inputs](int exponents) {
    const std::uint64_t bits = inputs.bits();
    const double mantissa = static_cast<double>((bits & 0xffffff) | 0x800000);
    const int exponent = static_cast<int>((bits >> 24) % static_cast<unsigned>(exponents)) - exponents / 2 - 23;
    return static_cast<float>(std::ldexp((bits >> 63) != 0 ? -mantissa : mantissa, exponent));
  };
  int differs_from_two_roundings = 0;
  for (int i = 0; i < 200000; ++i) {
    const float a = any_float(60);
    const float b = any_float(60);
    const float product = a * b;
    // Addends that put the exact sum next to a midpoint between floats, or are of any size.
    const float c = i % 2 == 0 ? any_float(120) : static_cast<float>(std::ldexp(product, (i / 2) % 60 - 30));
    EXPECT_EQ(math::fused_multiply_add(a, b, c), std::fmaf(a, b, c)) << std::hexfloat << a << ' ' << b << ' ' << c;
    differs_from_two_roundings += math::fused_multiply_add(a, b, c) != product + c ? 1 : 0;
  }
  EXPECT_GT(differs_from_two_roundings, 1000);
  // 1 + 2^-24 is the midpoint between 1 and its neighbour; 2^-54 beyond it is lost by a sum in double.
  const float tie_a = 1 + 0x1p-12f;
  EXPECT_EQ(math::fused_multiply_add(0x1p-24f * tie_a, tie_a, 1), 1 + 0x1p-23f);
  EXPECT_EQ(math::fused_multiply_add(0x1p-12f, 0x1p-12f, 1), 1.0f);
  EXPECT_EQ(math::fused_multiply_add(0x1p-30f * tie_a, 0x1p-25f, 1 + 0x1p-23f), 1 + 0x1p-23f);
  EXPECT_EQ(math::fused_multiply_add(0x1.000002p-75f, 0x1.000002p-75f, 0x1p-149f), 0x1p-149f + 0x1p-149f);
  EXPECT_EQ(math::fused_multiply_add(2, 3, std::numeric_limits<float>::infinity()),
            std::numeric_limits<float>::infinity());
}

// Every function over the inputs above: one value for g++, clang++ and wasm.
TEST(math, same_bits_in_every_build) {
  std::vector<double> results;
  for (double x : inputs_within(700)) {
    for (double y : {math::exp(x), math::log(x), math::log1p(x), math::tanh(x), math::erf(x), math::sin(x),
                     math::cos(x), math::pow(x, 0.37), math::pow(1.0007, x)}) {
      results.push_back(y == y ? y : 0);  // the bits of a NaN are no part of the promise
    }
  }
  EXPECT_EQ(testing::crc32(results), 0xeb12301eu);
}

}  // namespace
}  // namespace normlab
