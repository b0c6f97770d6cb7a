// sin and cos: reduction of the argument to a quarter turn around 0, then one of two short polynomials.
#include <limits>

#include "normlab/core/math.hpp"
#include "normlab/core/pair.hpp"
#include "normlab/core/polynomial.hpp"

namespace normlab::math {
namespace {

constexpr double quarter_pi = 0.78539816339744830962;
constexpr Pair half_pi = {1.5707963267948966, 6.123233995736766e-17};

// |angle| <= pi/4 (a little more near the borders), the rest of a subtraction of `quarter_turns` times pi/2.
struct Reduced {
  Pair angle;
  int quarter_turns;  // only its last two bits count
};

// pi/2 in three parts of 33 bits and a fourth: products with the number of quarter turns (20 bits) are exact.
Reduced reduce_moderate(double x) {
  constexpr double first = 1.57079632673412561417e+00;
  constexpr double second = 6.07710050630396597660e-11;
  constexpr double third = 2.02226624871116645580e-21;
  constexpr double rest = 8.47842766036889956997e-32;
  constexpr double two_over_pi = 6.36619772367581382433e-01;
  const int turns = static_cast<int>(x * two_over_pi + (x < 0 ? -0.5 : 0.5));
  Pair angle = two_sum(x - turns * first, -(turns * second));
  angle = sum(angle, {-(turns * third), -(turns * rest)});
  return {angle, turns};
}

// clang-format off
// The first 1216 binary digits of 2/pi behind 64 zeros, most significant first.
constexpr std::uint64_t two_over_pi_digits[] = {
    0,
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
// clang-format on

// 32 digits from the given one on.
std::uint32_t digits_at(int position) {
  const int word = position / 64;
  const int offset = position % 64;
  const std::uint64_t high = two_over_pi_digits[word] << offset;
  const std::uint64_t low = offset == 0 ? 0 : two_over_pi_digits[word + 1] >> (64 - offset);
  return static_cast<std::uint32_t>((high | low) >> 32);
}

// Payne & Hanek, "Radian reduction for trigonometric functions", 1983: x = M 2^E with an integer M of 53 bits. Digits
// of 2/pi above 2^(1-E) add multiples of 4 quarter turns, so 192 digits from there on give x 2/pi modulo 4 with an
// error below 2^-137, far under the distance of any double to a multiple of pi/2.
Reduced reduce_large(double x) {
  const std::uint64_t bits = to_bits(x);
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1075;
  const std::uint64_t mantissa = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  const std::uint64_t halves[2] = {mantissa & 0xffffffff, mantissa >> 32};

  constexpr int limbs = 6;
  std::uint32_t product_limbs[limbs] = {};  // least significant first, modulo 2^192
  const int start = 62 + exponent;          // the digit of weight 2^(1-E); the first digit of 2/pi has position 64
  for (int half = 0; half < 2; ++half) {
    std::uint64_t carry = 0;
    for (int limb = half; limb < limbs; ++limb) {
      const std::uint64_t digits = digits_at(start + 32 * (limbs - 1 - (limb - half)));
      carry += halves[half] * digits + product_limbs[limb];
      product_limbs[limb] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

  // Two bits of quarter turns, then a fraction; from one half on it counts as the next turn minus a remainder.
  int turns = static_cast<int>(product_limbs[limbs - 1] >> 30);
  const bool negative = (product_limbs[limbs - 1] & 0x20000000) != 0;
  if (negative) {
    ++turns;
    std::uint64_t carry = 1;
    for (std::uint32_t& limb : product_limbs) {
      carry += static_cast<std::uint32_t>(~limb);
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  Pair fraction = {static_cast<double>(product_limbs[limbs - 1] & 0x3fffffff), 0};
  double weight = 1;
  for (int limb = limbs - 2; limb >= 0; --limb) {
    weight *= 2.3283064365386963e-10;  // 2^-32
    fraction = sum(fraction, {product_limbs[limb] * weight, 0});
  }
  constexpr double last_weight = 9.313225746154785e-10;  // 2^-30
  Pair angle = product({fraction.high * last_weight, fraction.low * last_weight}, half_pi);
  if (negative != (x < 0)) angle = {-angle.high, -angle.low};
  return {angle, x < 0 ? -turns : turns};
}

Reduced reduce(double x) {
  if (x >= -quarter_pi && x <= quarter_pi) return {{x, 0}, 0};
  return x > -1048576.0 && x < 1048576.0 ? reduce_moderate(x) : reduce_large(x);
}

double sin_near_zero(Pair angle) {
  const double x = angle.high;
  const double square = x * x;
  const double cube = square * x;
  constexpr double terms[] = {8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                              -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  const double series = polynomial(terms, square);
  return x - ((square * (0.5 * angle.low - cube * series) - angle.low) - cube * -1.66666666666666324348e-01);
}

double cos_near_zero(Pair angle) {
  const double x = angle.high;
  const double square = x * x;
  constexpr double terms[] = {4.16666666666666019037e-02,  -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                              -2.75573143513906633035e-07, 2.08757232129817482790e-09,  -1.13596475577881948265e-11};
  const double series = square * polynomial(terms, square);
  const double half_square = 0.5 * square;
  const double start = 1 - half_square;
  return start + (((1 - start) - half_square) + (square * series - x * angle.low));
}

// sin of the angle turned by a number of quarter turns.
double sin_of(Pair angle, int quarter_turns) {
  const double value = (quarter_turns & 1) == 0 ? sin_near_zero(angle) : cos_near_zero(angle);
  return (quarter_turns & 2) == 0 ? value : -value;
}

}  // namespace

double sin(double x) {
  if (x - x != 0) return std::numeric_limits<double>::quiet_NaN();
  const Reduced reduced = reduce(x);
  return sin_of(reduced.angle, reduced.quarter_turns);
}

double cos(double x) {
  if (x - x != 0) return std::numeric_limits<double>::quiet_NaN();
  const Reduced reduced = reduce(x);
  return sin_of(reduced.angle, reduced.quarter_turns + 1);
}

}  // namespace normlab::math
