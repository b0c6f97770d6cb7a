// autograd/variable: leaves, gradients, recording and not recording.
#include "normlab/autograd/variable.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/reductions.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

TEST(variable, starts_as_a_leaf_without_gradient) {
  const Variable x(counting({2}));
  EXPECT_TRUE(x.defined());
  EXPECT_TRUE(x.is_leaf());
  EXPECT_FALSE(x.requires_grad());
  EXPECT_STREQ(x.grad_fn(), "");
  EXPECT_FALSE(x.grad().defined());
  EXPECT_EQ(x.shape(), Shape({2}));
  EXPECT_EQ(x.dtype(), DType::float32);
}

TEST(variable, undefined_ones_do_not_crash) {
  Variable none;
  EXPECT_FALSE(none.defined());
  EXPECT_FALSE(none.requires_grad());
  EXPECT_TRUE(none.is_leaf());
  EXPECT_STREQ(none.grad_fn(), "");
  EXPECT_FALSE(none.grad().defined());
  EXPECT_ERROR(none.data(), ErrorKind::internal, "variable", "got an undefined one");
  EXPECT_ERROR(none.zero_grad(), ErrorKind::internal, "variable", "undefined");
  EXPECT_ERROR(none.set_grad(Tensor()), ErrorKind::internal, "variable", "undefined");
  EXPECT_ERROR(none.set_requires_grad(false), ErrorKind::internal, "variable", "undefined");
  EXPECT_ERROR(none.assign(counting({1})), ErrorKind::internal, "variable", "undefined");
  EXPECT_ERROR(none.backward(), ErrorKind::argument, "backward", "requires grad");
}

TEST(variable, copies_are_the_same_variable) {
  Variable x = leaf(3);
  const Variable same = x;
  EXPECT_TRUE(x.same_as(same));
  mul(x, x).backward();
  EXPECT_EQ(numbers(same.grad()), Numbers({6}));
  EXPECT_FALSE(x.same_as(leaf(3)));
}

TEST(requires_grad, is_for_floating_point_only) {
  EXPECT_ERROR(Variable(counting({2}, DType::int64), true), ErrorKind::argument, "requires_grad", "got int64");
  Variable flags(counting({2}, DType::boolean));
  EXPECT_ERROR(flags.set_requires_grad(true), ErrorKind::argument, "requires_grad", "got bool");
  EXPECT_NO_THROW(flags.set_requires_grad(false));
  EXPECT_TRUE(leaf({2}, {1, 2}, DType::float32).requires_grad());
}

TEST(requires_grad, can_be_changed_on_leaves_only) {
  Variable x = leaf(1);
  Variable y = mul(x, x);
  EXPECT_TRUE(y.requires_grad());
  EXPECT_FALSE(y.is_leaf());
  EXPECT_ERROR(y.set_requires_grad(false), ErrorKind::argument, "requires_grad", "leaf", "MulBackward0", "detach()");
  EXPECT_NO_THROW(y.set_requires_grad(true));
  x.set_requires_grad(false);
  EXPECT_FALSE(x.requires_grad());
  EXPECT_FALSE(mul(x, x).requires_grad());
}

TEST(recording, follows_what_requires_grad) {
  const Variable x = leaf(2);
  const Variable constant(tensor({}, {5}, DType::float64));
  EXPECT_TRUE(add(x, constant).requires_grad());
  EXPECT_TRUE(add(constant, x).requires_grad());
  const Variable plain = add(constant, constant);
  EXPECT_FALSE(plain.requires_grad());
  EXPECT_TRUE(plain.is_leaf());
  EXPECT_TRUE(will_record({constant, x}));
  EXPECT_FALSE(will_record({constant, Variable()}));
}

TEST(recording, stops_in_a_scope_without_grad_mode) {
  const Variable x = leaf(2);
  const Index nodes = live_nodes();
  {
    const GradMode off(false);
    EXPECT_FALSE(GradMode::enabled());
    EXPECT_FALSE(will_record({x}));
    const Variable y = mul(x, x);
    EXPECT_FALSE(y.requires_grad());
    EXPECT_TRUE(y.is_leaf());
    EXPECT_EQ(numbers(y), Numbers({4}));
    {
      const GradMode on(true);
      EXPECT_TRUE(mul(x, x).requires_grad());
    }
    EXPECT_FALSE(GradMode::enabled());
  }
  EXPECT_TRUE(GradMode::enabled());
  EXPECT_EQ(live_nodes(), nodes);
}

TEST(recording, resumes_after_an_error) {
  try {
    const GradMode off(false);
    add(Variable(counting({2})), Variable(counting({3})));
  } catch (const Error&) {
  }
  EXPECT_TRUE(GradMode::enabled());
  GradMode::set(false);
  EXPECT_FALSE(GradMode::enabled());
  GradMode::set(true);
}

TEST(detach, shares_numbers_but_not_history) {
  const Variable x = leaf({2}, {1, 2});
  const Variable y = mul(x, x);
  const Variable z = y.detach();
  EXPECT_TRUE(z.is_leaf());
  EXPECT_FALSE(z.requires_grad());
  EXPECT_TRUE(z.data().shares_storage(y.data()));
  sum(mul(y, z), {}, false).backward();  // Σ x² c with c = x²: 2 x c
  EXPECT_EQ(numbers(x.grad()), Numbers({2, 16}));
}

