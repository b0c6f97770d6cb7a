#include "normlab/core/normal_fill.hpp"

#include <cmath>

#include "normlab/core/cephes.hpp"
#include "normlab/core/math.hpp"

namespace normlab {
namespace {

constexpr int half = static_cast<int>(normal_block) / 2;

// a * b + c through double: rounded twice, which never matters for the 2^24 uniform numbers that can get here.
// tests/cpp/normal_fill_test.cpp goes through all of them.
constexpr auto fused = [](float a, float b, float c) { return static_cast<float>(static_cast<double>(a) * b + c); };

}  // namespace

void normal_from_uniform(float* blocks, Index block_count, float mean, float std) {
  constexpr float two_pi = 6.283185307179586f;
  for (Index block = 0; block < block_count; ++block) {
    float* u = blocks + block * normal_block;
    float first[half];
    float second[half];
    for (int j = 0; j < half; ++j) {
      const float radius = std::sqrt(-2.0f * log_of_unit(1.0f - u[j], fused));
      const SinCos turn = sin_cos_of_turn(two_pi * u[j + half], fused);
      first[j] = radius * turn.cos;
      second[j] = radius * turn.sin;
    }
    for (int j = 0; j < half; ++j) {
      u[j] = first[j];
      u[j + half] = second[j];
    }
  }
  const Index count = block_count * normal_block;
  if (std == 1 && mean == 0) {
    for (Index i = 0; i < count; ++i) blocks[i] += 0.0f;  // -0 * 1 + 0 is +0
  } else {
    for (Index i = 0; i < count; ++i) blocks[i] = math::fused_multiply_add(blocks[i], std, mean);
  }
}

void normal_from_uniform(double* blocks, Index block_count, double mean, double std) {
  for (Index block = 0; block < block_count; ++block) {
    double* u = blocks + block * normal_block;
    for (int j = 0; j < half; ++j) {
      const double radius = std::sqrt(-2 * math::log(1 - u[j]));
      const double turn = 2 * math::pi * u[j + half];
      u[j] = math::fused_multiply_add(radius * math::cos(turn), std, mean);
      u[j + half] = math::fused_multiply_add(radius * math::sin(turn), std, mean);
    }
  }
}

}  // namespace normlab
