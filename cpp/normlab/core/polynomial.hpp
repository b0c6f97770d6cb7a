#pragma once

namespace normlab::math {

// c[0] + c[1] x + ... + c[Count-1] x^(Count-1) by Horner's rule.
template <int Count>
double polynomial(const double (&c)[Count], double x) {
  double value = c[Count - 1];
  for (int i = Count - 2; i >= 0; --i) value = value * x + c[i];
  return value;
}

}  // namespace normlab::math
