// train/probes and nn's forward hooks.
#include "normlab/train/probes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/core/elementwise.hpp"
#include "normlab/core/random.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/norms.hpp"
#include "normlab/nn/sequential.hpp"
#include "normlab/optim/sgd.hpp"
#include "normlab/train/state_guard.hpp"
#include "tensors.hpp"

namespace normlab::train {
namespace {

using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

TEST(forward_hooks, see_input_and_output_and_may_replace_it) {
  nn::Tanh layer;
  std::vector<Numbers> seen;
  const int first = layer.register_forward_hook([&](const Variable& x, const Variable& y) {
    seen.push_back({numbers(x)[0], numbers(y)[0]});
    return Variable();
  });
  const int second = layer.register_forward_hook(
      [](const Variable&, const Variable& y) { return mul(y, Variable(tensor({}, {10}))); });
  layer.register_forward_hook([&](const Variable&, const Variable& y) {
    seen.push_back({numbers(y)[0]});
    return Variable();
  });
  EXPECT_EQ(numbers(layer(leaf({1}, {0}, DType::float32))), Numbers({0}));
  EXPECT_EQ(seen, std::vector<Numbers>({{0, 0}, {0}}));
  seen.clear();
  const Variable y = layer(leaf({1}, {50}, DType::float32));
  EXPECT_EQ(numbers(y), Numbers({10}));
  EXPECT_EQ(seen, std::vector<Numbers>({{50, 1}, {10}}));
  layer.remove_forward_hook(second);
  layer.remove_forward_hook(first);
  seen.clear();
  EXPECT_EQ(numbers(layer(leaf({1}, {50}, DType::float32))), Numbers({1}));
  EXPECT_EQ(seen, std::vector<Numbers>({{1}}));
}

TEST(forward_hooks, may_remove_themselves) {
  nn::Tanh layer;
  int calls = 0;
  int id = 0;
  id = layer.register_forward_hook([&](const Variable&, const Variable&) {
    ++calls;
    layer.remove_forward_hook(id);
    return Variable();
  });
  layer(leaf({1}, {1}));
  layer(leaf({1}, {1}));
  EXPECT_EQ(calls, 1);
}

// y = w x with w = (3, 4) and x = (1, 2): output (3, 8), loss Σ y² / 2, so dL/dy = y and dL/dw = y x.
TEST(layer_probe, measures_output_gradients_and_weights) {
  Variable w = leaf({2}, {3, 4});
  const Variable x(tensor({2}, {1, 2}, DType::float64));
  LayerProbe probe({w});
  EXPECT_TRUE(std::isnan(probe.output().mean));
  EXPECT_TRUE(std::isnan(probe.weights()[0].update_ratio));
  const Variable y = probe.observe(mul(w, x));
  EXPECT_EQ(numbers(y), Numbers({3, 8}));
  EXPECT_EQ(probe.output().mean, 5.5);
  EXPECT_NEAR(probe.output().std, std::sqrt(12.5), 1e-15);
  EXPECT_TRUE(std::isnan(probe.output().grad_norm)) << "before backward()";
  EXPECT_TRUE(std::isnan(probe.weights()[0].grad_norm));
  sum(mul(mul(y, y), leaf(0.5)), {}, false).backward();
  EXPECT_NEAR(probe.output().grad_norm, std::sqrt(9.0 + 64), 1e-14);
  EXPECT_NEAR(probe.weights()[0].grad_norm, std::sqrt(9.0 + 256), 1e-14);
  EXPECT_EQ(probe.weights()[0].norm, 5);
  EXPECT_EQ(probe.weights()[0].update_ratio, 0);
  w.assign(tensor({2}, {3.3, 4.4}, DType::float64));
  EXPECT_NEAR(probe.weights()[0].update_ratio, 0.1, 1e-15);
  EXPECT_NEAR(probe.weights()[0].norm, 5.5, 1e-14);
}

std::shared_ptr<nn::Sequential> small_net() {
  Generator generator(0);
  const auto inner = std::make_shared<nn::Sequential>(std::vector<std::shared_ptr<nn::Layer>>{
      std::make_shared<nn::BatchNorm1d>(5), std::make_shared<nn::Tanh>()});
  return std::make_shared<nn::Sequential>(std::vector<std::shared_ptr<nn::Layer>>{
      std::make_shared<nn::Linear>(3, 5, true, generator), inner, std::make_shared<nn::Linear>(5, 2, false, generator)});
}

TEST(probe, watches_the_leaves_and_changes_no_number) {
  const auto train_step = [](nn::Sequential& model) {
    optim::SGD optimizer(model.parameters(), {0.1});
    Generator generator(1);
    const Variable y = model(Variable(randn({7, 3}, DType::float32, generator)));
    sum(mul(y, y), {}, false).backward();
    optimizer.step();
    return y;
  };
  const auto plain = small_net();
  const Variable y = train_step(*plain);
  const auto watched = small_net();
  {
    const Probe probe(watched);
    train_step(*watched);
    const std::vector<LayerReport> layers = probe.read();
    ASSERT_EQ(layers.size(), 4u);
    const char* names[] = {"0", "1.0", "1.1", "2"};
    const char* kinds[] = {"Linear", "BatchNorm1d", "Tanh", "Linear"};
    for (std::size_t i = 0; i < layers.size(); ++i) {
      EXPECT_EQ(layers[i].name, names[i]);
      EXPECT_EQ(layers[i].kind, kinds[i]);
      EXPECT_GT(layers[i].output.grad_norm, 0);
      EXPECT_GT(layers[i].output.order, i == 0 ? -1 : layers[i - 1].output.order);
      for (const auto& [name, weight] : layers[i].weights) EXPECT_GT(weight.norm + weight.update_ratio, 0) << name;
    }
    EXPECT_EQ(layers[0].weights.size(), 2u);
    EXPECT_EQ(layers[0].weights[1].first, "bias");
    EXPECT_EQ(layers[3].weights.size(), 1u);
    // The loss is Σ y²: its gradient is 2 y.
    double squares = 0;
    double total = 0;
    for (double number : numbers(y)) {
      squares += number * number;
      total += number;
    }
    const double epsilon = std::numeric_limits<float>::epsilon();
    EXPECT_NEAR(layers[3].output.grad_norm, 2 * std::sqrt(squares), 4 * epsilon * std::sqrt(squares));
    EXPECT_NEAR(layers[3].output.mean, total / 14, 4 * epsilon);
    EXPECT_NEAR(layers[1].output.mean, 0, 35 * epsilon) << "BatchNorm starts with mean 0";
    EXPECT_NEAR(layers[1].output.std, std::sqrt(35.0 / 34), 1e-3) << "and variance 1";
  }
  const auto expected = plain->state_dict();
  const auto got = watched->state_dict();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(numbers(got[i].second), numbers(expected[i].second)) << expected[i].first;
  }
  // The hooks are gone with the probe.
  EXPECT_EQ(std::string((*watched)(Variable(Tensor::zeros({2, 3}, DType::float32))).grad_fn()), "MmBackward0");
}

// Case B15: a second forward pass moves no statistics, and draws nothing.
TEST(state_guard, makes_a_forward_pass_leave_no_trace) {
  nn::BatchNorm1d norm(1);
  const Variable x(tensor({4, 1}, {1, 3, 5, 7}));
  norm(x);
  const Numbers mean = numbers(norm.running_mean);
  EXPECT_NEAR(mean[0], 0.4, 1e-7);
  const std::vector<std::uint8_t> random = default_generator().state();
  std::vector<Variable> buffers;
  for (const auto& [name, buffer] : norm.named_buffers()) buffers.push_back(buffer);
  {
    const StateGuard guard(buffers);
    norm(x);
    randn({3});
    EXPECT_NE(numbers(norm.running_mean), mean);
  }
  EXPECT_EQ(numbers(norm.running_mean), mean);
  EXPECT_NEAR(numbers(norm.running_var)[0], 0.9 + 0.1 * 20 / 3, 1e-6);
  EXPECT_EQ(numbers(norm.num_batches_tracked), Numbers({1}));
  EXPECT_EQ(default_generator().state(), random);
  StateGuard guard(buffers);
  norm(x);
  guard.dismiss();
  EXPECT_EQ(numbers(norm.num_batches_tracked), Numbers({2}));
}

}  // namespace
}  // namespace normlab::train
