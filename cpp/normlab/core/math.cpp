#include "normlab/core/math.hpp"

#include <limits>

#include "normlab/core/pair.hpp"
#include "normlab/core/polynomial.hpp"

namespace normlab::math {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// ln 2 in two parts; products of the first with any exponent are exact.
constexpr double ln2_high = 6.93147180369123816490e-01;
constexpr double ln2_low = 1.90821492927058770002e-10;
constexpr double one_over_ln2 = 1.44269504088896338700e+00;
constexpr double square_root_half = 0.70710678118654752440;

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

double with_sign_of(double magnitude, double sign) {
  return from_bits(to_bits(magnitude) | (to_bits(sign) & sign_bit));
}

double absolute(double x) { return from_bits(to_bits(x) & ~sign_bit); }

double power_of_two(int exponent) { return from_bits(static_cast<std::uint64_t>(exponent + 1023) << 52); }

// x * 2^exponent for x near 1. The first of two steps is exact, so that a subnormal result is rounded once.
double scale(double x, int exponent) {
  if (exponent > 1023) return x * 2 * power_of_two(exponent - 1);
  if (exponent < -1021) return x * power_of_two(exponent + 128) * power_of_two(-128);
  return x * power_of_two(exponent);
}

// e^(x + tail) with |x| < 746 and a tail far below x.
double exp_of_sum(double x, double tail) {
  const int exponent = static_cast<int>(x * one_over_ln2 + with_sign_of(0.5, x));
  const double high = x - exponent * ln2_high;
  const double low = exponent * ln2_low - tail;
  const double r = high - low;  // |r| <= ln(2) / 2
  const double square = r * r;
  // r - r (e^r + 1) / (e^r - 1) + 2 as an even polynomial: e^r = 1 + r + r c / (2 - c).
  constexpr double terms[] = {1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
                              -1.65339022054652515390e-06, 4.13813679705723846039e-08};
  const double c = r - square * polynomial(terms, square);
  return scale(1 + (r * c / (2 - c) - low + high), exponent);
}

// exponent * ln 2 + log(1 + f) + correction, for 1 + f in [sqrt(1/2), sqrt(2)).
double log_of_parts(int exponent, double f, double correction) {
  const double s = f / (2 + f);
  const double square = s * s;
  const double half_square = 0.5 * f * f;
  // log(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + series(s^2))
  constexpr double terms[] = {6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
                              2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
                              1.479819860511658591e-01};
  const double series = square * polynomial(terms, square);
  return exponent * ln2_high - ((half_square - (s * (half_square + series) + (exponent * ln2_low + correction))) - f);
}

struct Split {
  double mantissa;  // in [sqrt(1/2), sqrt(2))
  int exponent;
};

// x = mantissa * 2^exponent for a positive, finite x.
Split split_exponent(double x) {
  int exponent = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0;  // 2^54 makes a subnormal number normal
    exponent = -54;
  }
  const std::uint64_t bits = to_bits(x);
  exponent += static_cast<int>(bits >> 52) - 1022;
  double mantissa = from_bits((bits & 0x000fffffffffffff) | 0x3fe0000000000000);
  if (mantissa < square_root_half) {
    mantissa *= 2;
    exponent -= 1;
  }
  return {mantissa, exponent};
}

// log(x) as a pair, for a positive, finite x; relative error about 2^-66.
Pair log_pair(double x) {
  const auto [mantissa, exponent] = split_exponent(x);
  const Pair s = divide(mantissa - 1, two_sum(mantissa, 1));
  const Pair square = product(s, s);
  const double t = square.high;
  // atanh(s) / s = 1 + t/3 + t^2/5 + ...; t <= 0.0295. From t^2/5 on one double is enough.
  constexpr double terms[] = {1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                              1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25};
  const double rest = polynomial(terms, t);
  constexpr Pair third = {1.0 / 3, 1.8503717077085942e-17};
  const Pair series = product(square, sum(third, two_product(t, rest)));
  const Pair log_mantissa = sum(s, product(s, series));
  constexpr Pair ln2 = {0.6931471805599453, 2.3190468138462996e-17};
  return sum(product(ln2, {static_cast<double>(exponent), 0}), {2 * log_mantissa.high, 2 * log_mantissa.low});
}

enum class Parity { fraction, even, odd };

