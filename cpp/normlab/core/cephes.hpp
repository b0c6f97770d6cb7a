// Cephes' float polynomials for the logarithm, sine and cosine, in the form and order of torch's AVX2 build. Each takes
// the multiply-add to use: the vectorised fill passes a cheap one, and a test holds it against the exact one.
// Source of the coefficients: Cephes logf.c, sinf.c (S. Moshier).
#pragma once

#include <cstdint>
#include <cstring>

namespace normlab {

// Natural logarithm for 2^-24 <= x <= 1.
template <class Fused>
float log_of_unit(float x, Fused fused) {
  std::int32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  std::int32_t exponent = (bits >> 23) - 126;
  bits = (bits & 0x007fffff) | 0x3f000000;
  float mantissa;  // in [1/2, 1)
  std::memcpy(&mantissa, &bits, sizeof mantissa);
  const bool low = mantissa < 0.707106781186547524f;
  exponent -= low ? 1 : 0;
  const float f = (mantissa - 1.0f) + (low ? mantissa : 0.0f);
  const float e = static_cast<float>(exponent);
  const float square = f * f;
  float y = fused(7.0376836292e-2f, f, -1.1514610310e-1f);
  y = fused(y, f, 1.1676998740e-1f);
  y = fused(y, f, -1.2420140846e-1f);
  y = fused(y, f, 1.4249322787e-1f);
  y = fused(y, f, -1.6668057665e-1f);
  y = fused(y, f, 2.0000714765e-1f);
  y = fused(y, f, -2.4999993993e-1f);
  y = fused(y, f, 3.3333331174e-1f);
  y = y * f;
  y = fused(y, square, e * -2.12194440e-4f);
  y = y - 0.5f * square;
  return fused(e, 0.693359375f, f + y);
}

struct SinCos {
  float sin;
  float cos;
};

// Sine and cosine for 0 <= t <= 2 pi.
template <class Fused>
SinCos sin_cos_of_turn(float t, Fused fused) {
  const std::int32_t octant = (static_cast<std::int32_t>(t * 1.27323954473516f) + 1) & ~1;
  const float y = static_cast<float>(octant);
  float x = fused(y, -0.78515625f, t);
  x = fused(y, -2.4187564849853515625e-4f, x);
  x = fused(y, -3.77489497744594108e-8f, x);
  const float square = x * x;

  float c = fused(2.443315711809948e-5f, square, -1.388731625493765e-3f);
  c = fused(c, square, 4.166664568298827e-2f);
  c = c * square;
  c = fused(c, square, -(0.5f * square));
  c = c + 1.0f;

  float s = fused(-1.9515295891e-4f, square, 8.3321608736e-3f);
  s = fused(s, square, -1.6666654611e-1f);
  s = s * square;
  s = fused(s, x, x);

  const bool swapped = (octant & 2) != 0;
  const float sin = swapped ? c : s;
  const float cos = swapped ? s : c;
  return {(octant & 4) != 0 ? -sin : sin, ((octant - 2) & 4) == 0 ? -cos : cos};
}

}  // namespace normlab
