// kernels/reduce: the order of sums, which is what PyTorch's printed means depend on.
#include "normlab/kernels/reduce.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "crc32.hpp"
#include "kernel_inputs.hpp"

namespace normlab {
namespace {

using testing::Guarded;
using testing::inputs;

// randn(4, 3) * (1, 10, 100) + 5 with seed 0 in PyTorch 1.13.
const std::vector<float> lesson_values = {6.540996f, 2.065711f,  -212.87894f, 5.5684314f, -5.8452234f, -134.85954f,
                                          5.403347f, 13.380263f, -66.92576f,  4.5966563f, -0.9663534f, 23.20365f};

TEST(Sum, down_the_rows_adds_in_float_in_order_so_that_the_lesson_prints_pytorchs_mean) {
  float sums[3];
  kernels::sum(lesson_values.data(), 1, 4, 3, sums);
  // x.mean(dim=0) prints -97.8651 in PyTorch; a double sum gives the next float, printed -97.8652.
  EXPECT_EQ(sums[2] / 4, -97.86514f);
  double in_double = 0;
  for (int r = 0; r < 4; ++r) in_double += static_cast<double>(lesson_values[static_cast<std::size_t>(3 * r + 2)]);
  EXPECT_NE(static_cast<float>(in_double) / 4, -97.86514f);
}

template <class T>
class Sums : public ::testing::Test {};
TYPED_TEST_SUITE(Sums, testing::Elements, testing::ElementNames);

TYPED_TEST(Sums, down_the_rows_equal_the_plain_loop) {
  using T = TypeParam;
  for (Index outer : {1, 3}) {
    for (Index reduced : {0, 1, 5, 64}) {
      for (Index inner : testing::kernel_sizes) {
        if (inner == 1) continue;
        const Guarded<T> x(inputs<T>(outer * reduced * inner, 1));
        Guarded<T> y(outer * inner, 3);
        kernels::sum(x.data(), outer, reduced, inner, y.data());
        std::vector<T> expected(static_cast<std::size_t>(outer * inner), T{0});
        for (Index o = 0; o < outer; ++o) {
          for (Index r = 0; r < reduced; ++r) {
            for (Index i = 0; i < inner; ++i) {
              expected[static_cast<std::size_t>(o * inner + i)] += x[(o * reduced + r) * inner + i];
            }
          }
        }
        EXPECT_TRUE(testing::same_bits(y.values(), expected)) << outer << ", " << reduced << ", " << inner;
        EXPECT_TRUE(y.guards_are_intact());
      }
    }
  }
}

TYPED_TEST(Sums, along_the_rows_lose_nothing_in_float) {
  using T = TypeParam;
  for (Index reduced : testing::kernel_sizes) {
    const Guarded<T> x(inputs<T>(3 * reduced, 2, 0, 1));
    Guarded<T> y(3, 3);
    kernels::sum(x.data(), 3, reduced, 1, y.data());
    EXPECT_TRUE(y.guards_are_intact());
    for (Index o = 0; o < 3; ++o) {
      double expected = 0;
      for (Index r = 0; r < reduced; ++r) expected += static_cast<double>(x[o * reduced + r]);
      // Both sums round `reduced` times in double, relative to at most the sum; the result once to T.
      const double n = static_cast<double>(reduced);
      const double tolerance = expected * (2 * n * testing::unit_roundoff<double>() + testing::unit_roundoff<T>());
      EXPECT_NEAR(static_cast<double>(y[o]), expected, tolerance) << reduced;
    }
  }
}

TEST(Sum, along_a_row_is_the_rounded_exact_sum_where_float_would_stop_growing) {
  std::vector<float> x(1001, 1.0f);
  x[0] = 16777216.0f;  // 2^24: adding 1 to it in float changes nothing
  float y;
  kernels::sum(x.data(), 1, 1001, 1, &y);
  EXPECT_EQ(y, 16778216.0f);
}

TEST(Sum, of_nothing_is_zero) {
  float y[2] = {7, 7};
  kernels::sum(static_cast<const float*>(nullptr), 1, 0, 2, y);
  EXPECT_EQ(y[0], 0.0f);
  EXPECT_EQ(y[1], 0.0f);
  kernels::sum(static_cast<const float*>(nullptr), 2, 0, 1, y);
  EXPECT_EQ(y[1], 0.0f);
  kernels::column_sums(static_cast<const float*>(nullptr), 0, 2, y);
  EXPECT_EQ(y[1], 0.0f);
}

TYPED_TEST(Sums, of_columns_round_once) {
  using T = TypeParam;
  for (Index cols : testing::kernel_sizes) {
    const Index rows = 29;
    const Guarded<T> x(inputs<T>(rows * cols, 3));
    Guarded<T> y(cols, 3);
    kernels::column_sums(x.data(), rows, cols, y.data());
    EXPECT_TRUE(y.guards_are_intact());
    for (Index c = 0; c < cols; ++c) {
      double sum = 0;
      for (Index r = 0; r < rows; ++r) sum += static_cast<double>(x[r * cols + c]);
      EXPECT_EQ(y[c], static_cast<T>(sum));
    }
  }
}

TEST(SumBits, are_the_same_in_every_build) {
  std::uint32_t crc = 0;
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> x = inputs<T>(7 * 13 * 11, 4);
    std::vector<T> y(7 * 11);
    kernels::sum(x.data(), 7, 13, 11, y.data());
    crc = testing::crc32(y.data(), y.size() * sizeof(T), crc);
    kernels::sum(x.data(), 11, 7 * 13, 1, y.data());
    crc = testing::crc32(y.data(), y.size() * sizeof(T), crc);
    kernels::column_sums(x.data(), 7 * 13, 11, y.data());
    crc = testing::crc32(y.data(), y.size() * sizeof(T), crc);
  };
  add(float{});
  add(double{});
  EXPECT_EQ(crc, 4109683028u);
}

}  // namespace
}  // namespace normlab
