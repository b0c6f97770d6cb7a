// core/normal_fill: the quick multiply-add of the block transform against the exact one, for every number it can meet.
#include "normlab/core/normal_fill.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "normlab/core/cephes.hpp"
#include "normlab/core/math.hpp"

namespace normlab {
namespace {

constexpr auto quick = [](float a, float b, float c) { return static_cast<float>(static_cast<double>(a) * b + c); };
constexpr auto exact = [](float a, float b, float c) { return math::fused_multiply_add(a, b, c); };

// A float uniform number is k / 2^24, so that logarithm, sine and cosine have 2^24 arguments each. An optimised native
// build tries them all; elsewhere, where that takes a minute, every 64th is taken. The arithmetic is the same.
#if defined(__OPTIMIZE__) && !defined(__EMSCRIPTEN__) && !defined(__SANITIZE_ADDRESS__)
constexpr int step = 1;
#else
constexpr int step = 64;
#endif

TEST(normal_fill, quick_multiply_add_is_exact_in_the_logarithm) {
  int differences = 0;
  for (int k = 0; k < 1 << 24; k += step) {
    const float x = 1.0f - static_cast<float>(k) * 0x1p-24f;
    differences += log_of_unit(x, quick) != log_of_unit(x, exact) ? 1 : 0;
  }
  EXPECT_EQ(differences, 0);
}

TEST(normal_fill, quick_multiply_add_is_exact_in_sine_and_cosine) {
  int differences = 0;
  for (int k = 0; k < 1 << 24; k += step) {
    const float t = 6.2831853f * (static_cast<float>(k) * 0x1p-24f);
    const SinCos a = sin_cos_of_turn(t, quick);
    const SinCos b = sin_cos_of_turn(t, exact);
    differences += a.sin != b.sin || a.cos != b.cos ? 1 : 0;
  }
  EXPECT_EQ(differences, 0);
}

TEST(normal_fill, multiply_add_in_two_roundings_would_differ) {
  const auto twice = [](float a, float b, float c) { return a * b + c; };
  int differences = 0;
  for (int k = 0; k < 1 << 24; k += 64) {
    const float x = 1.0f - static_cast<float>(k) * 0x1p-24f;
    differences += log_of_unit(x, twice) != log_of_unit(x, exact) ? 1 : 0;
  }
  EXPECT_GT(differences, 100);
}

TEST(normal_fill, float_follows_double) {
  // The float transform is good to about 1e-6; a swapped pair or sign would be off by more than 0.1.
  std::vector<float> blocks;
  for (int i = 0; i < 64; ++i) blocks.push_back(static_cast<float>((i * 37 + 11) % 64) / 64);
  std::vector<double> reference(blocks.begin(), blocks.end());
  normal_from_uniform(blocks.data(), 4, 0.5f, 2.0f);
  normal_from_uniform(reference.data(), 4, 0.5, 2.0);
  for (std::size_t i = 0; i < blocks.size(); ++i) EXPECT_NEAR(blocks[i], reference[i], 1e-5) << i;
  EXPECT_NEAR(reference[0], 0.5 + 2 * std::sqrt(-2 * std::log(1 - 11.0 / 64)) * std::cos(2 * math::pi * 51 / 64),
              1e-14);
  EXPECT_NEAR(reference[8], 0.5 + 2 * std::sqrt(-2 * std::log(1 - 11.0 / 64)) * std::sin(2 * math::pi * 51 / 64),
              1e-14);
}

TEST(normal_fill, zero_has_no_sign) {
  // u = 0 gives the radius -0.
  std::vector<float> block(16, 0.0f);
  normal_from_uniform(block.data(), 1, 0, 1);
  for (float value : block) EXPECT_FALSE(std::signbit(value));
}

}  // namespace
}  // namespace normlab
