// torch's Box-Muller transform of 16 uniform numbers at a time, as its AVX2 build computes it. A block holds u[0..15];
// pairs (u[j], u[j+8]) become the normal numbers r cos(t) at j and r sin(t) at j + 8, with r = sqrt(-2 log(1 - u[j]))
// and t = 2 pi u[j+8], each times std plus mean in one rounding.
// Source: PyTorch, aten/src/ATen/native/cpu/DistributionTemplates.h.
#pragma once

#include "normlab/core/shape.hpp"

namespace normlab {

inline constexpr Index normal_block = 16;

// float: logarithm, sine and cosine are Cephes' float polynomials with fused multiply-adds (avx_mathfun).
void normal_from_uniform(float* blocks, Index block_count, float mean, float std);

// double: core/math in place of libm, whose last bits differ between systems.
void normal_from_uniform(double* blocks, Index block_count, double mean, double std);

}  // namespace normlab
