// core/shape: sizes, strides, broadcasting, axes.
#include "normlab/core/shape.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "expect_error.hpp"

namespace normlab {
namespace {

constexpr Index big = Index(1) << 40;

std::string printed(const Shape& shape) { return text(shape); }

TEST(shape, holds_sizes) {
  const Shape shape{2, 3, 4};
  EXPECT_EQ(shape.rank(), 3);
  EXPECT_EQ(shape[1], 3);
  EXPECT_EQ(shape.back(), 4);
  EXPECT_EQ(shape.numel(), 24);
  EXPECT_EQ(Shape(std::vector<Index>{2, 3, 4}), shape);
  EXPECT_EQ(Shape::filled(2, 7), Shape({7, 7}));
  EXPECT_EQ(Shape::filled(0, 7), Shape());
}

TEST(shape, counts_elements) {
  EXPECT_EQ(Shape().numel(), 1);
  EXPECT_EQ(Shape({0}).numel(), 0);
  EXPECT_EQ(Shape({3, 0, 5}).numel(), 0);
  EXPECT_EQ(Shape({Index(1) << 31, Index(1) << 31}).numel(), Index(1) << 62);
  EXPECT_EQ(Shape({std::numeric_limits<Index>::max(), 1}).numel(), std::numeric_limits<Index>::max());
}

TEST(shape, compares_rank_and_sizes) {
  EXPECT_NE(Shape({1}), Shape());
  EXPECT_NE(Shape({2, 3}), Shape({3, 2}));
  EXPECT_NE(Shape({2}), Shape({2, 1}));
  Shape grown{2};
  grown.push_back(1);
  EXPECT_EQ(grown, Shape({2, 1}));
}

TEST(shape, has_at_most_8_dimensions) {
  Shape full = Shape::filled(Shape::max_rank, 1);
  EXPECT_EQ(full.rank(), 8);
  EXPECT_ERROR(full.push_back(1), ErrorKind::shape, "shape", "at most 8");
  EXPECT_EQ(full.rank(), 8);
  EXPECT_ERROR(Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}), ErrorKind::shape, "shape", "at most 8");
}

TEST(shape, refuses_products_that_overflow) {
  EXPECT_ERROR(Shape({big, big}).numel(), ErrorKind::shape, "shape", "2^63", "1099511627776");
  EXPECT_ERROR(Shape({big, big, 0}).numel(), ErrorKind::shape, "shape", "2^63");
  EXPECT_ERROR(contiguous_strides({0, big, big}), ErrorKind::shape, "shape", "2^63");
}

TEST(shape, prints_as_in_errors) {
  EXPECT_EQ(printed({}), "()");
  EXPECT_EQ(printed({5}), "(5)");
  EXPECT_EQ(printed({64, 10}), "(64, 10)");
  EXPECT_EQ(printed({-1, 0}), "(-1, 0)");
}

TEST(shape, strides_are_row_major) {
  EXPECT_EQ(contiguous_strides({}), Shape());
  EXPECT_EQ(contiguous_strides({5}), Shape({1}));
  EXPECT_EQ(contiguous_strides({2, 3, 4}), Shape({12, 4, 1}));
  EXPECT_EQ(contiguous_strides({2, 0, 4}), Shape({4, 4, 1}));
}

TEST(shape, broadcasts_as_numpy) {
  struct Case {
    Shape a, b, result;
  };
  const Case cases[] = {
      {{}, {}, {}},
      {{}, {2, 3}, {2, 3}},
      {{3}, {2, 3}, {2, 3}},
      {{2, 1}, {3}, {2, 3}},
      {{2, 1, 4}, {3, 1}, {2, 3, 4}},
      {{1}, {0}, {0}},
      {{0, 1}, {1, 5}, {0, 5}},
      {{4, 1}, {4, 1}, {4, 1}},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(broadcast_shapes("test", each.a, each.b), each.result) << printed(each.a) << " " << printed(each.b);
    EXPECT_EQ(broadcast_shapes("test", each.b, each.a), each.result) << printed(each.b) << " " << printed(each.a);
  }
}

TEST(shape, names_the_dimension_that_does_not_broadcast) {
  EXPECT_ERROR(broadcast_shapes("add", {2, 3}, {2, 4}), ErrorKind::shape, "add", "(2, 3)", "(2, 4)", "dimension 1",
               "3 against 4");
  EXPECT_ERROR(broadcast_shapes("add", {5, 2, 3}, {4, 3}), ErrorKind::shape, "add", "dimension 1", "2 against 4");
  EXPECT_ERROR(broadcast_shapes("add", {0}, {2}), ErrorKind::shape, "add", "0 against 2");
}

TEST(shape, counts_axes_from_both_ends) {
  EXPECT_EQ(normalize_axis("test", 0, 3), 0);
  EXPECT_EQ(normalize_axis("test", 2, 3), 2);
  EXPECT_EQ(normalize_axis("test", -1, 3), 2);
  EXPECT_EQ(normalize_axis("test", -3, 3), 0);
  // PyTorch lets 0 and -1 name the axis that a 0-d tensor has not.
  EXPECT_EQ(normalize_axis("test", 0, 0), 0);
  EXPECT_EQ(normalize_axis("test", -1, 0), 0);
  EXPECT_ERROR(normalize_axis("sum", 3, 3), ErrorKind::shape, "sum", "-3..2", "got 3");
  EXPECT_ERROR(normalize_axis("sum", -4, 3), ErrorKind::shape, "sum", "got -4");
  EXPECT_ERROR(normalize_axis("sum", 1, 0), ErrorKind::shape, "sum", "-1..0", "got 1");
  EXPECT_ERROR(normalize_axis("sum", std::numeric_limits<Index>::min(), 3), ErrorKind::shape, "sum",
               "got -9223372036854775808");
}

}  // namespace
}  // namespace normlab
