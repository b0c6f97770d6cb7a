// core/tensor: dtypes, shared storage, copies, versions, memory.
#include "normlab/core/tensor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/core/views.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr DType all_dtypes[] = {DType::boolean, DType::int32, DType::int64, DType::float32, DType::float64};

TEST(dtype, has_pytorchs_names_and_sizes) {
  const char* names[] = {"bool", "int32", "int64", "float32", "float64"};
  const std::size_t sizes[] = {1, 4, 8, 4, 8};
  for (int i = 0; i < 5; ++i) {
    EXPECT_STREQ(dtype_name(all_dtypes[i]), names[i]);
    EXPECT_EQ(dtype_from_name(names[i]), all_dtypes[i]);
    EXPECT_EQ(item_size(all_dtypes[i]), sizes[i]);
  }
  EXPECT_ERROR(dtype_from_name("float16"), ErrorKind::argument, "dtype", "float32", "got \"float16\"");
  EXPECT_ERROR(dispatch_floating("mean", DType::int64, [](auto) {}), ErrorKind::argument, "mean", "got int64");
}

TEST(tensor, default_made_is_undefined) { EXPECT_FALSE(Tensor().defined()); }

TEST(tensor, fills_every_dtype) {
  for (DType dtype : all_dtypes) {
    const Tensor x = Tensor::full({2, 3}, 1, dtype);
    EXPECT_EQ(x.dtype(), dtype);
    EXPECT_EQ(x.shape(), Shape({2, 3}));
    EXPECT_EQ(numbers(x), Numbers(6, 1)) << dtype_name(dtype);
    EXPECT_EQ(numbers(Tensor::zeros({3}, dtype)), Numbers(3, 0)) << dtype_name(dtype);
  }
  EXPECT_EQ(Tensor::full({}, 2.5, DType::float64).rank(), 0);
  EXPECT_EQ(numbers(Tensor::full({1}, -3.9, DType::int64)), Numbers({-3}));
  EXPECT_EQ(*Tensor::full({1}, std::nan(""), DType::int64).data<std::int64_t>(),
            std::numeric_limits<std::int64_t>::min());
}

TEST(tensor, takes_values) {
  const Tensor x = Tensor::from({2, 2}, std::vector<float>{1, 2, 3, 4});
  EXPECT_EQ(x.dtype(), DType::float32);
  EXPECT_EQ(numbers(x), Numbers({1, 2, 3, 4}));
  const std::int64_t integers[] = {7, -8};
  EXPECT_EQ(numbers(Tensor::from({2}, integers)), Numbers({7, -8}));
  EXPECT_EQ(Tensor::from({2}, std::vector<bool>{true, false}).dtype(), DType::boolean);
  EXPECT_ERROR(Tensor::from({2, 2}, std::vector<float>{1, 2, 3}), ErrorKind::shape, "tensor", "4 values", "(2, 2)",
               "got 3");
}

TEST(tensor, refuses_impossible_sizes) {
  EXPECT_ERROR(Tensor::empty({2, -1}, DType::float32), ErrorKind::shape, "tensor", "got shape (2, -1)");
  EXPECT_ERROR(Tensor::empty({Index(1) << 28, 2}, DType::float32), ErrorKind::shape, "tensor", "1 GiB", "float32");
  EXPECT_ERROR(Tensor::empty({Index(1) << 40, Index(1) << 40}, DType::boolean), ErrorKind::shape, "tensor", "1 GiB");
  EXPECT_ERROR(Tensor::empty({Index(1) << 40, Index(1) << 40, 0}, DType::boolean), ErrorKind::shape, "shape", "2^63");
  EXPECT_EQ(Tensor::empty({1000000, 1000000, 0}, DType::float64).numel(), 0);
}

TEST(tensor, gives_data_of_its_own_type_only) {
  Tensor x = Tensor::zeros({2}, DType::float32);
  EXPECT_ERROR(x.data<double>(), ErrorKind::internal, "tensor", "float64 data, got float32");
  EXPECT_ERROR(x.data<std::int32_t>(), ErrorKind::internal, "tensor", "int32 data, got float32");
}

