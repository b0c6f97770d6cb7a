// The graph's memory: deep chains need no deep stack, and nothing is left over after a step, also when it throws.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "expect_error.hpp"
#include "normlab/autograd/extremes.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/norms.hpp"
#include "normlab/nn/sequential.hpp"
#include "normlab/optim/sgd.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

Variable number(double value) { return Variable(tensor({}, {value}, DType::float64)); }

// Fails unless nodes and tensors are as many at the end of the scope as at its start.
class NothingLeft {
 public:
  ~NothingLeft() {
    EXPECT_EQ(live_nodes(), nodes_);
    EXPECT_EQ(memory_use().storages, memory_.storages);
    EXPECT_EQ(memory_use().bytes, memory_.bytes);
  }

 private:
  Index nodes_ = live_nodes();
  MemoryUse memory_ = memory_use();
};

Variable chain(const Variable& x, int nodes) {
  const Variable one = number(1);
  Variable y = x;
  for (int i = 0; i < nodes; ++i) y = add(y, one);
  return y;
}

// Case C06: y = y + 0.001 y, 30000 times, forward, backward and release, twice. The tolerance is that of the case.
TEST(deep_graph, goes_forward_and_backward) {
  constexpr double expected = 10527478897894.807;  // 1.001^30000
  for (int repeat = 0; repeat < 2; ++repeat) {
    const NothingLeft check_at_end;
    const Index before = live_nodes();
    const Variable x = leaf(1);
    const Variable rate = number(0.001);
    Variable y = x;
    for (int i = 0; i < 30000; ++i) y = add(y, mul(y, rate));
    EXPECT_EQ(live_nodes(), before + 60000);
    y.backward();
    EXPECT_NEAR(numbers(y)[0], expected, 1e-8 * expected);
    EXPECT_NEAR(numbers(x.grad())[0], expected, 1e-8 * expected);
    EXPECT_EQ(live_nodes(), before + 1) << "backward() frees the interior";
  }
}

TEST(deep_graph, of_100000_nodes_is_released_without_recursion) {
  const NothingLeft check_at_end;
  const Variable x = leaf(1);
  {
    const NothingLeft unused;
    chain(x, 100000);
  }
  {
    Variable y = chain(x, 100000);
    y.backward(Tensor(), true);
    EXPECT_EQ(numbers(x.grad()), Numbers({1}));
    Variable middle = y;  // a second handle must not keep what y alone reaches
    y = Variable();
    EXPECT_EQ(numbers(middle), Numbers({100001}));
  }
  chain(x, 100000).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({2}));
}

TEST(deep_graph, stays_alive_below_a_held_result) {
  const NothingLeft check_at_end;
  const Variable x = leaf(1);
  Variable middle = chain(x, 500);
  Variable end = chain(middle, 500);
  const Index nodes = live_nodes();
  end = Variable();
  EXPECT_EQ(live_nodes(), nodes - 500);
  mul(middle, middle).backward();
  EXPECT_EQ(numbers(x.grad()), Numbers({1002}));
}

TEST(graph, wide_ones_are_released_too) {
  const NothingLeft check_at_end;
  const Variable x = leaf(1);
  Variable y = x;
  for (int i = 0; i < 1000; ++i) y = add(mul(y, number(0.5)), mul(y, number(0.5)));
  y = Variable();
  EXPECT_EQ(numbers(x), Numbers({1}));
}

TEST(graph, closures_may_hold_variables) {
  const NothingLeft check_at_end;
  const Variable x = leaf(1);
  Variable y = x;
  for (int i = 0; i < 100000; ++i) {
    y = record("HolderBackward0", y.data(), {y}, [y](Backward& pass) { pass.give(0, pass.dy()); });
  }
  y = Variable();
  EXPECT_FALSE(x.grad().defined());
}

