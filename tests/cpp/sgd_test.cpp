// optim/sgd: the update rules step by step, in float32 and float64.
#include "normlab/optim/sgd.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/core/views.hpp"
#include "tensors.hpp"

namespace normlab::optim {
namespace {

using testing::counting;
using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

constexpr DType both_dtypes[] = {DType::float32, DType::float64};

SGDOptions options(double lr, double momentum = 0, double dampening = 0, double weight_decay = 0,
                   bool nesterov = false) {
  return {lr, momentum, dampening, weight_decay, nesterov};
}

// The parameter after each step with a gradient of 1, starting from `start`.
Numbers steps_with_ones(const SGDOptions& with, double start, DType dtype, const Numbers& rates) {
  Variable p = leaf({1}, {start}, dtype);
  SGD optimizer({p}, with);
  Numbers out;
  for (double rate : rates) {
    optimizer.set_learning_rate(rate);
    p.set_grad(Tensor::full({1}, 1, dtype));
    optimizer.step();
    out.push_back(numbers(p)[0]);
  }
  return out;
}

// Cases F03a-f (public bug reports about optimisers). Each step rounds a few times numbers below 8.
TEST(sgd, follows_its_formula) {
  struct Case {
    const char* name;
    SGDOptions with;
    double start;
    Numbers rates;
    Numbers expected;
  };
  const Numbers constant(4, 0.1);
  const Case cases[] = {
      {"momentum", options(0.1, 0.9), 1, constant, {0.9, 0.71, 0.439, 0.0951}},
      {"dampening, not in the first step", options(0.1, 0.9, 0.5), 1, constant, {0.9, 0.76, 0.584, 0.3756}},
      {"nesterov", options(0.1, 0.9, 0, 0, true), 1, constant, {0.81, 0.539, 0.1951, -0.21441}},
      {"weight decay", options(0.1, 0, 0, 0.5), 1, constant, {0.85, 0.7075, 0.572125, 0.44351875}},
      {"weight decay and momentum", options(0.1, 0.9, 0, 0.5), 1, constant, {0.85, 0.5725, 0.194125, -0.25611875}},
      {"another rate, which is no part of the velocity", options(1, 0.9), 0, {1, 1, 0.1, 0.1},
       {-1, -2.9, -3.171, -3.5149}},
  };
  for (const Case& each : cases) {
    for (DType dtype : both_dtypes) {
      const double epsilon = dtype == DType::float32 ? static_cast<double>(std::numeric_limits<float>::epsilon())
                                                     : std::numeric_limits<double>::epsilon();
      const Numbers got = steps_with_ones(each.with, each.start, dtype, each.rates);
      for (std::size_t i = 0; i < got.size(); ++i) {
        const double tolerance = static_cast<double>(i + 1) * 8 * epsilon;
        EXPECT_NEAR(got[i], each.expected[i], tolerance) << each.name << ", " << dtype_name(dtype) << ", step " << i;
      }
    }
  }
}

// Case C04b: w² from 1, two steps of 0.1. Without zero_grad it would be 0.44.
TEST(sgd, descends_with_cleared_gradients) {
  for (bool to_none : {false, true}) {
    const Variable w = leaf(1);
    SGD optimizer({w}, options(0.1));
    for (int step = 0; step < 2; ++step) {
      optimizer.zero_grad(to_none);
      mul(w, w).backward();
      optimizer.step();
    }
    EXPECT_NEAR(numbers(w)[0], 0.64, 4 * std::numeric_limits<double>::epsilon());
  }
}

TEST(sgd, updates_every_element_in_place) {
  Variable p = leaf({5}, {1, 2, 3, 4, 5}, DType::float32);
  const Tensor held = p.data();
  p.set_grad(tensor({5}, {0.5, -1, 2, 0, 3}));
  SGD({p}, options(0.1)).step();
  const float lr = 0.1f;
  const float expected[] = {1 - lr * 0.5f, 2 + lr * 1.0f, 3 - lr * 2.0f, 4, 5 - lr * 3.0f};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(held.data<float>()[i], expected[i]) << i;
  EXPECT_EQ(held.version(), 1u);
}

TEST(sgd, leaves_parameters_without_gradient_alone) {
  Variable with = leaf({1}, {1});
  Variable without = leaf({1}, {1});
  SGD optimizer({with, without}, options(0.1, 0.9, 0, 0.5));
  with.set_grad(tensor({1}, {1}, DType::float64));
  optimizer.step();
  EXPECT_EQ(numbers(without), Numbers({1}));
  EXPECT_EQ(without.data().version(), 0u);
  // Its velocity begins with its own first gradient.
  with.zero_grad(true);
  without.set_grad(tensor({1}, {1}, DType::float64));
  optimizer.step();
  EXPECT_NEAR(numbers(without)[0], 0.85, 2 * std::numeric_limits<double>::epsilon());
  EXPECT_NEAR(numbers(with)[0], 0.85, 2 * std::numeric_limits<double>::epsilon());
}

TEST(sgd, updates_parameters_of_any_strides) {
  for (const SGDOptions& with : {options(1), options(1, 0.5)}) {
    Tensor grid = counting({3, 2}, DType::float64);
    Variable turned(transpose(grid, 0, 1), true);
    Variable column(select(grid, 1, 1), true);
    turned.set_grad(tensor({2, 3}, {10, 20, 30, 40, 50, 60}, DType::float64));
    SGD({turned}, with).step();
    EXPECT_EQ(numbers(turned), Numbers({-10, -18, -26, -39, -47, -55}));
    column.set_grad(tensor({3}, {1, 1, 1}, DType::float64));
    SGD({column}, with).step();
    EXPECT_EQ(numbers(grid), Numbers({-10, -40, -18, -48, -26, -56}));
    EXPECT_EQ(grid.version(), 2u);
  }
}

TEST(sgd, tells_graphs_that_saved_the_old_numbers) {
  Variable w = leaf(2);
  const Variable y = mul(w, w);
  w.set_grad(tensor({}, {1}, DType::float64));
  SGD({w}, options(0.1)).step();
  EXPECT_ERROR(y.backward(), ErrorKind::argument, "mul", "changed in place");
}

TEST(sgd, has_a_learning_rate) {
  SGD optimizer({leaf(1)}, options(0.25));
  EXPECT_EQ(optimizer.learning_rate(), 0.25);
  optimizer.set_learning_rate(0);
  EXPECT_EQ(optimizer.learning_rate(), 0);
  for (double bad : {-0.1, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_ERROR(optimizer.set_learning_rate(bad), ErrorKind::argument, "SGD", "lr", text("got ", bad));
  }
  EXPECT_EQ(optimizer.learning_rate(), 0);
  EXPECT_EQ(SGDOptions().lr, 0.001);
}

TEST(sgd, names_options_that_it_does_not_take) {
  const auto make = [](const SGDOptions& with) { SGD optimizer({leaf(1)}, with); };
  EXPECT_ERROR(make(options(-1)), ErrorKind::argument, "SGD", "lr", "got -1");
  EXPECT_ERROR(make(options(std::nan(""))), ErrorKind::argument, "SGD", "lr", "got nan");
  EXPECT_ERROR(make(options(0.1, -0.9)), ErrorKind::argument, "SGD", "momentum", "got -0.9");
  EXPECT_ERROR(make(options(0.1, 0.9, std::nan(""))), ErrorKind::argument, "SGD", "dampening", "got nan");
  EXPECT_ERROR(make(options(0.1, 0, 0, -0.5)), ErrorKind::argument, "SGD", "weight_decay", "got -0.5");
  EXPECT_ERROR(make(options(0.1, 0, 0, 0, true)), ErrorKind::argument, "SGD", "nesterov", "momentum 0");
  EXPECT_ERROR(make(options(0.1, 0.9, 0.5, 0, true)), ErrorKind::argument, "SGD", "nesterov", "dampening 0.5");
}

TEST(optimizer, takes_leaves_that_require_grad) {
  const auto make = [](std::vector<Variable> parameters) { SGD optimizer(std::move(parameters), options(0.1)); };
  EXPECT_ERROR(make({}), ErrorKind::argument, "optimizer", "at least one parameter", "got an empty list");
  EXPECT_ERROR(make({Variable(counting({2}))}), ErrorKind::argument, "optimizer", "does not require grad");
  const Variable x = leaf(2);
  EXPECT_ERROR(make({x, mul(x, x)}), ErrorKind::argument, "optimizer", "result of an operation");
  EXPECT_ERROR(make({Variable()}), ErrorKind::argument, "optimizer", "does not require grad");
}

}  // namespace
}  // namespace normlab::optim
