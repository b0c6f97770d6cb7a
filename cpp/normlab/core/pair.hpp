// Unevaluated sums of two doubles (about 106 bits) for the few places in core/math that need more than one double.
// Dekker, "A floating-point technique for extending the available precision", 1971; Knuth's two-sum.
// Operands must stay below 2^970, where splitting would overflow.
#pragma once

namespace normlab::math {

struct Pair {
  double high;
  double low;
};

// a + b exactly.
inline Pair two_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

// a + b exactly, for |a| >= |b|.
inline Pair quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a * b exactly, by splitting both factors into 26-bit halves.
inline Pair two_product(double a, double b) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double scaled_a = splitter * a;
  const double a_high = scaled_a - (scaled_a - a);
  const double a_low = a - a_high;
  const double scaled_b = splitter * b;
  const double b_high = scaled_b - (scaled_b - b);
  const double b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline Pair sum(Pair a, Pair b) {
  const Pair high = two_sum(a.high, b.high);
  const Pair low = two_sum(a.low, b.low);
  const Pair carried = quick_two_sum(high.high, high.low + low.high);
  return quick_two_sum(carried.high, carried.low + low.low);
}

inline Pair product(Pair a, Pair b) {
  const Pair high = two_product(a.high, b.high);
  return quick_two_sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}

inline Pair divide(double a, Pair b) {
  const double quotient = a / b.high;
  const Pair back = product({quotient, 0}, b);
  const double left = ((a - back.high) - back.low) / b.high;
  return quick_two_sum(quotient, left);
}

}  // namespace normlab::math
