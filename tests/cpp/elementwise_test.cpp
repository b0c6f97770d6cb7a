// core/elementwise: arithmetic, comparisons and functions of single elements, with broadcasting.
#include "normlab/core/elementwise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/core/math.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Tensor arithmetic(Binary op, const Tensor& a, const Tensor& b) { return binary("op", op, a, b); }

template <class T>
std::vector<T> elements(const Tensor& x) {
  return std::vector<T>(x.data<T>(), x.data<T>() + x.numel());
}

TEST(broadcast_to, repeats_without_a_copy) {
  const Tensor x = tensor({2, 1}, {1, 2});
  const Tensor y = broadcast_to("expand", x, {3, 2, 2});
  EXPECT_TRUE(y.shares_storage(x));
  EXPECT_EQ(numbers(y), Numbers({1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2}));
  EXPECT_EQ(numbers(broadcast_to("expand", tensor({}, {5}), {2})), Numbers({5, 5}));
  EXPECT_EQ(broadcast_to("expand", x, {2, 0}).shape(), Shape({2, 0}));
  EXPECT_ERROR(broadcast_to("expand", x, {2}), ErrorKind::shape, "expand", "(2)", "got (2, 1)");
  EXPECT_ERROR(broadcast_to("expand", x, {3, 3}), ErrorKind::shape, "expand", "(3, 3)", "(2, 1)");
  EXPECT_ERROR(broadcast_to("expand", x, {2, -1}), ErrorKind::shape, "expand", "at least 0", "got shape (2, -1)");
}

TEST(binary, broadcasts_both_operands) {
  const Tensor column = tensor({2, 1}, {10, 20});
  const Tensor row = tensor({3}, {1, 2, 3});
  EXPECT_EQ(numbers(arithmetic(Binary::add, column, row)), Numbers({11, 12, 13, 21, 22, 23}));
  EXPECT_EQ(numbers(arithmetic(Binary::sub, row, column)), Numbers({-9, -8, -7, -19, -18, -17}));
  EXPECT_EQ(arithmetic(Binary::mul, row, tensor({}, {2})).shape(), Shape({3}));
  EXPECT_EQ(arithmetic(Binary::mul, tensor({1}, {2}), tensor({0}, {})).shape(), Shape({0}));
  EXPECT_ERROR(binary("mul", Binary::mul, counting({2}), row), ErrorKind::shape, "mul", "(2)", "(3)");
}

TEST(binary, reads_through_strides) {
  const Tensor turned = counting({2, 3}).view({3, 2}, {1, 3});  // 0 3 1 4 2 5
  EXPECT_EQ(numbers(arithmetic(Binary::sub, turned, counting({3, 2}))), Numbers({0, 2, -1, 1, -2, 0}));
}

TEST(binary, makes_a_new_tensor) {
  const Tensor x = counting({2});
  const Tensor y = arithmetic(Binary::add, x, tensor({}, {0}));
  EXPECT_FALSE(y.shares_storage(x));
  EXPECT_TRUE(y.owns_alone());
}

TEST(binary, div_gives_floats) {
  const Tensor y = arithmetic(Binary::div, tensor({3}, {7, -1, 0}, DType::int64), tensor({3}, {2, 0, 0}, DType::int64));
  EXPECT_EQ(y.dtype(), DType::float32);
  EXPECT_EQ(y.data<float>()[0], 3.5f);
  EXPECT_EQ(y.data<float>()[1], -infinity);
  EXPECT_TRUE(std::isnan(y.data<float>()[2]));
  const Tensor flags = tensor({1}, {1}, DType::boolean);
  EXPECT_EQ(arithmetic(Binary::div, flags, flags).dtype(), DType::float32);
  EXPECT_EQ(arithmetic(Binary::div, tensor({1}, {1}, DType::int32), tensor({1}, {3}, DType::float64)).dtype(),
            DType::float64);
}

