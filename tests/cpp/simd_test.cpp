// kernels/simd: conversions round as IEEE says, partial blocks touch nothing else, sums keep their order.
#include "normlab/kernels/simd.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernel_inputs.hpp"

namespace normlab {
namespace {

namespace simd = kernels::simd;
using simd::F32x4;
using simd::F64x2;
using simd::F64x4;
using testing::Guarded;

std::vector<float> lanes(F32x4 v) { return {v[0], v[1], v[2], v[3]}; }
std::vector<double> lanes(F64x4 v) { return {v.low[0], v.low[1], v.high[0], v.high[1]}; }

TEST(Simd, narrows_to_the_nearest_float_and_ties_to_even) {
  const double tie_down = 1 + 0x1p-24;                                // between 1 and 1 + 2^-23
  const double tie_up = 1 + 3 * 0x1p-24;                              // between 1 + 2^-23 and 1 + 2^-22
  const F64x4 wide = {F64x2{tie_down, tie_up}, F64x2{1e-46, -1e39}};  // below the smallest and beyond the largest float
  EXPECT_EQ(lanes(simd::narrow(wide)),
            (std::vector<float>{1.0f, 1.0f + 0x1p-22f, 0.0f, -std::numeric_limits<float>::infinity()}));
}

TEST(Simd, widens_in_order_and_exactly_even_subnormals) {
  const float smallest = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(lanes(simd::widen(F32x4{0.1f, -3e38f, smallest, 2.0f})),
            (std::vector<double>{static_cast<double>(0.1f), static_cast<double>(-3e38f), 0x1p-149, 2.0}));
}

TEST(Simd, min_and_max_keep_a_nan_of_the_first_argument_only) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const F32x4 low = simd::min(F32x4{nan, 1, 3, 2}, F32x4{1, nan, 2, 3});
  EXPECT_TRUE(std::isnan(low[0]));
  EXPECT_TRUE(low[1] == 1 && low[2] == 2 && low[3] == 2);
  const F32x4 high = simd::max(F32x4{nan, 1, 3, 2}, F32x4{1, nan, 2, 3});
  EXPECT_TRUE(std::isnan(high[0]));
  EXPECT_TRUE(high[1] == 1 && high[2] == 3 && high[3] == 3);
}

TEST(Simd, square_root_is_correctly_rounded) {
  for (double x : testing::inputs<double>(1000, 1, 0, 4)) {
    EXPECT_EQ(simd::sqrt(F64x4{simd::splat(1.0), simd::splat(x)}).high[1], std::sqrt(x));
  }
}

// Large and small terms chosen so that any other order gives another sum.
TEST(Simd, sums_of_lanes_keep_their_order) {
  EXPECT_EQ(simd::sum(F64x4{F64x2{1e16, 1}, F64x2{-1e16, 1}}), (1e16 + 1) + (-1e16 + 1));
  EXPECT_NE(simd::sum(F64x4{F64x2{1e16, 1}, F64x2{-1e16, 1}}), (1e16 + -1e16) + (1.0 + 1.0));
}

TEST(Simd, sum_of_blocks_takes_every_element_once) {
  for (Index n = 0; n < 30; ++n) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::ldexp(1.0, static_cast<int>(i));
    const F64x4 total = simd::sum_of_blocks(static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i, auto block) {
      return simd::load_wide(&x[0] + i, block);
    });
    EXPECT_EQ(simd::sum(total), std::ldexp(1.0, static_cast<int>(n)) - 1) << n;
  }
}

template <class T>
class Blocks : public ::testing::Test {};
TYPED_TEST_SUITE(Blocks, testing::Elements, testing::ElementNames);

TYPED_TEST(Blocks, load_and_store_only_their_elements) {
  using T = TypeParam;
  for (Index n = 0; n < 10; ++n) {
    const Guarded<T> x(testing::inputs<T>(n, 2));
    Guarded<T> y(n, 3);
    simd::for_each_block(static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i, auto block) {
      const F64x4 v = simd::load_wide(x.data() + i, block, 7);
      const std::vector<double> values = lanes(v);
      for (std::size_t lane = static_cast<std::size_t>(simd::count(block)); lane < 4; ++lane)
        EXPECT_EQ(values[lane], 7);
      simd::store(y.data() + i, v, block);
    });
    EXPECT_TRUE(testing::same_bits(y.values(), x.values())) << n;
    EXPECT_TRUE(y.guards_are_intact()) << n;
  }
}

TEST(FloatBlocks, load_and_store_only_their_elements) {
  for (Index n = 0; n < 10; ++n) {
    const Guarded<float> x(testing::inputs<float>(n, 3));
    Guarded<float> y(n, 3);
    simd::for_each_block(static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i, auto block) {
      simd::store(y.data() + i, simd::load(x.data() + i, block), block);
    });
    EXPECT_TRUE(testing::same_bits(y.values(), x.values())) << n;
    EXPECT_TRUE(y.guards_are_intact()) << n;
  }
}

}  // namespace
}  // namespace normlab
