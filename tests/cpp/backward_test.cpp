// autograd/backward: every path counts once, whatever the graph's form; errors leave nothing half done.
#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

Variable number(double value) { return Variable(tensor({}, {value}, DType::float64)); }

// Cases C03a-e: each value with its gradient.
TEST(backward, counts_every_path_once) {
  Variable x = leaf(3);
  const Variable doubled = mul(x, number(2));
  add(mul(doubled, number(4)), mul(doubled, number(7))).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({22}));

  x = leaf(1);
  const Variable square = mul(x, x);
  add(add(mul(square, x), mul(square, x)), mul(x, square)).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({9}));

  x = leaf(1);
  const Variable twice = add(x, x);
  add(twice, twice).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({4}));

  x = leaf(2);
  const Variable c = add(mul(x, number(3)), number(1));
  add(c, mul(c, number(4))).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({15}));

  x = leaf(3);
  const Variable residual = add(x, mul(x, x));
  add(residual, mul(residual, x)).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({40}));
}

TEST(backward, visits_each_node_once) {
  const Variable x = leaf(1);
  Variable y = x;
  int visits = 0;
  for (int i = 0; i < 60; ++i) {
    y = record("TwiceBackward0", y.data() + y.data(), {y, y}, [&visits](Backward& pass) {
      ++visits;
      pass.give(0, pass.dy());
      pass.give(1, pass.dy());
    });
  }
  y.backward();
  EXPECT_EQ(visits, 60) << "2^60 paths";
  EXPECT_EQ(numbers(x.grad()), Numbers({0x1p60}));
}

// Case C04a.
TEST(backward, twice_needs_retain_graph) {
  Variable a = leaf(2);
  const Variable b = mul(a, number(3));
  const Variable c = mul(b, b);
  c.backward(Tensor(), true);
  EXPECT_EQ(numbers(a.grad()), Numbers({36}));
  c.backward();
  EXPECT_EQ(numbers(a.grad()), Numbers({72})) << "108 if gradients inside the graph were kept";
  EXPECT_ERROR(c.backward(), ErrorKind::argument, "backward", "freed", "retain_graph");
  EXPECT_EQ(numbers(a.grad()), Numbers({72}));
}

TEST(backward, frees_what_two_results_share) {
  const Variable x = leaf(2);
  const Variable shared = mul(x, x);
  const Variable first = add(shared, number(1));
  const Variable second = mul(shared, number(3));
  first.backward();
  EXPECT_ERROR(second.backward(), ErrorKind::argument, "backward", "freed");
  EXPECT_EQ(numbers(x.grad()), Numbers({4}));
}

TEST(backward, starts_from_a_given_gradient) {
  const Variable x = leaf({2, 2}, {1, 2, 3, 4});
  const Tensor gradient = counting({2, 2}, DType::float64).view({2, 2}, {1, 2});  // 0 2 1 3
  mul(x, x).backward(gradient);
  EXPECT_EQ(numbers(x.grad()), Numbers({0, 8, 6, 24}));
  EXPECT_EQ(numbers(gradient), Numbers({0, 2, 1, 3}));
}

TEST(backward, takes_one_element_without_a_gradient) {
  const Variable x = leaf({1, 1}, {3});
  mul(x, x).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({6}));
  EXPECT_EQ(x.grad().shape(), Shape({1, 1}));
}

TEST(backward, names_what_it_cannot_start_from) {
  const Variable x = leaf({2}, {1, 2});
  EXPECT_ERROR(mul(x, x).backward(), ErrorKind::shape, "backward", "one element", "got shape (2)");
  EXPECT_ERROR(mul(x, x).backward(counting({3}, DType::float64)), ErrorKind::shape, "backward", "float64(2)",
               "got float64(3)");
  EXPECT_ERROR(mul(x, x).backward(counting({2})), ErrorKind::shape, "backward", "float64(2)", "got float32(2)");
  EXPECT_ERROR(number(1).backward(), ErrorKind::argument, "backward", "without a graph");
  EXPECT_FALSE(x.grad().defined());
}

TEST(backward, of_a_leaf_is_its_own_gradient) {
  const Variable x = leaf(5);
  x.backward();
  const Tensor held = x.grad();
  x.backward(tensor({}, {2}, DType::float64));
  EXPECT_EQ(numbers(held), Numbers({3}));
}

TEST(backward, leaves_gradients_that_share_no_memory) {
  const Variable a = leaf({2}, {1, 2});
  const Variable b = leaf({2}, {3, 4});
  const Tensor gradient = tensor({2}, {1, 1}, DType::float64);
  add(a, b).backward(gradient);
  EXPECT_FALSE(a.grad().shares_storage(b.grad()));
  EXPECT_FALSE(a.grad().shares_storage(gradient));
  Tensor held = a.grad();
  held.data<double>()[0] = 100;
  EXPECT_EQ(numbers(b.grad()), Numbers({1, 1}));
  EXPECT_EQ(numbers(gradient), Numbers({1, 1}));

  const Variable x = leaf({2}, {1, 2});
  reshape(x, {2, 1}).backward(gradient.view({2, 1}, {1, 1}));
  EXPECT_FALSE(x.grad().shares_storage(gradient));
  const Variable y = leaf({2}, {1, 2});
  y.backward(gradient);
  EXPECT_FALSE(y.grad().shares_storage(gradient));
}

