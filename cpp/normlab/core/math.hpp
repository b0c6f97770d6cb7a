// Elementary functions that give the same bits in every build (g++, clang++, wasm): plain IEEE arithmetic and bit
// moves, no libm. Compile with -ffp-contract=off. One ulp is the spacing of doubles at the exact result; the bounds are
// those that tests/cpp/math_test.cpp holds against long double libm, the figures in brackets the largest errors seen in
// 8 million arguments per range.
//
// The float overloads compute in double and round once: the correctly rounded float, except where the exact result lies
// within 1e-6 ulp (of float) of a midpoint between two floats.
#pragma once

#include <cstdint>
#include <cstring>

namespace normlab::math {

inline constexpr double pi = 3.14159265358979323846;

// e^x. Error < 1 ulp (0.89). exp(-inf) = 0, exp(inf) = inf, inf above 709.7827, subnormal and then 0 below -708.4.
// Method and coefficients: FreeBSD fdlibm e_exp.c.
double exp(double x);

// Natural logarithm. Error < 1 ulp (0.86). log(0) = -inf, log(x < 0) = NaN, log(inf) = inf.
// Method and coefficients: FreeBSD fdlibm e_log.c.
double log(double x);

// log(1 + x), exact for small x too. Error < 1 ulp (0.85). log1p(-1) = -inf, log1p(x < -1) = NaN, log1p(-0) = -0.
// Coefficients: FreeBSD fdlibm e_log.c; correction of the rounded 1 + x as in s_log1p.c.
double log1p(double x);

// Hyperbolic tangent. Error < 1.5 ulp (1.32). tanh(±0) = ±0, tanh(±inf) = ±1.
// Coefficients below 0.625: Cephes tanh.c; beyond: 1 - 2 / (e^2x + 1).
double tanh(double x);

// Error function 2 / sqrt(pi) * integral of exp(-t^2) over 0..x. Error < 1 ulp (0.96). erf(±0) = ±0, erf(±inf) = ±1.
// Intervals and coefficients: FreeBSD fdlibm s_erf.c.
double erf(double x);

// Sine and cosine of x radians, for every finite x. Error < 1 ulp (0.78). sin(±0) = ±0, NaN for ±inf.
// Coefficients: FreeBSD fdlibm k_sin.c, k_cos.c; pi/2 in parts as in e_rem_pio2.c, 2/pi computed to 1216 bits.
double sin(double x);
double cos(double x);

// x^y with the special values of IEEE 754 / C99 annex F (pow(x, 0) = 1, pow(1, y) = 1, pow(-8, 1.0 / 3) = NaN, ...).
// Error < 1 ulp (0.90). The logarithm is a series in (m - 1) / (m + 1) carried in pairs of doubles (about 100 bits in
// its leading terms); the exponential is the kernel of exp.
double pow(double x, double y);

inline float exp(float x) { return static_cast<float>(exp(static_cast<double>(x))); }
inline float log(float x) { return static_cast<float>(log(static_cast<double>(x))); }
inline float log1p(float x) { return static_cast<float>(log1p(static_cast<double>(x))); }
inline float tanh(float x) { return static_cast<float>(tanh(static_cast<double>(x))); }
inline float erf(float x) { return static_cast<float>(erf(static_cast<double>(x))); }
inline float sin(float x) { return static_cast<float>(sin(static_cast<double>(x))); }
inline float cos(float x) { return static_cast<float>(cos(static_cast<double>(x))); }
float pow(float x, float y);  // exp(y log x) in double, five times as fast as the double function

inline std::uint64_t to_bits(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

inline double from_bits(std::uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// a * b + c rounded once to float, as a hardware fused multiply-add does. The product is exact in double; the sum is
// not always, and rounding it twice errs where the first rounding lands on a midpoint between two floats.
inline float fused_multiply_add(float a, float b, float c) {
  constexpr std::uint64_t below_float = (std::uint64_t{1} << 29) - 1;
  constexpr std::uint64_t midpoint = std::uint64_t{1} << 28;
  constexpr double smallest_normal_float = 1.1754943508222875e-38;
  const double product = static_cast<double>(a) * b;
  const double addend = c;
  double sum = product + addend;
  const std::uint64_t bits = to_bits(sum);
  if ((bits & below_float) == midpoint || (sum > -smallest_normal_float && sum < smallest_normal_float)) {
    // Round to odd instead (Boldo & Melquiond 2008): what the sum left out, by Knuth's two-sum, gives the side.
    const double part = sum - product;
    const double left_out = (product - (sum - part)) + (addend - part);
    if (left_out != 0 && (bits & 1) == 0) sum = from_bits((left_out > 0) == (sum > 0) ? bits + 1 : bits - 1);
  }
  return static_cast<float>(sum);
}

// The same for double, where the product has an exact form: for factors below 2^970, products above 2^-960 or 0.
double fused_multiply_add(double a, double b, double c);

}  // namespace normlab::math