// PyTorch 1.13: a = torch.tensor([i.max, i.min, i.min]), b = torch.tensor([1, -1, i.min]), i = torch.iinfo(dtype)
template <class T>
void expect_wrapping() {
  constexpr T low = std::numeric_limits<T>::min();
  constexpr T high = std::numeric_limits<T>::max();
  const Tensor a = Tensor::from({3}, std::vector<T>{high, low, low});
  const Tensor b = Tensor::from({3}, std::vector<T>{1, -1, low});
  EXPECT_EQ(elements<T>(arithmetic(Binary::add, a, b)), std::vector<T>({low, high, 0}));
  EXPECT_EQ(elements<T>(arithmetic(Binary::sub, a, b)), std::vector<T>({high - 1, low + 1, 0}));
  EXPECT_EQ(elements<T>(arithmetic(Binary::mul, a, b)), std::vector<T>({high, low, 0}));
  EXPECT_EQ(elements<T>(unary("neg", Unary::neg, a)), std::vector<T>({-high, low, low}));
  EXPECT_EQ(elements<T>(unary("abs", Unary::abs, a)), std::vector<T>({high, low, low}));
}

TEST(binary, integers_wrap_around) {
  expect_wrapping<std::int32_t>();
  expect_wrapping<std::int64_t>();
}

// PyTorch 1.13: torch.tensor([3, -3, 2, 0, 0, -1]) ** torch.tensor([41, 3, 63, 0, 5, 7])
TEST(binary, pow_of_integers) {
  const std::vector<std::int64_t> base{3, -3, 2, 0, 0, -1};
  const std::vector<std::int64_t> exponent{41, 3, 63, 0, 5, 7};
  EXPECT_EQ(elements<std::int64_t>(arithmetic(Binary::pow, Tensor::from({6}, base), Tensor::from({6}, exponent))),
            std::vector<std::int64_t>({-420491770248316829, -27, std::numeric_limits<std::int64_t>::min(), 1, 0, -1}));
  EXPECT_EQ(numbers(arithmetic(Binary::pow, tensor({1}, {3}, DType::int32), tensor({1}, {41}, DType::int32))),
            Numbers({2069870691}));
  // As many multiplications as the exponent has bits: this one would take centuries one by one.
  EXPECT_EQ(numbers(arithmetic(Binary::pow, tensor({}, {-1}, DType::int64), tensor({}, {0x1p62}, DType::int64))),
            Numbers({1}));
  EXPECT_ERROR(binary("pow", Binary::pow, counting({2}, DType::int64), tensor({2}, {1, -1}, DType::int64)),
               ErrorKind::argument, "pow", "at least 0", "got -1");
}

TEST(binary, pow_of_floats) {
  const Tensor base = tensor({6}, {-8, 2, 0, 0, 4, infinity}, DType::float64);
  const Tensor exponent = tensor({6}, {3, 0.5, 0, -1, nan, -1}, DType::float64);
  const Numbers y = numbers(arithmetic(Binary::pow, base, exponent));
  EXPECT_EQ(Numbers(y.begin(), y.begin() + 4), Numbers({-512, math::pow(2, 0.5), 1, infinity}));
  EXPECT_TRUE(std::isnan(y[4]));
  EXPECT_EQ(y[5], 0);
  const Tensor mixed = arithmetic(Binary::pow, tensor({1}, {3}, DType::int64), tensor({1}, {2.5}));
  EXPECT_EQ(mixed.data<float>()[0], 15.588457f);  // torch.tensor([3]) ** torch.tensor([2.5])
}

TEST(binary, maximum_and_minimum_pass_nan_on) {
  const Tensor a = tensor({4}, {1, nan, nan, 2});
  const Tensor b = tensor({4}, {nan, 1, nan, 3});
  for (Binary op : {Binary::maximum, Binary::minimum}) {
    const Numbers y = numbers(arithmetic(op, a, b));
    EXPECT_TRUE(std::isnan(y[0]) && std::isnan(y[1]) && std::isnan(y[2]));
    EXPECT_EQ(y[3], op == Binary::maximum ? 3 : 2);
  }
  // Of two zeros the first, as torch.maximum and torch.minimum.
  const Tensor zeros = tensor({2}, {-0.0, 0.0});
  const Tensor swapped = tensor({2}, {0.0, -0.0});
  EXPECT_TRUE(std::signbit(arithmetic(Binary::maximum, zeros, swapped).data<float>()[0]));
  EXPECT_FALSE(std::signbit(arithmetic(Binary::minimum, zeros, swapped).data<float>()[1]));
  EXPECT_EQ(numbers(arithmetic(Binary::maximum, tensor({2}, {-5, 4}, DType::int64), tensor({}, {0}, DType::int64))),
            Numbers({0, 4}));
}

