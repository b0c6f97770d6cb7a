// x.add_(y) and its kind: numbers, history, and what is refused.
#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/autograd/in_place.hpp"
#include "normlab/autograd/indexing.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using namespace testing;

Variable vector(const std::vector<double>& values, bool requires_grad = false) {
  return Variable(Tensor::from({static_cast<Index>(values.size())}, values), requires_grad);
}

// x ← f(x) as the bindings do it.
template <class F>
void change(const char* tag, Variable& x, F f) {
  become(tag, x, f(x.snapshot()));
}

TEST(InPlace, ChangesEveryViewOfTheNumbers) {
  Variable x = vector({1, 2, 3});
  const Variable shared = x.detach();
  change("add_", x, [](const Variable& v) { return add(v, v); });
  EXPECT_EQ(numbers(shared), Numbers({2, 4, 6}));
  Variable row = select(Variable(Tensor::zeros({2, 3}, DType::float64)), 0, 0);
  change("fill_", row, [](const Variable& v) { return filled_like(v, 5); });
  EXPECT_EQ(numbers(row), Numbers({5, 5, 5}));
}

TEST(InPlace, GradientsAreThoseOfThePlainOperations) {
  const Variable a = vector({0.5, -1, 2}, true);
  const Variable b = vector({1.5, 2, -0.5}, true);
  EXPECT_EQ(grad_check([](const auto& in) {
              Variable y = mul(in[0], in[1]);
              change("div_", y, [&](const Variable& v) { return div(v, in[1]); });
              change("mul_", y, [&](const Variable& v) { return mul(v, v); });
              change("tanh_", y, [](const Variable& v) { return tanh(v); });
              change("add_", y, [&](const Variable& v) { return add(v, in[0]); });
              return y;
            }, {a, b}), "");
}

// r = relu(z) in place, then r += x: a mask taken from the changed r would be wrong.
TEST(InPlace, ResidualAfterReluInPlace) {
  const Variable z = vector({-1, 2}, true);
  const Variable x = vector({3, 1}, true);
  Variable r = mul(z, vector({1, 1}));
  change("relu_", r, [](const Variable& v) { return relu(v); });
  change("add_", r, [&](const Variable& v) { return add(v, x); });
  sum(mul(r, vector({1, 10})), {}, false).backward();
  EXPECT_EQ(numbers(Variable(z.grad())), Numbers({0, 10}));
  EXPECT_EQ(numbers(Variable(x.grad())), Numbers({1, 10}));
}

TEST(InPlace, AValueThatBackwardNeedsIsMissed) {
  const Variable x = vector({0.5, 1}, true);
  Variable y = exp(x);  // its slope is y itself
  const Variable loss = sum(y, {}, false);
  change("add_", y, [](const Variable& v) { return add(v, v); });
  EXPECT_ERROR(sum(y, {}, false).backward(), ErrorKind::argument, "exp", "changed in place");
  loss.data();
}

TEST(InPlace, AViewOfAChangedTensorIsNotUsedUnnoticed) {
  const Variable x = vector({1, 2}, true);
  Variable y = mul(x, x);
  const Variable first = select(y, 0, 0);
  change("mul_", y, [](const Variable& v) { return mul(v, v); });
  EXPECT_ERROR(mul(first, first), ErrorKind::argument, "SelectBackward0", "changed in place through another tensor");
}

TEST(InPlace, WithoutGradientsLeavesMayChange) {
  Variable x = vector({1, 2}, true);
  {
    const GradMode off(false);
    change("mul_", x, [](const Variable& v) { return add(v, v); });
  }
  EXPECT_EQ(numbers(x), Numbers({2, 4}));
  EXPECT_TRUE(x.is_leaf());
}

TEST(InPlace, WithoutGradientsAResultMayChangeByIndex) {
  const Variable x = vector({1, 2}, true);
  Variable y = add(x, x);
  {
    const GradMode off(false);
    index_put(y, {{IndexItem::Kind::position, 0, 0, 1, {}}}, Variable(Tensor::full({}, 7, DType::float64)));
  }
  EXPECT_EQ(numbers(y), Numbers({7, 4}));
  sum(mul(y, vector({1, 10})), {}, false).backward();
  EXPECT_EQ(numbers(Variable(x.grad())), Numbers({2, 20}));
}

TEST(InPlace, ErrorsNameWhatWasWrong) {
  Variable leaf = vector({1, 2}, true);
  EXPECT_ERROR(become("add_", leaf, vector({1, 2})), ErrorKind::argument, "add_", "leaf that requires grad");
  Variable view = select(mul(leaf, leaf), 0, 0);
  EXPECT_ERROR(become("add_", view, view), ErrorKind::argument, "add_", "view made by SelectBackward0");
  Variable x = vector({1, 2});
  EXPECT_ERROR(become("add_", x, vector({1, 2, 3})), ErrorKind::shape, "add_", "shape (2)", "got (3)");
  Variable whole = Variable(Tensor::zeros({2}, DType::int64));
  EXPECT_ERROR(become("div_", whole, vector({0.5, 1})), ErrorKind::argument, "div_", "fits int64", "got float64");
  EXPECT_EQ(numbers(leaf), Numbers({1, 2}));
}

}  // namespace
}  // namespace normlab
