// core/elementwise: which dtype a result has, and how numbers change from one dtype to another.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/core/elementwise.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr DType all_dtypes[] = {DType::boolean, DType::int32, DType::int64, DType::float32, DType::float64};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr auto lowest_32 = std::numeric_limits<std::int32_t>::min();
constexpr auto lowest_64 = std::numeric_limits<std::int64_t>::min();

// 'b', 'i', 'l', 'f', 'd': the letters of the tables below.
char letter(DType dtype) { return "bilfd"[static_cast<int>(dtype)]; }

std::string result_row(const Shape& shape_a, DType a, const Shape& shape_b) {
  std::string row;
  for (DType b : all_dtypes) row += letter(result_type(Tensor::zeros(shape_a, a), Tensor::zeros(shape_b, b)));
  return row;
}

// PyTorch 1.13, with D = [torch.bool, torch.int32, torch.int64, torch.float32, torch.float64]:
//   ["".join(L[torch.result_type(torch.zeros(sa, dtype=a), torch.zeros(sb, dtype=b))] for b in D) for a in D]
TEST(promotion, of_two_tensors_as_pytorch) {
  const Shape zero_dim;
  const Shape one_dim{2};
  const char* same_rank[] = {"bilfd", "iilfd", "lllfd", "ffffd", "ddddd"};
  const char* left_0d[] = {"bilfd", "iilfd", "lilfd", "ffffd", "dddfd"};
  const char* right_0d[] = {"bilfd", "iiifd", "lllfd", "fffff", "ddddd"};
  for (int i = 0; i < 5; ++i) {
    const DType a = all_dtypes[i];
    EXPECT_EQ(result_row(zero_dim, a, zero_dim), same_rank[i]) << dtype_name(a);
    EXPECT_EQ(result_row(one_dim, a, one_dim), same_rank[i]) << dtype_name(a);
    EXPECT_EQ(result_row(zero_dim, a, one_dim), left_0d[i]) << dtype_name(a);
    EXPECT_EQ(result_row(one_dim, a, zero_dim), right_0d[i]) << dtype_name(a);
  }
}

std::string scalar_row(const Shape& shape, double value, bool integral) {
  std::string row;
  for (DType dtype : all_dtypes) {
    const Variable x(Tensor::full(shape, 1, dtype));
    row += letter(mul(x, scalar_like(x, value, integral)).dtype());
  }
  return row;
}

// PyTorch 1.13: "".join(L[(torch.ones(shape, dtype=a) * s).dtype] for a in D) for s in (2, 2.5)
TEST(promotion, of_a_tensor_and_a_number_as_pytorch) {
  for (const Shape& shape : {Shape(), Shape({2})}) {
    EXPECT_EQ(scalar_row(shape, 2, true), "lilfd") << text(shape);
    EXPECT_EQ(scalar_row(shape, 2.5, false), "ffffd") << text(shape);
  }
  // torch.tensor(2, dtype=torch.int32) + 2**40 wraps around to 2.
  const Variable two(tensor({}, {2}, DType::int32));
  EXPECT_EQ(numbers(add(two, scalar_like(two, 1099511627776.0, true))), Numbers({2}));
}

TEST(promotion, happens_before_the_operation) {
  // 2^24 + 1 is no float32: PyTorch gives True and 16777216 too.
  const Tensor integer = tensor({1}, {16777217}, DType::int64);
  const Tensor number = tensor({1}, {16777216});
  EXPECT_EQ(numbers(compare("eq", Compare::eq, integer, number)), Numbers({1}));
  EXPECT_EQ(numbers(binary("add", Binary::add, integer, tensor({1}, {0}))), Numbers({16777216}));
  const Tensor wide = binary("add", Binary::add, tensor({1}, {0.1}), tensor({1}, {0.1}, DType::float64));
  EXPECT_EQ(numbers(wide), Numbers({static_cast<double>(0.1f) + 0.1}));
}

TEST(cast, keeps_a_tensor_of_that_dtype) {
  const Tensor x = counting({2});
  EXPECT_TRUE(cast(x, DType::float32).shares_storage(x));
  EXPECT_FALSE(cast(x, DType::float64).shares_storage(x));
}

TEST(cast, reaches_every_dtype) {
  for (DType from : all_dtypes) {
    for (DType to : all_dtypes) {
      const Tensor y = cast(tensor({3}, {0, 1, 1}, from), to);
      EXPECT_EQ(y.dtype(), to);
      EXPECT_EQ(numbers(y), Numbers({0, 1, 1})) << dtype_name(from) << " to " << dtype_name(to);
    }
  }
  const Tensor turned = counting({2, 3}).view({3, 2}, {1, 3});
  EXPECT_EQ(numbers(cast(turned, DType::int64)), Numbers({0, 3, 1, 4, 2, 5}));
}

TEST(cast, makes_bools_of_what_is_not_zero) {
  EXPECT_EQ(numbers(cast(tensor({5}, {std::nan(""), 0.5, 0, -0.0, -2}), DType::boolean)), Numbers({1, 1, 0, 0, 1}));
  EXPECT_EQ(numbers(cast(tensor({3}, {256, 0, -1}, DType::int32), DType::boolean)), Numbers({1, 0, 1}));
}

// PyTorch 1.13 on x86-64 gives the smallest integer for NaN and for all that does not fit:
//   torch.tensor([nan, inf, -inf, 1e20, -1e20, 3e9, -3.9, 3.9]).to(torch.int32)
TEST(cast, of_floats_to_integers_as_pytorch) {
  const Numbers from{std::nan(""), infinity, -infinity, 1e20, -1e20, 3e9, -3.9, 3.9, -0.5};
  const Numbers to_32{lowest_32, lowest_32, lowest_32, lowest_32, lowest_32, lowest_32, -3, 3, 0};
  const double low = static_cast<double>(lowest_64);
  const Numbers to_64{low, low, low, low, low, 3e9, -3, 3, 0};
  for (DType dtype : {DType::float32, DType::float64}) {
    EXPECT_EQ(numbers(cast(tensor({9}, from, dtype), DType::int32)), to_32);
    EXPECT_EQ(numbers(cast(tensor({9}, from, dtype), DType::int64)), to_64);
  }
}

TEST(cast, of_floats_at_the_ends_of_the_integers) {
  EXPECT_EQ(convert_number<std::int32_t>(2147483647.9), 2147483647);
  EXPECT_EQ(convert_number<std::int32_t>(2147483648.0), lowest_32);
  EXPECT_EQ(convert_number<std::int32_t>(-2147483648.0), lowest_32);
  EXPECT_EQ(convert_number<std::int32_t>(2147483520.0f), 2147483520) << "the last float below 2^31";
  EXPECT_EQ(convert_number<std::int64_t>(9223372036854774784.0), 9223372036854774784) << "the last double below 2^63";
  EXPECT_EQ(convert_number<std::int64_t>(9223372036854775808.0), lowest_64);
  EXPECT_EQ(convert_number<std::int64_t>(9223371487098961920.0f), 9223371487098961920);
}

TEST(cast, to_narrower_numbers) {
  EXPECT_EQ(numbers(cast(tensor({3}, {2147483648.0, 4294967301.0, -2147483649.0}, DType::int64), DType::int32)),
            Numbers({lowest_32, 5, 2147483647}));
  EXPECT_EQ(numbers(cast(tensor({3}, {1e300, -1e300, 1e-300}, DType::float64), DType::float32)),
            Numbers({infinity, -infinity, 0}));
}

}  // namespace
}  // namespace normlab
