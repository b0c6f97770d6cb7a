// Elementary functions lane by lane. Coefficients of the float ones: least maximum error fits made for this file
// (Lawson's algorithm); their error bounds are the largest over all floats, each tried once, rounded up.
// tests/cpp/activations_test.cpp holds the bounds.
#pragma once

#include "normlab/kernels/simd.hpp"

namespace normlab::kernels::simd {

// Adding 1.5 * 2^23 rounds to an integer, which then stands in the low bits of the sum.
inline constexpr float round_to_integer = 12582912.0f;
inline constexpr float log2_e = 1.44269504f;

inline F32x4 abs(F32x4 x) { return (F32x4)((I32x4)x & 0x7fffffff); }

// e^x. Error < 1 ulp, also for subnormal results. exp(-inf) = 0, exp(inf) = inf, NaN stays.
inline F32x4 exp(F32x4 x) {
  x = max(min(x, splat(89.0f)), splat(-104.5f));  // beyond these the result is inf or 0 anyway
  const F32x4 shifted = x * splat(log2_e) + splat(round_to_integer);
  const F32x4 n = shifted - splat(round_to_integer);
  // ln 2 in two parts, products of the first with n being exact; |r| <= ln(2) / 2.
  const F32x4 r = (x - n * splat(0.693359375f)) - n * splat(-2.12194440e-4f);
  F32x4 q = splat(1.38638412e-3f);
  q = q * r + splat(8.36754311e-3f);
  q = q * r + splat(0.0416672416f);
  q = q * r + splat(0.166665331f);
  q = q * r + splat(0.5f);
  const F32x4 power = splat(1.0f) + (r + (r * r) * q);
  // 2^n as two factors, so that a subnormal result is rounded once.
  const I32x4 whole = (I32x4)shifted - (I32x4)splat(round_to_integer);
  const I32x4 half = whole >> 1;
  return (power * (F32x4)((half + 127) << 23)) * (F32x4)((whole - half + 127) << 23);
}

// e^x of doubles. Error < 1 ulp, also for subnormal results. exp(-inf) = 0, exp(inf) = inf, NaN stays.
// Method and coefficients: FreeBSD fdlibm e_exp.c, as in math::exp.
inline F64x2 exp(F64x2 x) {
  constexpr double to_integer = 6755399441055744.0;  // 1.5 * 2^52
  x = max(min(x, splat(710.0)), splat(-746.0));      // beyond these the result is inf or 0 anyway
  const F64x2 shifted = x * splat(1.44269504088896338700e+00) + splat(to_integer);
  const F64x2 n = shifted - splat(to_integer);
  const F64x2 high = x - n * splat(6.93147180369123816490e-01);
  const F64x2 low = n * splat(1.90821492927058770002e-10);
  const F64x2 r = high - low;
  const F64x2 square = r * r;
  F64x2 even = splat(4.13813679705723846039e-08);
  even = even * square + splat(-1.65339022054652515390e-06);
  even = even * square + splat(6.61375632143793436117e-05);
  even = even * square + splat(-2.77777777770155933842e-03);
  even = even * square + splat(1.66666666666666019037e-01);
  const F64x2 c = r - square * even;
  const F64x2 power = splat(1.0) + (r * c / (splat(2.0) - c) - low + high);
  // 2^n as two factors, so that a subnormal result is rounded once. Unsigned: SSE2 has no arithmetic 64-bit shift.
  const U64x2 biased = (U64x2)shifted - (U64x2)splat(to_integer) + 2048;
  const U64x2 half = biased >> 1;
  return (power * (F64x2)((half - 1024 + 1023) << 52)) * (F64x2)((biased - half - 1024 + 1023) << 52);
}
// Out of line: inlined, a loop over blocks would hold up to eight copies of it.
__attribute__((noinline)) inline F64x4 exp(F64x4 x) { return {exp(x.low), exp(x.high)}; }

// Hyperbolic tangent. Error < 2.6 ulp, never beyond ±1. tanh(±0) = ±0, tanh(±inf) = ±1, NaN stays.
// With h = (1 - e^-2|x|) / 2, tanh |x| = h / (1 - h): h keeps its relative precision near 0, no second branch needed.
inline F32x4 tanh(F32x4 x) {
  const I32x4 sign = (I32x4)x & (I32x4)splat(-0.0f);
  F32x4 z = min(abs(x), splat(9.02f));  // tanh(9.02) rounds to 1
  z = z + z;
  const F32x4 shifted = z * splat(log2_e) + splat(round_to_integer);
  const F32x4 r = z - (shifted - splat(round_to_integer)) * splat(0.693147182f);
  F32x4 q = splat(-1.38982432e-3f);
  q = q * r + splat(8.36609956e-3f);
  q = q * r + splat(-0.0416668542f);
  q = q * r + splat(0.16666548f);
  q = q * r + splat(-0.5f);
  const F32x4 one_minus_exp = r + (r * r) * q;                            // 1 - e^-r
  const F32x4 half_power = (F32x4)(0x3f000000 - ((I32x4)shifted << 23));  // 2^-n / 2
  const F32x4 h = (splat(0.5f) - half_power) + half_power * one_minus_exp;
  return (F32x4)((I32x4)(h / (splat(1.0f) - h)) | sign);
}

}  // namespace normlab::kernels::simd
