// kernels/gemm: every element equals the plain triple loop in the same type, bit for bit, for all layouts and sizes.
#include "normlab/kernels/gemm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "crc32.hpp"
#include "kernel_inputs.hpp"
#include "normlab/kernels/reference.hpp"

namespace normlab {
namespace {

using kernels::gemm;
using kernels::GemmOptions;
using kernels::Operand;
using testing::Guarded;
using testing::inputs;

// The specification: sequential over k in T from 0, then the bias, then what was in c.
template <class T>
void triple_loop(Index m, Index n, Index k, Operand<T> a, Operand<T> b, T* c, Index c_row_stride,
                 const GemmOptions<T>& options) {
  for (Index i = 0; i < m; ++i) {
    for (Index j = 0; j < n; ++j) {
      T sum = 0;
      for (Index p = 0; p < k; ++p) {
        sum += a.data[i * a.row_stride + p * a.col_stride] * b.data[p * b.row_stride + j * b.col_stride];
      }
      if (options.bias) sum += options.bias[j];
      T& out = c[i * c_row_stride + j];
      out = options.accumulate ? out + sum : sum;
    }
  }
}

enum class Layout { plain, transposed, spread };

// A (rows, cols) operand over memory from the input stream; `spread` has neither stride equal to 1.
template <class T>
struct Matrix {
  Matrix(Index rows, Index cols, Layout layout, std::uint64_t seed) : memory(inputs<T>(rows * cols * 6 + 1, seed)) {
    switch (layout) {
      case Layout::plain:
        operand = kernels::row_major(memory.data(), cols);
        break;
      case Layout::transposed:
        operand = kernels::transposed(memory.data(), rows);
        break;
      case Layout::spread:
        operand = {memory.data(), 3 * cols, 2};
        break;
    }
  }
  Guarded<T> memory;
  Operand<T> operand{};
};

template <class T>
void expect_triple_loop(Index m, Index n, Index k, Layout a_layout, Layout b_layout, bool with_bias, bool accumulate) {
  const Matrix<T> a(m, k, a_layout, 1);
  const Matrix<T> b(k, n, b_layout, 2);
  const Guarded<T> bias(inputs<T>(n, 3));
  const Index stride = n + 3;
  const std::vector<T> before = inputs<T>(m * stride, 4);
  GemmOptions<T> options;
  options.accumulate = accumulate;
  if (with_bias) options.bias = bias.data();

  Guarded<T> c(before);
  gemm(m, n, k, a.operand, b.operand, c.data(), stride, options);
  std::vector<T> expected = before;  // columns n.. of each row must stay as they were
  triple_loop(m, n, k, a.operand, b.operand, expected.data(), stride, options);
  EXPECT_TRUE(testing::same_bits(c.values(), expected)) << m << " x " << n << " x " << k;
  EXPECT_TRUE(c.guards_are_intact()) << m << " x " << n << " x " << k;
}

template <class T>
class Gemm : public ::testing::Test {};
TYPED_TEST_SUITE(Gemm, testing::Elements, testing::ElementNames);

TYPED_TEST(Gemm, equals_the_triple_loop_for_all_sizes_and_layouts) {
  constexpr Index sizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 29, 31, 33};
  constexpr Layout layouts[] = {Layout::plain, Layout::transposed, Layout::spread};
  for (Index m : sizes) {
    for (Index n : sizes) {
      for (Index k : {Index{0}, Index{1}, Index{5}, Index{32}}) {
        for (Layout a : layouts) {
          for (Layout b : layouts) expect_triple_loop<TypeParam>(m, n, k, a, b, false, false);
        }
      }
    }
  }
}

TYPED_TEST(Gemm, adds_the_bias_after_the_sum_and_the_result_to_c_last) {
  for (Index m : {1, 4, 6}) {
    for (Index n : {1, 4, 10, 12}) {
      for (Index k : {0, 3, 64}) {
        expect_triple_loop<TypeParam>(m, n, k, Layout::plain, Layout::transposed, true, false);
        expect_triple_loop<TypeParam>(m, n, k, Layout::plain, Layout::plain, false, true);
        expect_triple_loop<TypeParam>(m, n, k, Layout::transposed, Layout::plain, true, true);
      }
    }
  }
}

TYPED_TEST(Gemm, equals_the_triple_loop_where_the_lesson_and_large_matrices_need_it) {
  for (Layout a : {Layout::plain, Layout::transposed}) {
    for (Layout b : {Layout::plain, Layout::transposed}) {
      expect_triple_loop<TypeParam>(64, 64, 64, a, b, true, false);
      expect_triple_loop<TypeParam>(29, 64, 64, a, b, true, false);
      expect_triple_loop<TypeParam>(64, 10, 64, a, b, true, false);
      expect_triple_loop<TypeParam>(64, 64, 10, a, b, false, true);
    }
    // Panels of b this tall are packed although their columns are adjacent.
    expect_triple_loop<TypeParam>(9, 21, 768, a, Layout::plain, false, false);
  }
}

TYPED_TEST(Gemm, is_within_the_bound_of_a_sequential_sum_of_the_reference) {
  using T = TypeParam;
  const Index m = 31;
  const Index n = 33;
  const Index k = 768;
  const std::vector<T> a = inputs<T>(m * k, 5);
  const std::vector<T> b = inputs<T>(k * n, 6);
  std::vector<T> c(static_cast<std::size_t>(m * n));
  gemm(m, n, k, kernels::row_major(a.data(), k), kernels::row_major(b.data(), n), c.data(), n);

  const std::vector<double> wide_a = testing::converted<double>(a);
  const std::vector<double> wide_b = testing::converted<double>(b);
  std::vector<double> expected(c.size());
  reference::matmul(wide_a.data(), wide_b.data(), m, n, k, expected.data());
  // k products and k sums are rounded, each relative to at most sum |a b| <= 4 k; the reference errs likewise.
  const double tolerance = 4.0 * k * k * (testing::unit_roundoff<T>() + testing::unit_roundoff<double>());
  for (std::size_t i = 0; i < c.size(); ++i) EXPECT_NEAR(static_cast<double>(c[i]), expected[i], tolerance);
}

TYPED_TEST(Gemm, keeps_infinity_and_nan_in_their_columns) {
  using T = TypeParam;
  const Index n = 10;
  std::vector<T> a(static_cast<std::size_t>(4 * 2), T{1});
  std::vector<T> b(static_cast<std::size_t>(2 * n), T{1});
  b[3] = std::numeric_limits<T>::infinity();
  b[9] = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> c(static_cast<std::size_t>(4 * n));
  gemm<T>(4, n, 2, kernels::row_major(a.data(), 2), kernels::row_major(b.data(), n), c.data(), n);
  for (Index i = 0; i < 4 * n; ++i) {
    const T value = c[static_cast<std::size_t>(i)];
    if (i % n == 3) {
      EXPECT_EQ(value, std::numeric_limits<T>::infinity());
    } else if (i % n == 9) {
      EXPECT_TRUE(std::isnan(value));
    } else {
      EXPECT_EQ(value, T{2});
    }
  }
}

TEST(GemmBits, are_the_same_in_every_build) {
  std::uint32_t crc = 0;
  const auto add = [&](auto zero, Index m, Index n, Index k) {
    using T = decltype(zero);
    const std::vector<T> a = inputs<T>(m * k, 7);
    const std::vector<T> b = inputs<T>(n * k, 8);
    std::vector<T> c(static_cast<std::size_t>(m * n));
    gemm(m, n, k, kernels::row_major(a.data(), k), kernels::transposed(b.data(), k), c.data(), n);
    crc = testing::crc32(c.data(), c.size() * sizeof(T), crc);
  };
  for (Index n : {10, 33, 64}) {
    add(float{}, 29, n, 64);
    add(double{}, 29, n, 64);
  }
  EXPECT_EQ(crc, 2667344071u);
}

}  // namespace
}  // namespace normlab