TEST(binary, of_bools) {
  const Tensor a = tensor({4}, {1, 1, 0, 0}, DType::boolean);
  const Tensor b = tensor({4}, {1, 0, 1, 0}, DType::boolean);
  EXPECT_EQ(numbers(arithmetic(Binary::add, a, b)), Numbers({1, 1, 1, 0}));
  EXPECT_EQ(numbers(arithmetic(Binary::mul, a, b)), Numbers({1, 0, 0, 0}));
  EXPECT_EQ(numbers(arithmetic(Binary::maximum, a, b)), Numbers({1, 1, 1, 0}));
  EXPECT_EQ(numbers(arithmetic(Binary::minimum, a, b)), Numbers({1, 0, 0, 0}));
  EXPECT_EQ(arithmetic(Binary::mul, a, b).dtype(), DType::boolean);
  EXPECT_ERROR(binary("sub", Binary::sub, a, b), ErrorKind::argument, "sub", "got two bool tensors");
  EXPECT_ERROR(binary("pow", Binary::pow, a, b), ErrorKind::argument, "pow", "got two bool tensors");
  EXPECT_EQ(numbers(arithmetic(Binary::sub, a, tensor({4}, {0, 2, 0, 2}, DType::int64))), Numbers({1, -1, 0, -2}));
}

TEST(compare, gives_bools_and_nan_equals_nothing) {
  const Tensor a = tensor({4}, {1, 2, 3, nan});
  const Tensor b = tensor({4}, {2, 2, 2, nan});
  EXPECT_EQ(compare("eq", Compare::eq, a, b).dtype(), DType::boolean);
  EXPECT_EQ(numbers(compare("eq", Compare::eq, a, b)), Numbers({0, 1, 0, 0}));
  EXPECT_EQ(numbers(compare("ne", Compare::ne, a, b)), Numbers({1, 0, 1, 1}));
  EXPECT_EQ(numbers(compare("lt", Compare::lt, a, b)), Numbers({1, 0, 0, 0}));
  EXPECT_EQ(numbers(compare("le", Compare::le, a, b)), Numbers({1, 1, 0, 0}));
  EXPECT_EQ(numbers(compare("gt", Compare::gt, a, b)), Numbers({0, 0, 1, 0}));
  EXPECT_EQ(numbers(compare("ge", Compare::ge, a, b)), Numbers({0, 1, 1, 0}));
  EXPECT_EQ(numbers(compare("lt", Compare::lt, tensor({2, 1}, {1, 5}, DType::int32), tensor({2}, {0.5, 4.5}))),
            Numbers({0, 1, 0, 0}));
  EXPECT_ERROR(compare("eq", Compare::eq, a, counting({3})), ErrorKind::shape, "eq", "(4) and (3)");
}

TEST(unary, takes_the_librarys_own_functions) {
  const Tensor x = tensor({4}, {-2, -0.0, 0.5, 3}, DType::float64);
  double (*const functions[])(double) = {math::exp, math::log, math::sin, math::cos, math::erf};
  const Unary ops[] = {Unary::exp, Unary::log, Unary::sin, Unary::cos, Unary::erf};
  for (int i = 0; i < 5; ++i) {
    const Tensor y = unary("op", ops[i], x);
    const Tensor single = unary("op", ops[i], cast(x, DType::float32));
    for (int k = 0; k < 4; ++k) {
      const double expected = functions[i](x.data<double>()[k]);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(y.data<double>()[k]) && std::isnan(single.data<float>()[k]));
      } else {
        EXPECT_EQ(y.data<double>()[k], expected);
        EXPECT_EQ(single.data<float>()[k], static_cast<float>(expected));
      }
    }
  }
}