TEST(tensor, copies_of_the_handle_share_numbers) {
  Tensor x = tensor({2}, {1, 2});
  Tensor same = x;
  same.data<float>()[0] = 9;
  EXPECT_EQ(numbers(x), Numbers({9, 2}));
  EXPECT_TRUE(x.shares_storage(same));
  EXPECT_FALSE(x.owns_alone());
  same = Tensor();
  EXPECT_TRUE(x.owns_alone());

  Tensor other = x.clone();
  other.data<float>()[0] = 5;
  EXPECT_EQ(numbers(x), Numbers({9, 2}));
  EXPECT_FALSE(x.shares_storage(other));
}

TEST(tensor, views_see_the_same_numbers) {
  Tensor x = counting({2, 3});
  Tensor column = x.view({2}, {3}, 1);
  EXPECT_EQ(numbers(column), Numbers({1, 4}));
  column.data<float>()[0] = 10;
  EXPECT_EQ(numbers(x), Numbers({0, 10, 2, 3, 4, 5}));
  EXPECT_EQ(numbers(column.view({1}, {1}, 3)), Numbers({4}));
}

TEST(tensor, versions_belong_to_the_storage) {
  Tensor x = counting({2, 3});
  const Tensor row = select(x, 0, 1);
  const Tensor copy = x.clone();
  const std::uint32_t before = x.version();
  x.bump_version();
  EXPECT_EQ(x.version(), before + 1);
  EXPECT_EQ(row.version(), before + 1);
  EXPECT_EQ(copy.version(), 0u);
}

TEST(tensor, knows_whether_it_is_contiguous) {
  const Tensor x = counting({2, 3, 4});
  EXPECT_TRUE(x.is_contiguous());
  EXPECT_TRUE(select(x, 0, 1).is_contiguous());
  EXPECT_TRUE(slice(x, 0, 1, 2, 1).is_contiguous());
  EXPECT_TRUE(slice(x, 1, 1, 1, 1).is_contiguous()) << "an empty one";
  EXPECT_FALSE(transpose(x, 0, 1).is_contiguous());
  EXPECT_FALSE(select(x, 2, 0).is_contiguous());
  EXPECT_TRUE(transpose(counting({5, 1}), 0, 1).is_contiguous()) << "strides of axes of size 1 do not matter";
  EXPECT_TRUE(Tensor::zeros({}, DType::float32).is_contiguous());
  EXPECT_FALSE(counting({1}).view({3}, {0}).is_contiguous());
}

TEST(tensor, contiguous_copies_only_when_it_must) {
  const Tensor x = counting({2, 3});
  EXPECT_TRUE(x.contiguous().shares_storage(x));
  const Tensor turned = transpose(x, 0, 1);
  const Tensor copy = turned.contiguous();
  EXPECT_FALSE(copy.shares_storage(x));
  EXPECT_TRUE(copy.is_contiguous());
  EXPECT_EQ(numbers(copy), Numbers({0, 3, 1, 4, 2, 5}));
}

TEST(tensor, copies_between_any_strides) {
  for (DType dtype : {DType::int32, DType::int64, DType::float32, DType::float64}) {
    Tensor grid = Tensor::zeros({4, 6}, dtype);
    Tensor part = slice(slice(grid, 1, 1, 6, 2), 0, 0, 4, 3);  // rows 0 and 3, columns 1, 3, 5
    copy_into(part, transpose(counting({3, 2}, dtype), 0, 1));
    EXPECT_EQ(numbers(part), Numbers({0, 2, 4, 1, 3, 5}));
    EXPECT_EQ(numbers(grid), Numbers({0, 0, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 5}));
  }
  const Tensor flags = tensor({2, 3}, {1, 0, 0, 0, 1, 1}, DType::boolean);
  EXPECT_EQ(numbers(transpose(flags, 0, 1).clone()), Numbers({1, 0, 0, 1, 0, 1}));
}

TEST(tensor, copies_every_order_of_axes) {
  const Tensor x = counting({2, 3, 1, 4});
  std::vector<Index> order{0, 1, 2, 3};
  do {
    const Tensor view = permute(x, Shape(order));
    EXPECT_EQ(numbers(view.clone()), numbers(view)) << text(Shape(order));
    Tensor target = permute(Tensor::zeros(x.shape(), DType::float32), Shape(order));
    copy_into(target, view.clone());
    EXPECT_EQ(numbers(target), numbers(view)) << text(Shape(order));
  } while (std::next_permutation(order.begin(), order.end()));
  const Tensor repeated = x.view({2, 2, 3, 4}, {0, 12, 4, 1});
  EXPECT_EQ(numbers(repeated.clone()), numbers(repeated));
}

