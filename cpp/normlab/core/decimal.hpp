// Shortest decimals of doubles. Trying lengths with snprintf and strtod would do too, with 11 kB more of wasm.
#pragma once

#include <string>

namespace normlab {

// d1.d2d3… × 10^exponent with `digits` = "d1d2d3…".
struct Decimal {
  std::string digits;
  int exponent;
};

// The decimal of fewest digits that reads back as `value` (finite, at least 0), and of these the nearest to it.
// Method: Burger and Dybvig 1996, "Printing floating-point numbers quickly and accurately", free-format algorithm.
Decimal shortest_decimal(double value);

}  // namespace normlab
