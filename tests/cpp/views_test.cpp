// core/views: reshape, permute, slice, select are views; take_rows and cat are copies.
#include "normlab/core/views.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "expect_error.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr Index lowest = std::numeric_limits<Index>::min();
constexpr Index highest = std::numeric_limits<Index>::max();

TEST(reshape, is_a_view_of_contiguous_numbers) {
  const Tensor x = counting({2, 6});
  for (const Shape& shape : {Shape({12}), Shape({3, 4}), Shape({2, 3, 2}), Shape({1, 12, 1})}) {
    const Tensor y = reshape(x, shape);
    EXPECT_EQ(y.shape(), shape);
    EXPECT_TRUE(y.shares_storage(x));
    EXPECT_EQ(numbers(y), numbers(x));
  }
  const Tensor row = reshape(select(x, 0, 1), {2, 3});
  EXPECT_TRUE(row.shares_storage(x));
  EXPECT_EQ(numbers(row), Numbers({6, 7, 8, 9, 10, 11}));
}

TEST(reshape, copies_numbers_that_lie_apart) {
  const Tensor turned = transpose(counting({2, 3}), 0, 1);
  const Tensor y = reshape(turned, {6});
  EXPECT_FALSE(y.shares_storage(turned));
  EXPECT_EQ(numbers(y), Numbers({0, 3, 1, 4, 2, 5}));
}

TEST(reshape, infers_one_size) {
  EXPECT_EQ(reshape(counting({2, 6}), {-1}).shape(), Shape({12}));
  EXPECT_EQ(reshape(counting({2, 6}), {4, -1}).shape(), Shape({4, 3}));
  EXPECT_EQ(reshape(counting({2, 6}), {-1, 12}).shape(), Shape({1, 12}));
  EXPECT_EQ(reshape(counting({}), {-1}).shape(), Shape({1}));
  EXPECT_EQ(reshape(counting({0, 3}), {-1, 3}).shape(), Shape({0, 3}));
}

TEST(reshape, goes_to_and_from_0_dimensions) {
  EXPECT_EQ(reshape(counting({1, 1}), {}).shape(), Shape());
  EXPECT_EQ(reshape(counting({}), {1, 1, 1}).shape(), Shape({1, 1, 1}));
  EXPECT_EQ(reshape(counting({0, 3}), {5, 0}).shape(), Shape({5, 0}));
}

TEST(reshape, names_what_does_not_fit) {
  EXPECT_ERROR(reshape(counting({6}), {4}), ErrorKind::shape, "reshape", "6 elements", "got (4)");
  EXPECT_ERROR(reshape(counting({6}), {4, -1}), ErrorKind::shape, "reshape", "6 elements", "got (4, -1)");
  EXPECT_ERROR(reshape(counting({6}), {-1, -1}), ErrorKind::shape, "reshape", "at most one -1", "(-1, -1)");
  EXPECT_ERROR(reshape(counting({6}), {-2, 3}), ErrorKind::shape, "reshape", "got (-2, 3)");
  EXPECT_ERROR(reshape(counting({2}), {}), ErrorKind::shape, "reshape", "got ()");
  // -1 could be anything, as PyTorch says too.
  EXPECT_ERROR(reshape(counting({0, 3}), {0, -1}), ErrorKind::shape, "reshape", "0 elements", "got (0, -1)");
  EXPECT_ERROR(reshape(counting({6}), {Index(1) << 40, Index(1) << 40}), ErrorKind::shape, "shape", "2^63");
}

TEST(permute, moves_axes_without_a_copy) {
  const Tensor x = counting({2, 3, 4});
  const Tensor y = permute(x, {2, 0, 1});
  EXPECT_EQ(y.shape(), Shape({4, 2, 3}));
  EXPECT_TRUE(y.shares_storage(x));
  EXPECT_EQ(numbers(select(y, 0, 1)), Numbers({1, 5, 9, 13, 17, 21}));
  EXPECT_EQ(numbers(permute(x, {-1, 0, -2})), numbers(y));
  EXPECT_EQ(numbers(permute(y, {1, 2, 0})), numbers(x));
  EXPECT_EQ(permute(counting({}), {}).shape(), Shape());
}

