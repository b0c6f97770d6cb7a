#include "limit.hpp"

#include <algorithm>
#include <limits>

#include "limit_block.hpp"
#include "normlab/core/math.hpp"
#include "normlab/kernels/gemm.hpp"
#include "normlab/kernels/simd_math.hpp"

namespace normlab::bench {

namespace {

namespace simd = kernels::simd;
using kernels::row_major;
using kernels::transposed;
using simd::F32x4;
using simd::splat;
using simd::store;

constexpr int batch = limit_batch;
constexpr int width = limit_width;
constexpr int classes = limit_classes;
constexpr int padded_classes = 12;  // whole registers

}  // namespace

struct LimitState {
  LimitNorm norm;
  LimitBlock blocks[limit_depth];
  alignas(64) float head_weight[width * padded_classes];
  alignas(64) float head_bias[padded_classes];
  alignas(64) float logits[batch * padded_classes];
  // What flows forward before the norm, and two places for the gradient that flows back.
  alignas(64) float h[batch * width];
  alignas(64) float gradient[batch * width];
  alignas(64) float next_gradient[batch * width];
};

namespace {

float largest(F32x4 v) { return std::max(std::max(v[0], v[1]), std::max(v[2], v[3])); }

// Mean cross entropy; logits become `factor` times its gradient for one row's loss. Padding logits are -inf, so their
// probabilities are 0. The logarithms of the rows' sums (1..10 each) are taken at once, as that of their product.
float cross_entropy(float* logits, const std::uint8_t* labels, float factor) {
  double product = 1;
  float rest = 0;
  for (int r = 0; r < batch; ++r) {
    float* row = logits + r * padded_classes;
    const F32x4 a = simd::load(row), b = simd::load(row + lanes), c = simd::load(row + 2 * lanes);
    const float top = largest(simd::max(simd::max(a, b), c));
    rest += top - row[labels[r]];
    const F32x4 p = simd::exp(a - splat(top)), q = simd::exp(b - splat(top)), s = simd::exp(c - splat(top));
    const float total = lane_sum(p + q + s);
    product *= static_cast<double>(total);
    const F32x4 each = splat(factor / total);
    store(row, p * each);
    store(row + lanes, q * each);
    store(row + 2 * lanes, s * each);
    row[labels[r]] -= factor;
  }
  return (static_cast<float>(math::log(product)) + rest) / batch;
}

kernels::GemmOptions<float> with_bias(const float* bias) {
  kernels::GemmOptions<float> options;
  options.bias = bias;
  return options;
}

kernels::GemmOptions<float> adding() {
  kernels::GemmOptions<float> options;
  options.accumulate = true;
  return options;
}

// Calls visit(values, out, in, stride) for each parameter in the engine's order; element (o, i) of PyTorch's weight is
// values[i * stride + o].
template <class Visit>
void for_each_parameter(LimitState& state, Visit visit) {
  for (LimitBlock& block : state.blocks) {
    visit(block.weight, width, width, width);
    visit(block.bias, width, 1, 1);
    if (state.norm != LimitNorm::none) visit(block.scale, width, 1, 1);
    if (state.norm == LimitNorm::batch || state.norm == LimitNorm::layer) visit(block.shift, width, 1, 1);
  }
  visit(state.head_weight, classes, width, padded_classes);
  visit(state.head_bias, classes, 1, 1);
}

}  // namespace

Limit::Limit(LimitNorm norm) : state_(new LimitState()) {
  state_->norm = norm;
  for (LimitBlock& block : state_->blocks) {
    std::fill_n(block.scale, width, 1.0f);
    std::fill_n(block.running_var, width, 1.0f);
  }
  std::fill_n(state_->head_bias + classes, padded_classes - classes, -std::numeric_limits<float>::infinity());
}

Limit::~Limit() = default;

std::size_t Limit::parameter_count() const {
  std::size_t count = 0;
  for_each_parameter(*state_, [&](float*, int out, int in, int) { count += static_cast<std::size_t>(out * in); });
  return count;
}

void Limit::load(const float* parameters) {
  for_each_parameter(*state_, [&](float* values, int out, int in, int stride) {
    for (int o = 0; o < out; ++o) {
      for (int i = 0; i < in; ++i) values[i * stride + o] = *parameters++;
    }
  });
}

float Limit::step(const float* x, const std::uint8_t* labels, float learning_rate) {
  LimitState& s = *state_;
  const float* input = x;
  for (LimitBlock& block : s.blocks) {
    kernels::gemm(batch, width, width, row_major(input, width), row_major(block.weight, width), s.h, width,
                  with_bias(block.bias));
    block_forward(s.norm, s.h, block);
    input = block.y;
  }
  kernels::gemm(batch, padded_classes, width, row_major(input, width), row_major(s.head_weight, padded_classes),
                s.logits, padded_classes, with_bias(s.head_bias));

  // Gradients carry the factor -learning_rate from here on, so that adding one to its parameter is the update.
  const float loss = cross_entropy(s.logits, labels, -learning_rate / batch);

  float* gradient = s.gradient;
  float* next = s.next_gradient;
  kernels::gemm(batch, width, classes, row_major(s.logits, padded_classes), transposed(s.head_weight, padded_classes),
                gradient, width);
  kernels::gemm(width, padded_classes, batch, transposed(input, width), row_major(s.logits, padded_classes),
                s.head_weight, padded_classes, adding());
  for (int c = 0; c < padded_classes; c += lanes) {
    F32x4 sum{};
    for (int r = 0; r < batch; ++r) sum += simd::load(s.logits + r * padded_classes + c);
    add_to(s.head_bias + c, sum);
  }
  for (int l = limit_depth - 1; l >= 0; --l) {
    LimitBlock& block = s.blocks[l];
    block_backward(s.norm, gradient, block);
    if (l > 0) {
      kernels::gemm(batch, width, width, row_major(gradient, width), transposed(block.weight, width), next, width);
    }
    kernels::gemm(width, width, batch, transposed(l > 0 ? s.blocks[l - 1].y : x, width), row_major(gradient, width),
                  block.weight, width, adding());
    std::swap(gradient, next);
  }
  return loss;
}

}  // namespace normlab::bench
