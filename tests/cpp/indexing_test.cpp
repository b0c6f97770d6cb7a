// x[…], gather and index_put against PyTorch's rules; tests/api/tensor-golden.test.ts has its numbers for more forms.
#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/autograd/indexing.hpp"
#include "normlab/autograd/reductions.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using namespace testing;
using Kind = IndexItem::Kind;

Variable grid(const Shape& shape) { return Variable(counting(shape, DType::float64)); }

IndexItem at(Index position) { return {Kind::position, position, 0, 1, {}}; }
IndexItem range(Index start, Index stop, Index step = 1) { return {Kind::slice, start, stop, step, {}}; }
IndexItem all() { return range(0, 1 << 30); }
IndexItem rest() { return {Kind::ellipsis, 0, 0, 1, {}}; }
IndexItem axis() { return {Kind::new_axis, 0, 0, 1, {}}; }
IndexItem by(Tensor tensor) { return {Kind::tensor, 0, 0, 1, std::move(tensor)}; }
Tensor places(const std::vector<std::int64_t>& values) {
  return Tensor::from({static_cast<Index>(values.size())}, values);
}
Tensor mask(const Shape& shape, const Numbers& values) { return tensor(shape, values, DType::boolean); }

TEST(Indexing, ViewsByPositionsSlicesAndNewAxes) {
  const Variable x = grid({2, 3, 4});
  EXPECT_EQ(numbers(index(x, {at(1), at(-1), at(0)})), Numbers({20}));
  EXPECT_EQ(index(x, {at(0)}).shape(), Shape({3, 4}));
  EXPECT_EQ(numbers(index(x, {rest(), range(1, 4, 2)})), Numbers({1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23}));
  EXPECT_EQ(index(x, {all(), axis(), at(2)}).shape(), Shape({2, 1, 4}));
  EXPECT_TRUE(index(x, {at(0)}).data().shares_storage(x.data()));
}

TEST(Indexing, CopiesByPositionsAndMasks) {
  const Variable x = grid({3, 4});
  EXPECT_EQ(numbers(index(x, {by(places({2, 0, -1}))})), Numbers({8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11}));
  EXPECT_EQ(numbers(index(x, {by(places({0, 1, 2})), by(places({3, 0, 1}))})), Numbers({3, 4, 9}));
  EXPECT_EQ(numbers(index(x, {by(mask({3, 4}, {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}))})), Numbers({1, 11}));
  EXPECT_EQ(numbers(index(x, {by(mask({3}, {0, 1, 0}))})), Numbers({4, 5, 6, 7}));
  EXPECT_FALSE(index(x, {by(places({0}))}).data().shares_storage(x.data()));
}

TEST(Indexing, PlacesNewAxesAsPyTorchDoes) {
  const Variable x = grid({2, 3, 4});
  const Tensor five = places({0, 1, 0, 1, 0});
  EXPECT_EQ(index(x, {all(), by(five)}).shape(), Shape({2, 5, 4}));
  EXPECT_EQ(index(x, {by(five), all(), by(five)}).shape(), Shape({5, 3}));  // separated: in front
  EXPECT_EQ(index(x, {all(), by(five), by(five)}).shape(), Shape({2, 5}));
  EXPECT_EQ(index(x, {all(), by(mask({3, 4}, std::vector<double>(12, 1)))}).shape(), Shape({2, 12}));
}

TEST(Indexing, EmptyChoices) {
  const Variable x = grid({3, 4});
  EXPECT_EQ(index(x, {by(places({}))}).shape(), Shape({0, 4}));
  EXPECT_EQ(index(x, {by(mask({3, 4}, std::vector<double>(12, 0)))}).shape(), Shape({0}));
}

TEST(Indexing, GradientsGoBackToTheirPlaces) {
  Variable x = grid({3, 4});
  x.set_requires_grad(true);
  EXPECT_EQ(grad_check([](const auto& in) { return index(in[0], {by(places({2, 0, 2}))}); }, {x}), "");
  EXPECT_EQ(grad_check([](const auto& in) { return index(in[0], {all(), by(places({1, 1}))}); }, {x}), "");
  EXPECT_EQ(grad_check([](const auto& in) {
              return index(in[0], {by(mask({3, 4}, {1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1}))});
            }, {x}), "");
  const Tensor columns = Tensor::from({3, 2}, std::vector<std::int64_t>{0, 3, 1, 1, 2, 0});
  EXPECT_EQ(grad_check([&](const auto& in) { return gather(in[0], 1, columns); }, {x}), "");
}

TEST(IndexPut, WritesAndHandsGradientsOn) {
  Variable x = grid({2, 3});
  index_put(x, {all(), at(1)}, Variable(Tensor::from({2}, std::vector<double>{-1, -2})));
  EXPECT_EQ(numbers(x), Numbers({0, -1, 2, 3, -2, 5}));
  Variable leaf = grid({2, 3});
  Variable value = grid({3});
  leaf.set_requires_grad(true);
  value.set_requires_grad(true);
  EXPECT_EQ(grad_check([](const auto& in) {
              Variable y = mul(in[0], in[0]);
              index_put(y, {at(1)}, in[1]);
              return y;
            }, {leaf, value}), "");
}

TEST(Indexing, ErrorsNameWhatWasWrong) {
  const Variable x = grid({3, 4});
  EXPECT_ERROR(index(x, {at(0), at(0), at(0)}), ErrorKind::shape, "index", "at most 2 indices", "got 3");
  EXPECT_ERROR(index(x, {rest(), rest()}), ErrorKind::shape, "index", "at most one", "got 2");
  EXPECT_ERROR(index(x, {at(3)}), ErrorKind::shape, "select", "in -3..2", "got 3");
  EXPECT_ERROR(index(x, {by(places({0, 3}))}), ErrorKind::shape, "index", "in -3..2", "got 3");
  EXPECT_ERROR(index(x, {by(mask({2}, {1, 0}))}), ErrorKind::shape, "index", "mask of shape (3, 4)", "got (2)");
  EXPECT_ERROR(index(x, {by(Tensor::zeros({2}, DType::float32))}), ErrorKind::argument, "index", "int64", "got float32");
  EXPECT_ERROR(gather(x, 1, places({0})), ErrorKind::shape, "gather", "got (1)");
  Variable y = grid({3, 4});
  EXPECT_ERROR(index_put(y, {at(0)}, grid({3})), ErrorKind::shape, "index_put", "(4)", "got (3)");
}

}  // namespace
}  // namespace normlab