TEST(unary, of_integers_and_bools) {
  const Tensor integers = tensor({3}, {4, 0, 1}, DType::int64);
  EXPECT_EQ(unary("sqrt", Unary::sqrt, integers).dtype(), DType::float32);
  EXPECT_EQ(numbers(unary("sqrt", Unary::sqrt, integers)), Numbers({2, 0, 1}));
  EXPECT_EQ(unary("exp", Unary::exp, tensor({1}, {1}, DType::boolean)).data<float>()[0], 2.7182818f);
  const Tensor signs = tensor({3}, {-4, 0, 9}, DType::int32);
  EXPECT_EQ(unary("neg", Unary::neg, signs).dtype(), DType::int32);
  EXPECT_EQ(numbers(unary("neg", Unary::neg, signs)), Numbers({4, 0, -9}));
  EXPECT_EQ(numbers(unary("abs", Unary::abs, signs)), Numbers({4, 0, 9}));
  EXPECT_EQ(numbers(unary("sign", Unary::sign, signs)), Numbers({-1, 0, 1}));
  const Tensor flags = tensor({1}, {1}, DType::boolean);
  EXPECT_ERROR(unary("neg", Unary::neg, flags), ErrorKind::argument, "neg", "got a bool tensor");
  EXPECT_ERROR(unary("abs", Unary::abs, flags), ErrorKind::argument, "abs", "got a bool tensor");
}

TEST(unary, handles_zeros_and_nan) {
  const Tensor x = tensor({3}, {-0.0, nan, -infinity});
  EXPECT_TRUE(std::signbit(unary("sqrt", Unary::sqrt, x).data<float>()[0]));
  EXPECT_FALSE(std::signbit(unary("neg", Unary::neg, x).data<float>()[0]));
  EXPECT_FALSE(std::signbit(unary("abs", Unary::abs, x).data<float>()[0]));
  EXPECT_TRUE(std::isnan(unary("abs", Unary::abs, x).data<float>()[1]));
  EXPECT_EQ(unary("abs", Unary::abs, x).data<float>()[2], infinity);
  EXPECT_TRUE(std::isnan(unary("sqrt", Unary::sqrt, x).data<float>()[2]));
  EXPECT_EQ(unary("exp", Unary::exp, tensor({0}, {})).shape(), Shape({0}));
  EXPECT_EQ(numbers(unary("neg", Unary::neg, counting({2, 2}).view({2, 2}, {1, 2}))), Numbers({0, -2, -1, -3}));
}

TEST(where, chooses_with_broadcasting) {
  const Tensor mask = tensor({2, 1}, {1, 0}, DType::boolean);
  EXPECT_EQ(numbers(where(mask, tensor({2}, {1, 2}), tensor({}, {9}))), Numbers({1, 2, 9, 9}));
  EXPECT_EQ(where(mask, counting({1}), counting({1}, DType::int64)).dtype(), DType::float32);
  EXPECT_EQ(numbers(where(tensor({2}, {1, 0}, DType::boolean), tensor({2}, {1, nan}), tensor({2}, {nan, 2}))),
            Numbers({1, 2}));
  EXPECT_ERROR(where(counting({2}), counting({2}), counting({2})), ErrorKind::argument, "where", "got float32");
  EXPECT_ERROR(where(mask, counting({3}), counting({2})), ErrorKind::shape, "where", "(3) and (2)");
}

TEST(add_into, adds_in_place) {
  Tensor sum = counting({2, 2});
  const Tensor same = sum;
  add_into(sum, tensor({2, 2}, {10, 10, 10, 10}));
  EXPECT_EQ(numbers(same), Numbers({10, 11, 12, 13}));
  EXPECT_ERROR(add_into(sum, counting({2})), ErrorKind::internal, "add_into", "(2, 2)", "(2)");
}

// Case C10: with -ffast-math the compiler may fold such a test to true.
TEST(all_finite, looks_at_the_bits) {
  for (DType dtype : {DType::float32, DType::float64}) {
    for (double bad : {nan, infinity, -infinity}) EXPECT_FALSE(all_finite(tensor({3}, {0, bad, 1}, dtype))) << bad;
    EXPECT_TRUE(all_finite(tensor({4}, {1, 0, -3e38, 1e-45}, dtype)));
  }
  EXPECT_TRUE(all_finite(counting({3}, DType::int64)));
  EXPECT_TRUE(all_finite(tensor({0}, {})));
  const Tensor every_other = tensor({4}, {1, nan, 2, nan}).view({2}, {2});
  EXPECT_TRUE(all_finite(every_other));
}

}  // namespace
}  // namespace normlab
