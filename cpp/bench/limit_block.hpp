// What lies between two matrix products of the limit: norm and tanh over 64 rows of 64, forward and backward.
#pragma once

#include "limit.hpp"
#include "normlab/kernels/simd.hpp"

namespace normlab::bench {

struct alignas(64) LimitBlock {
  float weight[limit_width * limit_width];  // (in, out): forward and update read it as it lies
  float bias[limit_width];
  float scale[limit_width];
  float shift[limit_width];
  float running_mean[limit_width];
  float running_var[limit_width];
  float normalized[limit_batch * limit_width];
  float y[limit_batch * limit_width];
  float rstd[limit_width];  // per row or per column: there are as many of either
};
static_assert(limit_batch == limit_width);

inline constexpr int lanes = 4;

inline float lane_sum(kernels::simd::F32x4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

inline void add_to(float* parameter, kernels::simd::F32x4 update) {
  kernels::simd::store(parameter, kernels::simd::load(parameter) + update);
}

// block.y from h, the linear layer's output; moves the running statistics.
void block_forward(LimitNorm norm, const float* h, LimitBlock& block);

// From the gradient of block.y, which is replaced by that of h. Adds to bias, scale and shift what comes out for them:
// their update, as the gradient carries the factor -learning_rate.
void block_backward(LimitNorm norm, float* gradient, LimitBlock& block);

}  // namespace normlab::bench
