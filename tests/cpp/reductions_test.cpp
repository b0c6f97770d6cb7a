// autograd/reductions: values and orders of summation against PyTorch 1.13.
#include "normlab/autograd/extremes.hpp"
#include "normlab/autograd/reductions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/format.hpp"
#include "normlab/core/random.hpp"
#include "normlab/core/views.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Variable constant(const Shape& shape, const Numbers& values, DType dtype = DType::float32) {
  return Variable(tensor(shape, values, dtype));
}

// x = torch.tensor([[2, -1, .5, 3], [1, 4, -2, .25], [0, 1.5, 2.5, -3]], dtype=torch.float64, requires_grad=True)
const Numbers grid{2, -1, 0.5, 3, 1, 4, -2, 0.25, 0, 1.5, 2.5, -3};

// Every number within a few roundings, each at most half an ulp of a number no larger than `scale`.
void expect_close(const Tensor& got, const Numbers& expected, double scale) {
  const double tolerance = 4 * std::numeric_limits<double>::epsilon() * scale;
  const Numbers found = numbers(got);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << i;
}

// Lesson B's first cell: torch.manual_seed(0); (torch.randn(4, 3) * torch.tensor([1., 10., 100.]) + 5).mean(dim=0)
Tensor lesson_batch() {
  Generator generator(0);
  const Tensor drawn = randn({4, 3}, DType::float32, generator);
  return add(mul(Variable(drawn), constant({3}, {1, 10, 100})), constant({}, {5})).data();
}

TEST(mean, adds_rows_in_float32_as_pytorch_prints_it) {
  const Variable x(lesson_batch());
  const Tensor means = mean(x, {0}, false).data();
  EXPECT_EQ(to_string(means), "tensor([  5.5274,   2.1586, -97.8651])");
  EXPECT_EQ(means.data<float>()[2], -97.86514282226562f);
  // The sum in double rounds to the neighbouring float, which prints as -97.8652.
  const Tensor careful = cast(mean(to(x, DType::float64), {0}, false).data(), DType::float32);
  EXPECT_EQ(careful.data<float>()[2], -97.86515045166016f);
}

TEST(sum, has_its_order_by_axis) {
  const Numbers column{1e8, 1, -1e8, 1};  // float32 row after row: ((1e8 + 1) − 1e8) + 1 = 1
  Numbers pairs;
  for (double value : column) pairs.insert(pairs.end(), {value, value});
  EXPECT_EQ(numbers(sum(constant({4, 2}, pairs), {0}, false)), Numbers({1, 1}));
  EXPECT_EQ(numbers(sum(constant({4}, column), {0}, false)), Numbers({2})) << "along memory in double: exact";
  EXPECT_EQ(numbers(sum(constant({2, 4}, {1e8, 1, -1e8, 1, 1, 2, 3, 4}), {1}, false)), Numbers({2, 10}));
  // The order belongs to the axis, not to the strides: a transposed view sums as its copy does.
  const Tensor turned = transpose(tensor({2, 4}, {1e8, 1, -1e8, 1, 1e8, 1, -1e8, 1}), 0, 1);
  EXPECT_EQ(numbers(sum(Variable(turned), {0}, false)), Numbers({1, 1}));
}

TEST(sum, takes_any_axes) {
  Numbers squares(24);
  for (int i = 0; i < 24; ++i) squares[static_cast<std::size_t>(i)] = i * i;
  const Variable y = constant({2, 3, 4}, squares);  // torch.arange(24.).reshape(2, 3, 4) ** 2
  EXPECT_EQ(numbers(sum(y, {0, 2}, false)), Numbers({748, 1356, 2220}));
  EXPECT_EQ(numbers(sum(y, {-1, -3}, false)), Numbers({748, 1356, 2220}));
  EXPECT_EQ(numbers(sum(y, {1}, false)), Numbers({80, 107, 140, 179, 800, 899, 1004, 1115}));
  EXPECT_EQ(numbers(sum(y, {}, false)), Numbers({4324}));
  EXPECT_EQ(numbers(sum(y, {0, 1, 2}, false)), Numbers({4324}));
  EXPECT_EQ(sum(y, {0, 2}, true).shape(), Shape({1, 3, 1}));
  EXPECT_EQ(sum(y, {}, true).shape(), Shape({1, 1, 1}));
  EXPECT_EQ(sum(y, {1}, false).shape(), Shape({2, 4}));
  EXPECT_EQ(numbers(sum(Variable(permute(y.data(), {2, 0, 1})), {0, 1}, false)), Numbers({748, 1356, 2220}));
  EXPECT_EQ(numbers(sum(constant({}, {5}), {0}, false)), Numbers({5}));
}