// A small network with each kind of layer, and one batch for it.
struct Training {
  explicit Training(std::shared_ptr<nn::Layer> norm)
      : model({std::make_shared<nn::Linear>(4, 6, true, generator), std::move(norm), std::make_shared<nn::Tanh>(),
               std::make_shared<nn::Linear>(6, 3, true, generator)}),
        optimizer(model.parameters(), {0.01, 0.9}),
        x(randn({5, 4}, DType::float32, generator)),
        target(tensor({5}, {0, 1, 2, 1, 0}, DType::int64)) {}

  Variable loss() { return cross_entropy(model.forward(x), Variable(target)); }

  Generator generator{0};
  nn::Sequential model;
  optim::SGD optimizer;
  Variable x;
  Tensor target;
};

// Runs `step` 1000 times; live counts after each must be those after the first.
void expect_flat(const std::function<void()>& step) {
  step();
  const Index nodes = live_nodes();
  const MemoryUse memory = memory_use();
  for (int i = 2; i <= 1000; ++i) {
    step();
    ASSERT_EQ(live_nodes(), nodes) << "step " << i;
    ASSERT_EQ(memory_use().storages, memory.storages) << "step " << i;
    ASSERT_EQ(memory_use().bytes, memory.bytes) << "step " << i;
  }
}

// Case C08 and its variants.
TEST(training, keeps_live_counts_flat) {
  const NothingLeft check_at_end;
  for (const std::shared_ptr<nn::Layer>& norm :
       {std::shared_ptr<nn::Layer>(new nn::BatchNorm1d(6)), std::shared_ptr<nn::Layer>(new nn::LayerNorm({6})),
        std::shared_ptr<nn::Layer>(new nn::RMSNorm({6}))}) {
    Training run(norm);
    expect_flat([&] {
      run.optimizer.zero_grad();
      run.loss().backward();
      run.optimizer.step();
    });
    expect_flat([&] { run.loss(); });
    run.model.eval();
    expect_flat([&] {
      const GradMode off(false);
      argmax(run.model.forward(run.x).data(), 1, false);
    });
  }
}

TEST(training, keeps_live_counts_flat_when_forward_throws) {
  const NothingLeft check_at_end;
  Training run(std::make_shared<nn::LayerNorm>(Shape{6}));
  const Variable narrow(counting({5, 3}));
  expect_flat([&] {
    const Variable hidden = run.model.forward(run.x);
    EXPECT_ERROR(linear(hidden, run.model.parameters()[0], Variable()), ErrorKind::shape, "linear", "(5, 3)");
    EXPECT_ERROR(run.model.forward(narrow), ErrorKind::shape, "linear", "(5, 3)");
  });
}

TEST(training, keeps_live_counts_flat_when_backward_throws) {
  const NothingLeft check_at_end;
  Training run(std::make_shared<nn::BatchNorm1d>(6));
  run.loss().backward();  // so that the gradients exist
  expect_flat([&] {
    const Variable hidden = run.model.forward(run.x);
    const Variable fragile = record("FragileBackward0", hidden.data().clone(), {hidden}, [](Backward& pass) {
      fail(ErrorKind::argument, pass.op(), "expected an unbroken function, got a broken one");
    });
    const Variable target(run.target);
    const Variable loss = add(cross_entropy(fragile, target), cross_entropy(hidden, target));
    EXPECT_ERROR(loss.backward(), ErrorKind::argument, "FragileBackward0", "broken");
  });
}

TEST(training, keeps_live_counts_flat_when_a_graph_is_used_twice) {
  const NothingLeft check_at_end;
  Training run(std::make_shared<nn::RMSNorm>(Shape{6}));
  expect_flat([&] {
    run.optimizer.zero_grad(true);
    const Variable loss = run.loss();
    loss.backward(Tensor(), true);
    loss.backward();
    EXPECT_ERROR(loss.backward(), ErrorKind::argument, "backward", "freed");
  });
}

}  // namespace
}  // namespace normlab