TEST(permute, names_each_axis_once) {
  const Tensor x = counting({2, 3});
  EXPECT_ERROR(permute(x, {0}), ErrorKind::shape, "permute", "2 axes", "got (0)");
  EXPECT_ERROR(permute(x, {0, 0}), ErrorKind::shape, "permute", "once", "got (0, 0)");
  EXPECT_ERROR(permute(x, {1, -1}), ErrorKind::shape, "permute", "once", "got (1, -1)");
  EXPECT_ERROR(permute(x, {0, 2}), ErrorKind::shape, "permute", "got 2");
}

TEST(transpose, swaps_two_axes) {
  const Tensor x = counting({2, 3});
  EXPECT_EQ(numbers(transpose(x, 0, 1)), Numbers({0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(numbers(transpose(x, -1, -2)), Numbers({0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(transpose(x, 1, 1).shape(), Shape({2, 3}));
  EXPECT_EQ(transpose(counting({}), 0, -1).shape(), Shape());
  EXPECT_ERROR(transpose(x, 0, 2), ErrorKind::shape, "transpose", "got 2");
}

// Python's rule, element by element.
Numbers python_slice(Index size, Index start, Index stop, Index step) {
  Numbers out;
  const Index first = start < 0 ? start + size : start;
  const Index last = stop < 0 ? stop + size : stop;
  for (Index i = 0; i < size; ++i) {
    if (i >= first && i < last && (i - std::max<Index>(first, 0)) % step == 0) out.push_back(static_cast<double>(i));
  }
  return out;
}

TEST(slice, clips_bounds_as_python) {
  for (Index size : {0, 1, 4, 5}) {
    for (Index start = -7; start <= 7; ++start) {
      for (Index stop = -7; stop <= 7; ++stop) {
        for (Index step : {1, 2, 3, 9}) {
          EXPECT_EQ(numbers(slice(counting({size}), 0, start, stop, step)), python_slice(size, start, stop, step))
              << size << ": " << start << ":" << stop << ":" << step;
        }
      }
    }
  }
}

TEST(slice, takes_part_of_any_axis) {
  const Tensor x = counting({3, 4});
  EXPECT_TRUE(slice(x, 0, 1, 2, 1).shares_storage(x));
  EXPECT_EQ(numbers(slice(x, 0, 1, 3, 1)), Numbers({4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(numbers(slice(x, 1, 0, 4, 2)), Numbers({0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(numbers(slice(x, -1, -1, 4, 1)), Numbers({3, 7, 11}));
  EXPECT_EQ(numbers(slice(slice(x, 1, 1, 4, 2), 0, 0, 3, 2)), Numbers({1, 3, 9, 11}));
  EXPECT_EQ(numbers(slice(transpose(x, 0, 1), 0, 1, 3, 1)), Numbers({1, 5, 9, 2, 6, 10}));
  EXPECT_EQ(slice(x, 1, 5, 9, 1).shape(), Shape({3, 0}));
  EXPECT_EQ(slice(slice(x, 1, 5, 9, 1), 0, 1, 3, 1).shape(), Shape({2, 0}));
}

TEST(slice, takes_any_64_bit_bounds) {
  const Tensor x = counting({5});
  EXPECT_EQ(numbers(slice(x, 0, lowest, highest, 2)), Numbers({0, 2, 4}));
  EXPECT_EQ(numbers(slice(x, 0, 1, highest, highest)), Numbers({1}));
  EXPECT_EQ(numbers(slice(x, 0, highest, lowest, 1)), Numbers());
  EXPECT_EQ(numbers(slice(counting({2, 5}), 1, 1, 5, highest)), Numbers({1, 6}));
}

TEST(slice, has_a_positive_step) {
  EXPECT_ERROR(slice(counting({5}), 0, 0, 5, 0), ErrorKind::argument, "slice", "step of at least 1", "got 0");
  EXPECT_ERROR(slice(counting({5}), 0, 4, 0, -1), ErrorKind::argument, "slice", "got -1");
  EXPECT_ERROR(slice(counting({}), 0, 0, 1, 1), ErrorKind::shape, "slice", "0-d");
  EXPECT_ERROR(slice(counting({5}), 1, 0, 1, 1), ErrorKind::shape, "slice", "got 1");
}

TEST(select, drops_the_axis) {
  const Tensor x = counting({2, 3});
  EXPECT_TRUE(select(x, 0, 1).shares_storage(x));
  EXPECT_EQ(numbers(select(x, 0, 1)), Numbers({3, 4, 5}));
  EXPECT_EQ(numbers(select(x, 1, -1)), Numbers({2, 5}));
  EXPECT_EQ(select(select(x, 0, 0), 0, 0).shape(), Shape());
  EXPECT_EQ(select(Tensor::zeros({2, 0}, DType::float32), 0, 1).shape(), Shape({0}));
  EXPECT_ERROR(select(x, 1, 3), ErrorKind::shape, "select", "-3..2", "dim 1", "got 3");
  EXPECT_ERROR(select(x, 0, -3), ErrorKind::shape, "select", "got -3");
  EXPECT_ERROR(select(counting({0}), 0, 0), ErrorKind::shape, "select", "got 0");
  EXPECT_ERROR(select(counting({}), 0, 0), ErrorKind::shape, "select", "0-d");
}

TEST(take_rows, copies_rows_in_the_given_order) {
  const Index rows[] = {2, 0, 2};
  const Tensor x = counting({3, 2});
  const Tensor y = take_rows(x, rows, 3);
  EXPECT_EQ(y.shape(), Shape({3, 2}));
  EXPECT_FALSE(y.shares_storage(x));
  EXPECT_EQ(numbers(y), Numbers({4, 5, 0, 1, 4, 5}));
  EXPECT_EQ(numbers(take_rows(transpose(x, 0, 1), rows + 1, 1)), Numbers({0, 2, 4}));
  EXPECT_EQ(numbers(take_rows(counting({3}, DType::int64), rows, 2)), Numbers({2, 0}));
  EXPECT_EQ(take_rows(x, rows, 0).shape(), Shape({0, 2}));
  EXPECT_EQ(take_rows(counting({3, 0}), rows, 2).shape(), Shape({2, 0}));
}

TEST(take_rows, refuses_rows_that_are_not_there) {
  for (Index row : {Index(3), Index(-1), highest, lowest}) {
    EXPECT_ERROR(take_rows(counting({3, 2}), &row, 1), ErrorKind::shape, "take_rows", "0..2",
                 "got " + std::to_string(row));
  }
  const Index row = 0;
  EXPECT_ERROR(take_rows(counting({0, 2}), &row, 1), ErrorKind::shape, "take_rows", "got 0");
  EXPECT_ERROR(take_rows(counting({}), &row, 1), ErrorKind::shape, "take_rows", "0-d");
}

TEST(cat, joins_along_any_axis) {
  const Tensor a = counting({2, 2});
  const Tensor b = tensor({2, 1}, {8, 9});
  EXPECT_EQ(numbers(cat({a, b}, 1)), Numbers({0, 1, 8, 2, 3, 9}));
  EXPECT_EQ(numbers(cat({a, b}, -1)), numbers(cat({a, b}, 1)));
  EXPECT_EQ(numbers(cat({a, transpose(a, 0, 1)}, 0)), Numbers({0, 1, 2, 3, 0, 2, 1, 3}));
  EXPECT_EQ(numbers(cat({a, slice(a, 1, 0, 0, 1), b}, 1)), numbers(cat({a, b}, 1)));
  const Tensor alone = cat({a}, 0);
  EXPECT_FALSE(alone.shares_storage(a));
  EXPECT_EQ(numbers(alone), numbers(a));
  EXPECT_EQ(cat({counting({0}), counting({0})}, 0).shape(), Shape({0}));
}

TEST(cat, names_what_does_not_fit) {
  const Tensor a = counting({2, 2});
  EXPECT_ERROR(cat({}, 0), ErrorKind::argument, "cat", "at least one");
  EXPECT_ERROR(cat({a, counting({3, 2})}, 1), ErrorKind::shape, "cat", "(2, 2)", "dim 1", "got (3, 2)");
  EXPECT_ERROR(cat({a, counting({2})}, 0), ErrorKind::shape, "cat", "got (2)");
  EXPECT_ERROR(cat({a, counting({2, 2}, DType::int64)}, 0), ErrorKind::argument, "cat", "float32 and int64");
  EXPECT_ERROR(cat({counting({}), counting({})}, 0), ErrorKind::shape, "cat", "0-d");
  EXPECT_ERROR(cat({a, counting({})}, 0), ErrorKind::shape, "cat", "got ()");
  EXPECT_ERROR(cat({a, a}, 2), ErrorKind::shape, "cat", "got 2");
}

}  // namespace
}  // namespace normlab
