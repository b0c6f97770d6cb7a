// Gradients where the formula is not enough: ties, zeros, NaN. What PyTorch 1.13 gives, in float64.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/extremes.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Equal numbers, where NaN equals NaN.
void expect_same(const Numbers& got, const Numbers& expected, const char* what) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(got[i])) << what << " " << i << ": " << got[i];
    } else {
      EXPECT_EQ(got[i], expected[i]) << what << " " << i;
    }
  }
}

template <class F>
Numbers gradient(F function, const Numbers& x) {
  const Variable input = leaf({static_cast<Index>(x.size())}, x);
  sum(function(input), {}, false).backward();
  return numbers(input.grad());
}

template <class F>
void expect_gradients(const char* what, F function, const Numbers& a, const Numbers& b, const Numbers& to_a,
                      const Numbers& to_b) {
  const Variable left = leaf({static_cast<Index>(a.size())}, a);
  const Variable right = leaf({static_cast<Index>(b.size())}, b);
  sum(function(left, right), {}, false).backward();
  expect_same(numbers(left.grad()), to_a, what);
  expect_same(numbers(right.grad()), to_b, what);
}

TEST(gradient_values, of_pow_at_zero_and_below) {
  const Numbers base{0, 0, 0, 2, -2};
  const Numbers exponent{2, 0, -1, 3, 2};
  const double log_2_times_8 = 8 * std::log(2.0);
  expect_gradients("pow", [](const Variable& a, const Variable& b) { return pow(a, b); }, base, exponent,
                   {0, 0, -infinity, 12, -4}, {0, 0, -infinity, log_2_times_8, nan});
  // A number as exponent: x^0 is flat, also at 0.
  expect_same(gradient([](const Variable& x) { return pow(x, scalar_like(x, 0, true)); }, {0, 3}), {0, 0}, "x^0");
  expect_same(gradient([](const Variable& x) { return pow(x, scalar_like(x, 2, true)); }, {0, -3}), {0, -6}, "x^2");
}

TEST(gradient_values, of_ties_and_nan) {
  expect_gradients("maximum", [](const Variable& a, const Variable& b) { return maximum(a, b); },
                   {1, nan, 3, 0, nan, 4}, {1, 2, nan, 5, nan, 2}, {0.5, 1, 1, 0, 1, 1}, {0.5, 1, 1, 1, 1, 0});
  expect_gradients("minimum", [](const Variable& a, const Variable& b) { return minimum(a, b); },
                   {1, nan, 3, 0, 4}, {1, 2, nan, 5, 2}, {0.5, 1, 1, 1, 0}, {0.5, 1, 1, 0, 1});
  expect_same(gradient([](const Variable& x) { return max(x); }, {1, 3, 3}), {0, 0.5, 0.5}, "max");
  expect_same(gradient([](const Variable& x) { return min(x); }, {1, 1, 3}), {0.5, 0.5, 0}, "min");
  expect_same(gradient([](const Variable& x) { return max(x); }, {1, nan, nan}), {0, 0.5, 0.5}, "max of NaN");
}

TEST(gradient_values, at_kinks_and_ends) {
  expect_same(gradient([](const Variable& x) { return abs(x); }, {0, -2, 3}), {0, -1, 1}, "abs");
  expect_same(gradient([](const Variable& x) { return relu(x); }, {0, -0.0, -1, nan, 2}), {0, 0, 0, 1, 1}, "relu");
  expect_same(gradient([](const Variable& x) { return sqrt(x); }, {0, 4, -1}), {infinity, 0.25, nan}, "sqrt");
  expect_same(gradient([](const Variable& x) { return log(x); }, {0, -1, 2}), {infinity, -1, 0.5}, "log");
  expect_same(gradient([](const Variable& x) { return tanh(x); }, {infinity, -40}), {0, 0}, "tanh");
  expect_gradients("div", [](const Variable& a, const Variable& b) { return div(a, b); }, {1, 0}, {0, 2},
                   {infinity, 0.5}, {-infinity, 0});
}

TEST(gradient_values, of_std_without_spread) {
  expect_same(gradient([](const Variable& x) { return std(x, {}, 1, false); }, {2, 2, 2}), {0, 0, 0}, "constant");
  expect_same(gradient([](const Variable& x) { return std(x, {}, 1, false); }, {2}), {nan}, "one element");
  expect_same(gradient([](const Variable& x) { return var(x, {}, 1, false); }, {2}), {nan}, "one element");
}

TEST(gradient_values, stop_where_where_does_not_look) {
  const Tensor mask = tensor({3}, {1, 0, 1}, DType::boolean);
  expect_gradients("where", [&](const Variable& a, const Variable& b) { return where(mask, a, b); }, {1, nan, 3},
                   {nan, 5, 6}, {1, 0, 1}, {0, 1, 0});
}

void change(Tensor x) { x.bump_version(); }

// Masks, row numbers and results are saved like any other number, under the name that the user called.
TEST(gradient_values, need_what_was_saved_as_it_was) {
  const Variable x = leaf({3}, {1, 2, 3});
  const Tensor mask = tensor({3}, {1, 0, 1}, DType::boolean);
  const Variable chosen = sum(where(mask, x, x), {}, false);
  change(mask);
  EXPECT_ERROR(chosen.backward(), ErrorKind::argument, "where", "changed in place");

  Tensor rows = tensor({2}, {2, 0}, DType::int64);
  const Variable picked = sum(index_rows(x, rows), {}, false);
  rows.data<std::int64_t>()[0] = 1000000000;
  change(rows);
  EXPECT_ERROR(picked.backward(), ErrorKind::argument, "index", "changed in place");

  const Variable y = tanh(x);
  const Variable total = sum(y, {}, false);
  change(y.data());
  EXPECT_ERROR(total.backward(), ErrorKind::argument, "tanh", "changed in place");
  const Variable larger = maximum(x, x);
  change(x.data());
  EXPECT_ERROR(sum(larger, {}, false).backward(), ErrorKind::argument, "maximum", "changed in place");
}

TEST(gradient_values, errors_have_the_name_that_the_user_called) {
  const Variable x = leaf({3}, {1, 2, 3});
  const Variable y = leaf({2}, {1, 2});
  EXPECT_ERROR(maximum(x, y), ErrorKind::shape, "maximum", "got (3) and (2)");
  EXPECT_ERROR(minimum(x, y), ErrorKind::shape, "minimum", "got (3) and (2)");
  EXPECT_ERROR(tanh(Variable(tensor({1}, {1}, DType::int64))), ErrorKind::argument, "tanh", "got int64");
}

}  // namespace
}  // namespace normlab