TEST(gradient, sums_over_passes_in_place) {
  const Variable x = leaf(3);
  mul(x, x).backward();
  const Tensor held = x.grad();
  EXPECT_EQ(numbers(held), Numbers({6}));
  const std::uint32_t version = held.version();
  mul(x, x).backward();
  EXPECT_EQ(numbers(held), Numbers({12})) << "a gradient that the user holds is the gradient, as in PyTorch";
  EXPECT_GT(held.version(), version);
}

TEST(gradient, is_cleared_to_zero_or_to_none) {
  Variable x = leaf({2}, {1, 2});
  x.zero_grad();
  EXPECT_FALSE(x.grad().defined());
  sum(mul(x, x), {}, false).backward();
  const Tensor held = x.grad();
  const std::uint32_t version = held.version();
  x.zero_grad();
  EXPECT_EQ(numbers(x.grad()), Numbers({0, 0}));
  EXPECT_TRUE(x.grad().shares_storage(held));
  EXPECT_GT(held.version(), version);
  x.zero_grad(true);
  EXPECT_FALSE(x.grad().defined());
}

TEST(gradient, can_be_set) {
  Variable x = leaf({2, 2}, {1, 2, 3, 4});
  x.set_grad(counting({2, 2}, DType::float64).view({2, 2}, {1, 2}));
  EXPECT_EQ(numbers(x.grad()), Numbers({0, 2, 1, 3}));
  EXPECT_TRUE(x.grad().is_contiguous());
  sum(x, {}, false).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({1, 3, 2, 4}));
  EXPECT_ERROR(x.set_grad(counting({2}, DType::float64)), ErrorKind::shape, "grad", "float64(2, 2)", "got float64(2)");
  EXPECT_ERROR(x.set_grad(counting({2, 2})), ErrorKind::shape, "grad", "float64(2, 2)", "got float32(2, 2)");
  x.set_grad(Tensor());
  EXPECT_FALSE(x.grad().defined());
}

TEST(assign, replaces_the_numbers_of_a_leaf) {
  Variable x = leaf({2, 2}, {1, 2, 3, 4});
  const Tensor held = x.data();
  x.assign(counting({2, 2}, DType::float64));
  EXPECT_EQ(numbers(held), Numbers({0, 1, 2, 3}));
  EXPECT_GT(held.version(), 0u);
  x.assign(held.view({2, 2}, {1, 2}));  // its own transpose
  EXPECT_EQ(numbers(x), Numbers({0, 2, 1, 3}));
  EXPECT_ERROR(x.assign(counting({4}, DType::float64)), ErrorKind::shape, "assign", "(2, 2)", "got (4)");
  EXPECT_ERROR(x.assign(counting({2, 2})), ErrorKind::argument, "assign", "float64", "got float32");
  Variable y = mul(x, x);
  EXPECT_ERROR(y.assign(x.data()), ErrorKind::argument, "assign", "leaf", "MulBackward0");
}

TEST(convert, gives_a_leaf_and_its_gradient_another_dtype) {
  Variable x(tensor({2}, {1.5, -2}, DType::float32), true);
  const Variable same = x;
  mul(x, x).backward(tensor({2}, {1, 1}, DType::float32));
  x.convert(DType::float64);
  EXPECT_EQ(same.dtype(), DType::float64);
  EXPECT_TRUE(same.requires_grad());
  EXPECT_EQ(x.data().data<double>()[0], 1.5);
  EXPECT_EQ(x.grad().dtype(), DType::float64);
  EXPECT_EQ(x.grad().data<double>()[1], -4);
  Variable y = mul(x, x);
  EXPECT_ERROR(y.convert(DType::float32), ErrorKind::argument, "to", "leaf", "MulBackward0");
}

TEST(saved_values, must_not_change_before_backward) {
  Variable x = leaf(3);
  Variable w = leaf(2);
  const Variable product = mul(x, w);
  w.assign(tensor({}, {7}, DType::float64));
  EXPECT_ERROR(product.backward(), ErrorKind::argument, "mul", "changed in place", "version 1", "saved at version 0");
  EXPECT_FALSE(x.grad().defined());

  // add saves nothing, so it does not mind.
  const Variable total = add(x, w);
  w.assign(tensor({}, {8}, DType::float64));
  total.backward();
  EXPECT_EQ(numbers(w.grad()), Numbers({1}));

  // A view counts as the same numbers.
  Variable pair = leaf({2}, {1, 2});
  const Variable squares = sum(mul(pair, pair), {}, false);
  Tensor part = pair.data().view({}, {}, 1);
  *part.data<double>() = 5;
  part.bump_version();
  EXPECT_ERROR(squares.backward(), ErrorKind::argument, "mul", "changed in place");
}

// Case C07: the output of an operation that saved it is changed; refused, not computed from the changed numbers.
TEST(saved_values, include_outputs) {
  const Variable x = leaf({2}, {1, 2});
  const Variable y = exp(x);
  const Variable total = sum(y, {}, false);
  Tensor numbers_of_y = y.data();
  numbers_of_y.data<double>()[0] = 0;
  numbers_of_y.bump_version();
  EXPECT_ERROR(total.backward(), ErrorKind::argument, "exp", "changed in place");
}

TEST(saved_values, undefined_tensors_may_be_saved) {
  EXPECT_FALSE(Saved(Tensor()).get("op").defined());
  EXPECT_FALSE(Saved().get("op").defined());
}

}  // namespace
}  // namespace normlab