TEST(tensor, copies_nan_payloads_and_signed_zeros) {
  const Tensor x = tensor({2, 2}, {-0.0, std::nan(""), std::numeric_limits<double>::infinity(), 1e-45});
  const Tensor copy = transpose(x, 0, 1).clone();
  EXPECT_TRUE(std::signbit(copy.data<float>()[0]));
  EXPECT_TRUE(std::isinf(copy.data<float>()[1]));
  EXPECT_TRUE(std::isnan(copy.data<float>()[2]));
  EXPECT_EQ(copy.data<float>()[3], 1e-45f);
}

TEST(tensor, copies_into_itself) {
  Tensor square = counting({3, 3});
  copy_into(square, transpose(square, 0, 1));
  EXPECT_EQ(numbers(square), Numbers({0, 3, 6, 1, 4, 7, 2, 5, 8}));
  Tensor line = counting({6});
  Tensor tail = slice(line, 0, 1, 6, 1);
  copy_into(tail, slice(line, 0, 0, 5, 1));
  EXPECT_EQ(numbers(line), Numbers({0, 0, 1, 2, 3, 4}));
  copy_into(line, line);
  EXPECT_EQ(numbers(line), Numbers({0, 0, 1, 2, 3, 4}));
}

TEST(tensor, copies_only_where_each_element_has_a_place) {
  Tensor repeated = counting({1}).view({3}, {0});
  EXPECT_ERROR(copy_into(repeated, counting({3})), ErrorKind::argument, "copy_into", "broadcast view of shape (3)");
  Tensor x = counting({2});
  EXPECT_ERROR(copy_into(x, counting({3})), ErrorKind::internal, "copy_into", "(2), got float32(3)");
  EXPECT_ERROR(copy_into(x, counting({2}, DType::float64)), ErrorKind::internal, "copy_into", "got float64");
}

TEST(tensor, empty_ones_are_harmless) {
  for (const Shape& shape : {Shape({0}), Shape({2, 0}), Shape({0, 3})}) {
    const Tensor x = Tensor::full(shape, 1, DType::float32);
    EXPECT_EQ(x.numel(), 0);
    EXPECT_TRUE(x.is_contiguous());
    EXPECT_EQ(x.clone().shape(), shape);
    EXPECT_EQ(numbers(x), Numbers());
  }
  EXPECT_EQ(numbers(select(Tensor::zeros({2, 0}, DType::float32), 0, 1)), Numbers());
}

TEST(tensor, item_reads_one_element) {
  EXPECT_EQ(item("item", tensor({}, {2.5})), 2.5);
  EXPECT_EQ(item("item", tensor({1, 1}, {7}, DType::int64)), 7);
  EXPECT_EQ(item("item", tensor({1}, {1}, DType::boolean)), 1);
  EXPECT_EQ(item("item", select(counting({3}), 0, 2)), 2);
  EXPECT_ERROR(item("item", counting({2})), ErrorKind::shape, "item", "one element", "got shape (2)");
  EXPECT_ERROR(item("item", counting({0})), ErrorKind::shape, "item", "got shape (0)");
}

TEST(tensor, memory_use_returns_to_the_start) {
  const MemoryUse before = memory_use();
  {
    const Tensor x = Tensor::empty({3}, DType::float32);
    EXPECT_EQ(memory_use().storages, before.storages + 1);
    EXPECT_EQ(memory_use().bytes, before.bytes + 16) << "12 bytes in units of 8";
    const Tensor copy = x;
    const Tensor part = slice(x, 0, 1, 3, 1);
    EXPECT_EQ(memory_use().storages, before.storages + 1);
    const Tensor clone = x.clone();
    EXPECT_EQ(memory_use().storages, before.storages + 2);
    EXPECT_EQ(memory_use().bytes, before.bytes + 32);
  }
  EXPECT_EQ(memory_use().storages, before.storages);
  EXPECT_EQ(memory_use().bytes, before.bytes);
}

}  // namespace
}  // namespace normlab