TEST(sum, names_axes_that_are_not_there) {
  const Variable x = constant({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_ERROR(sum(x, {2}, false), ErrorKind::shape, "sum", "-2..1", "got 2");
  EXPECT_ERROR(sum(x, {0, -2}, false), ErrorKind::shape, "sum", "once", "dim 0 twice");
  EXPECT_ERROR(mean(x, {-3}, false), ErrorKind::shape, "mean", "got -3");
  EXPECT_ERROR(var(x, {5}, 1, false), ErrorKind::shape, "var", "got 5");
  EXPECT_ERROR(sum(constant({}, {5}), {1}, false), ErrorKind::shape, "sum", "got 1");
}

TEST(sum, of_integers_and_bools_is_int64) {
  EXPECT_EQ(sum(constant({2}, {1, 1}, DType::boolean), {}, false).dtype(), DType::int64);
  EXPECT_EQ(numbers(sum(constant({3}, {1, 0, 1}, DType::boolean), {}, false)), Numbers({2}));
  // torch.full((3,), 2**31 - 1, dtype=torch.int32).sum() and torch.full((3,), 2**62).sum()
  EXPECT_EQ(numbers(sum(Variable(Tensor::full({3}, 2147483647, DType::int32)), {}, false)), Numbers({6442450941}));
  EXPECT_EQ(numbers(sum(Variable(Tensor::full({3}, 0x1p62, DType::int64)), {0}, false)), Numbers({-0x1p62}));
  EXPECT_EQ(numbers(sum(Variable(counting({2, 3}, DType::int64)), {0}, false)), Numbers({3, 5, 7}));
  const Variable integers(counting({3}, DType::int64));
  EXPECT_ERROR(mean(integers, {}, false), ErrorKind::argument, "mean", "floating point", "got int64");
  EXPECT_ERROR(var(integers, {}, 1, false), ErrorKind::argument, "var", "got int64");
  EXPECT_ERROR(std(integers, {}, 1, false), ErrorKind::argument, "std", "got int64");
}

TEST(sum, of_nothing) {
  const Variable none = constant({0, 3}, {});
  EXPECT_EQ(numbers(sum(none, {}, false)), Numbers({0}));
  EXPECT_EQ(numbers(sum(none, {0}, false)), Numbers({0, 0, 0}));
  EXPECT_EQ(sum(none, {1}, false).shape(), Shape({0}));
  for (double value : numbers(mean(none, {0}, false))) EXPECT_TRUE(std::isnan(value));
  EXPECT_TRUE(std::isnan(numbers(var(none, {}, 1, false))[0]));
  EXPECT_ERROR(max(none), ErrorKind::shape, "max", "at least one element", "got shape (0, 3)");
  EXPECT_ERROR(min(none), ErrorKind::shape, "min", "got shape (0, 3)");
}

TEST(mean, divides_once) {
  expect_close(mean(constant({3, 4}, grid, DType::float64), {0}, false).data(), {1, 1.5, 1.0 / 3, 1.0 / 12}, 4);
  EXPECT_EQ(numbers(mean(constant({3, 4}, grid, DType::float64), {1}, true)), Numbers({1.125, 0.8125, 0.25}));
  EXPECT_EQ(mean(constant({3}, {1, 1, 0}), {}, false).data().data<float>()[0], 2.0f / 3.0f);
}

// x.var(0), x.std(1), x.var(), torch.var(x, dim=0, correction=0), torch.std(x, dim=1, correction=2)
TEST(var, has_pytorchs_values) {
  const Variable x = constant({3, 4}, grid, DType::float64);
  expect_close(var(x, {0}, 1, false).data(), {1, 6.25, 5.083333333333334, 9.020833333333332}, 10);
  expect_close(std(x, {1}, 1, false).data(), {1.75, 2.478028450199876, 2.3979157616563596}, 3);
  expect_close(var(x, {}, 1, false).data(), {4.221117424242424}, 5);
  expect_close(var(x, {0}, 0, true).data(), {2.0 / 3, 25.0 / 6, 61.0 / 18, 433.0 / 72}, 7);
  expect_close(std(x, {1}, 2, false).data(), {2.143303524935281, 3.034952635544746, 2.9368350311176825}, 4);
  EXPECT_EQ(var(x, {0}, 0, true).shape(), Shape({1, 4}));
}

// The gradients of the lines above, with a gradient of ones.
TEST(var, has_pytorchs_gradients) {
  const Variable x = leaf({3, 4}, grid);
  const auto gradient_of = [&](const Variable& y) {
    Variable target = x;
    target.zero_grad(true);
    y.backward(Tensor::full(y.shape(), 1, DType::float64));
    return x.grad();
  };
  expect_close(gradient_of(var(x, {0}, 1, false)), {1, -2.5, 1.0 / 6, 35.0 / 12, 0, 2.5, -7.0 / 3, 1.0 / 6, -1, 0,
                                                    13.0 / 6, -37.0 / 12}, 4);
  expect_close(gradient_of(std(x, {1}, 1, false)),
               {0.16666666666666666, -0.40476190476190477, -0.11904761904761904, 0.3571428571428571,
                0.02522166361526591, 0.42876828145952045, -0.37832495422898865, -0.07566499084579772,
                -0.034752402342845795, 0.17376201171422898, 0.3127716210856122, -0.45178123045699536}, 1);
}

TEST(var, survives_large_means_and_numbers) {
  // 10000001, 10000002, 10000003: in float32 alone the squares of deviations would drown.
  EXPECT_EQ(numbers(var(constant({3}, {10000001, 10000002, 10000003}), {}, 1, false)), Numbers({1}));
  // torch.tensor([1e20, -1e20, 3e20]).std() is 2e20 though the variance is no float32.
  EXPECT_EQ(std(constant({3}, {1e20, -1e20, 3e20}), {}, 1, false).data().data<float>()[0], 2e20f);
  EXPECT_EQ(numbers(var(constant({3}, {1e20, -1e20, 3e20}), {}, 1, false)), Numbers({infinity}));
}

TEST(var, without_degrees_of_freedom_as_pytorch) {
  EXPECT_TRUE(std::isnan(numbers(var(constant({1}, {3}), {}, 1, false))[0]));
  EXPECT_TRUE(std::isnan(numbers(std(constant({1}, {3}), {}, 1, false))[0]));
  EXPECT_EQ(numbers(var(constant({1}, {3}), {}, 0, false)), Numbers({0}));
  EXPECT_EQ(numbers(var(constant({2}, {1, 2}), {}, 2, false)), Numbers({infinity}));
  EXPECT_EQ(numbers(var(constant({2}, {1, 2}), {}, 3, false)), Numbers({infinity}));
}

TEST(max, is_the_first_of_all) {
  EXPECT_EQ(numbers(max(constant({3, 4}, grid))), Numbers({4}));
  EXPECT_EQ(numbers(min(constant({3, 4}, grid))), Numbers({-3}));
  EXPECT_EQ(max(constant({3, 4}, grid)).shape(), Shape());
  EXPECT_EQ(numbers(max(constant({}, {5}))), Numbers({5}));
  EXPECT_EQ(max(constant({2}, {3, 7}, DType::int64)).dtype(), DType::int64);
  EXPECT_TRUE(std::isnan(numbers(max(constant({2}, {1, nan})))[0]));
  EXPECT_TRUE(std::isnan(numbers(min(constant({2}, {1, nan})))[0]));
  const Variable x = constant({2}, {1, 2});
  EXPECT_FALSE(max(x).data().shares_storage(x.data()));
}

TEST(argmax, gives_first_positions_and_nan_wins) {
  const Tensor x = tensor({3, 2}, {1, nan, nan, 2, 3, nan});
  EXPECT_EQ(argmax(x, 0, false).dtype(), DType::int64);
  EXPECT_EQ(numbers(argmax(x, 0, false)), Numbers({1, 0}));
  EXPECT_EQ(numbers(argmin(x, 1, false)), Numbers({1, 0, 1}));
  EXPECT_EQ(numbers(argmax(tensor({2, 3}, {3, 1, 3, 0, 5, 5}, DType::int64), -1, false)), Numbers({0, 1}));
  EXPECT_EQ(numbers(argmin(tensor({2, 3}, {3, 1, 1, 0, 5, 0}, DType::int32), 1, false)), Numbers({1, 0}));
  EXPECT_EQ(numbers(argmax(tensor({3}, {0, 1, 1}, DType::boolean), 0, false)), Numbers({1}));
  EXPECT_EQ(argmax(counting({2, 3, 4}), 1, true).shape(), Shape({2, 1, 4}));
  EXPECT_EQ(numbers(argmax(counting({2, 2, 2}), 1, false)), Numbers({1, 1, 1, 1}));
  EXPECT_EQ(numbers(argmax(transpose(tensor({2, 3}, {1, 5, 2, 7, 0, 9}), 0, 1), 0, false)), Numbers({1, 2}));
  EXPECT_EQ(numbers(argmax(tensor({}, {5}), 0, false)), Numbers({0}));
  EXPECT_EQ(argmax(tensor({3, 0}, {}), 0, false).shape(), Shape({0}));
  EXPECT_ERROR(argmax(tensor({3, 0}, {}), 1, false), ErrorKind::shape, "argmax", "dim 1", "got shape (3, 0)");
  EXPECT_ERROR(argmin(counting({3}), 1, false), ErrorKind::shape, "argmin", "got 1");
}

}  // namespace
}  // namespace normlab