Parity parity(double y) {
  const double magnitude = absolute(y);
  if (magnitude >= 9007199254740992.0) return Parity::even;  // 2^53: every double from here on is an even integer
  const std::int64_t whole = static_cast<std::int64_t>(magnitude);
  if (static_cast<double>(whole) != magnitude) return Parity::fraction;
  return whole % 2 == 0 ? Parity::even : Parity::odd;
}

// The rules of pow around `exponential(|x|, y)`, which is asked only for finite, positive |x| other than 1 or 0.
template <class Exponential>
double pow_by(double x, double y, Exponential exponential) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  const double base = absolute(x);
  const double size = absolute(y);
  const Parity y_parity = parity(y);
  const double sign = (to_bits(x) & sign_bit) != 0 && y_parity == Parity::odd ? -1 : 1;
  const double limit = sign * ((base > 1) == (y > 0) ? infinity : 0);
  if (base == 1 && y_parity != Parity::fraction) return sign;
  if (base == 0 || base == infinity || size == infinity) return limit;
  if (x < 0 && y_parity == Parity::fraction) return nan;
  // Beyond 2^65 even the base nearest to 1 overflows or vanishes; below 2^-65 the result rounds to 1.
  if (size > 3.7e19) return limit;
  if (size < 2.7e-20) return sign;
  return sign * exponential(base, y);
}

}  // namespace

double exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893383973096) return infinity;
  if (x < -745.13321910194110842) return 0;
  return exp_of_sum(x, 0);
}

double log(double x) {
  if (x != x || x == infinity) return x;
  if (x == 0) return -infinity;
  if (x < 0) return nan;
  const auto [mantissa, exponent] = split_exponent(x);
  return log_of_parts(exponent, mantissa - 1, 0);
}

double log1p(double x) {
  if (x != x || x == infinity) return x;
  if (x == -1) return -infinity;
  if (x < -1) return nan;
  if (absolute(x) < 1.1102230246251565e-16) return x;  // 2^-53
  if (x > square_root_half - 1 && x < 2 * square_root_half - 1) return log_of_parts(0, x, 0);
  const double sum = 1 + x;
  const auto [mantissa, exponent] = split_exponent(sum);
  // What 1 + x lost by rounding, relative to the sum; below half an ulp of the result from 2^54 on.
  const double lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  return log_of_parts(exponent, mantissa - 1, lost / sum);
}

double tanh(double x) {
  if (x != x) return x;
  const double magnitude = absolute(x);
  if (magnitude < 3.7252902984619140625e-09) return x;  // 2^-28: the cubic term is below half an ulp
  if (magnitude > 22) return with_sign_of(1, x);
  if (magnitude < 0.625) {
    const double square = x * x;
    constexpr double n[] = {-1.61468768441708447952e+03, -9.92877231001918586564e+01, -9.64399179425052238628e-01};
    constexpr double d[] = {4.84406305325125486048e+03, 2.23548839060100448583e+03, 1.12811678491632931402e+02, 1.0};
    return x + x * square * (polynomial(n, square) / polynomial(d, square));
  }
  return with_sign_of(1 - 2 / (exp_of_sum(2 * magnitude, 0) + 1), x);
}

double pow(double x, double y) {
  return pow_by(x, y, [](double base, double exponent) {
    const Pair power = product(log_pair(base), {exponent, 0});
    if (power.high > 709.79) return infinity;
    return power.high < -745.2 ? 0 : exp_of_sum(power.high, power.low);
  });
}

float pow(float x, float y) {
  const double power = pow_by(x, y, [](double base, double exponent) { return exp(exponent * log(base)); });
  return static_cast<float>(power);
}

double fused_multiply_add(double a, double b, double c) {
  const double rounded_twice = a * b + c;
  if (rounded_twice - rounded_twice != 0) return rounded_twice;  // infinite or NaN
  // a b + c = total + left + right exactly. The sum of the last two, rounded to odd, keeps what decides the rounding of
  // the whole (Boldo & Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
  const Pair exact_product = two_product(a, b);
  const Pair low = two_sum(exact_product.low, c);
  const Pair high = two_sum(exact_product.high, low.high);
  Pair rest = two_sum(high.low, low.low);
  if (rest.low != 0 && (to_bits(rest.high) & 1) == 0) {
    rest.high = from_bits(to_bits(rest.high) + ((rest.low > 0) == (rest.high > 0) ? 1 : -1));
  }
  return high.high + rest.high;
}

}  // namespace normlab::math