// A node whose gradient arrives as a shared tensor and then grows must not change what it shares with.
TEST(backward, sums_without_changing_its_sources) {
  const Variable x = leaf({2}, {1, 2});
  const Variable y = leaf({2}, {1, 2});
  const Variable u = add(x, number(0));
  const Variable v = add(y, number(0));
  const Variable both = add(u, v);                      // u and v receive one tensor
  add(both, mul(u, number(10))).backward(tensor({2}, {1, 1}, DType::float64));  // u receives more
  EXPECT_EQ(numbers(x.grad()), Numbers({11, 11}));
  EXPECT_EQ(numbers(y.grad()), Numbers({1, 1}));
}

TEST(backward, reaches_only_what_requires_grad) {
  const Variable x = leaf(2);
  Variable constant = number(5);
  Variable integers(tensor({}, {3}, DType::int64));
  mul(mul(x, constant), integers).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({15}));
  EXPECT_FALSE(constant.grad().defined());
  EXPECT_FALSE(integers.grad().defined());
}

TEST(backward, casts_gradients_to_the_dtype_of_their_leaf) {
  const Variable narrow = leaf({2}, {1, 2}, DType::float32);
  const Variable wide = leaf({2}, {3, 4});
  const Variable zero_dim = leaf({}, {10});
  sum(mul(mul(narrow, wide), zero_dim), {}, false).backward();
  EXPECT_EQ(narrow.grad().dtype(), DType::float32);
  EXPECT_EQ(wide.grad().dtype(), DType::float64);
  EXPECT_EQ(numbers(narrow.grad()), Numbers({30, 40}));
  EXPECT_EQ(numbers(wide.grad()), Numbers({10, 20}));
  EXPECT_EQ(numbers(zero_dim.grad()), Numbers({11}));
  // float32 rows with a 0-d float64 stay float32, and the 0-d one still gets its own dtype.
  const Variable factor = leaf({}, {2});
  sum(mul(narrow, factor), {}, false).backward();
  EXPECT_EQ(factor.grad().dtype(), DType::float64);
  EXPECT_EQ(numbers(factor.grad()), Numbers({3}));
}

TEST(backward, clears_up_when_a_function_throws) {
  const Variable x = leaf(2);
  const Variable inner = mul(x, x);
  bool broken = true;
  const Variable fragile = record("FragileBackward0", inner.data().clone(), {inner}, [&broken](Backward& pass) {
    check(!broken, ErrorKind::argument, "fragile", "expected an unbroken function, got a broken one");
    pass.give(0, pass.dy());
  });
  const Variable healthy = mul(inner, number(10));  // newer than `fragile`: gives its gradient to `inner` before
  const Variable total = add(fragile, healthy);
  EXPECT_ERROR(total.backward(), ErrorKind::argument, "fragile", "broken");
  EXPECT_FALSE(x.grad().defined());
  EXPECT_TRUE(GradMode::enabled());
  broken = false;
  total.backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({44})) << "84 if the first try had left a half sum behind";
}

TEST(backward, does_not_record_itself) {
  const Variable x = leaf(2);
  bool enabled = true;
  const Variable y = record("ProbeBackward0", x.data().clone(), {x}, [&enabled](Backward& pass) {
    enabled = GradMode::enabled();
    pass.give(0, pass.dy());
  });
  y.backward();
  EXPECT_FALSE(enabled);
  EXPECT_TRUE(GradMode::enabled());
}

TEST(backward, refuses_gradients_of_the_wrong_form) {
  const Variable x = leaf({2}, {1, 2});
  const auto with = [&](Tensor dx) {
    return record("WrongBackward0", x.data().clone(), {x}, [dx](Backward& pass) { pass.give(0, dx); });
  };
  const Tensor ones = tensor({2}, {1, 1}, DType::float64);
  EXPECT_ERROR(with(counting({3}, DType::float64)).backward(ones), ErrorKind::internal, "WrongBackward0",
               "float64(2)", "got float64(3)");
  EXPECT_ERROR(with(counting({2})).backward(ones), ErrorKind::internal, "WrongBackward0", "got float32(2)");
  EXPECT_FALSE(x.grad().defined());
}

TEST(backward, skips_branches_that_gave_nothing) {
  const Variable x = leaf(2);
  const Variable inner = mul(x, x);
  const Variable stopped = record("StopBackward0", inner.data().clone(), {inner}, [](Backward&) {});
  stopped.backward();
  EXPECT_FALSE(x.grad().defined());
}

TEST(backward, hands_out_needs_and_labels) {
  const Variable x = leaf(2);
  const Variable constant = number(3);
  const Variable y = record("ProbeBackward0", x.data().clone(), {x, constant, Variable()}, [](Backward& pass) {
    EXPECT_TRUE(pass.needs(0));
    EXPECT_FALSE(pass.needs(1));
    EXPECT_FALSE(pass.needs(2));
    EXPECT_STREQ(pass.op(), "ProbeBackward0");
    pass.give(0, pass.dy());
    pass.give(1, Tensor());  // ignored
    pass.give_reduced(2, Tensor());
  });
  EXPECT_STREQ(y.grad_fn(), "ProbeBackward0");
  y.backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({1}));
}

}  // namespace
}  // namespace normlab
