// train/trainer: what happens to a step that cannot be done. Whole trainings: digits_test.
#include "normlab/train/trainer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/core/random.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/norms.hpp"
#include "normlab/nn/sequential.hpp"
#include "normlab/optim/adam.hpp"
#include "tensors.hpp"

namespace normlab::train {
namespace {

using testing::numbers;
using testing::Numbers;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Multiplies by a number that a test can change.
class Scale : public nn::Layer {
 public:
  Variable forward(const Variable& x) override {
    randn({1});  // as dropout does, it moves the generator on
    return mul(x, scalar_like(x, factor, false));
  }
  std::string class_name() const override { return "Scale"; }
  double factor = 1;
};

// Mean of (prediction − target)², times a number that a test can change.
class Square : public nn::Loss {
 public:
  Variable forward(const Variable& prediction, const Variable& target) override {
    const Variable error = sub(prediction, target);
    return mul(mean(mul(error, error), {}, false), scalar_like(prediction, factor, false));
  }
  std::string class_name() const override { return "Square"; }
  double factor = 1;
};

// 9 examples in batches of 4: Linear, BatchNorm, Scale, Tanh, Linear with Adam.
struct Task {
  explicit Task(Index examples = 9) {
    default_generator().manual_seed(0);
    scale = std::make_shared<Scale>();
    model = std::make_shared<nn::Sequential>(std::vector<std::shared_ptr<nn::Layer>>{
        std::make_shared<nn::Linear>(3, 4), std::make_shared<nn::BatchNorm1d>(4), scale, std::make_shared<nn::Tanh>(),
        std::make_shared<nn::Linear>(4, 1)});
    optimizer = std::make_shared<optim::Adam>(model->parameters());
    loss = std::make_shared<Square>();
    x = randn({examples, 3});
    y = randn({examples, 1});
    loader = std::make_shared<data::DataLoader>(data::TensorDataset({x, y}), data::DataLoaderOptions{4, true, true});
    trainer = std::make_unique<Trainer>(model, optimizer, loss, loader);
  }

  // Everything that a step changes.
  std::vector<Numbers> state() const {
    std::vector<Numbers> out;
    for (const auto& [name, tensor] : model->state_dict()) out.push_back(numbers(tensor));
    for (const optim::ParameterState& entry : optimizer->state()) {
      out.push_back({static_cast<double>(entry.steps)});
      for (const Tensor& tensor : {entry.first, entry.second}) {
        if (tensor.defined()) out.push_back(numbers(tensor));
      }
    }
    const std::vector<std::uint8_t> random = default_generator().state();
    out.emplace_back(random.begin(), random.end());
    return out;
  }

  std::shared_ptr<Scale> scale;
  std::shared_ptr<nn::Sequential> model;
  std::shared_ptr<optim::Adam> optimizer;
  std::shared_ptr<Square> loss;
  Tensor x, y;
  std::shared_ptr<data::DataLoader> loader;
  std::unique_ptr<Trainer> trainer;
};

// Two good epochs, for comparison with runs that failed on the way.
std::vector<Numbers> undisturbed() {
  Task task;
  EXPECT_EQ(task.trainer->run(2, 100), 4);
  return task.state();
}

TEST(trainer, names_the_first_layer_that_is_not_finite_and_keeps_the_state) {
  for (double factor : {std::nan(""), infinity}) {
    Task task;
    task.trainer->run(2, 3);
    task.scale->factor = factor;
    // The next batch is drawn before the step; what the step itself changes is set back.
    // tanh makes ±1 of infinity, so that it first shows in the gradients.
    const char* what = std::isnan(factor) ? "a finite loss, got nan" : "a finite gradient norm, got nan";
    EXPECT_ERROR(task.trainer->run(2, 1), ErrorKind::result, "Trainer", what, "in step 4", "batch 2 of 2 in epoch 2",
                 "the layer \"2\" (Scale)", "as before this step");
    const std::vector<Numbers> before = task.state();
    EXPECT_ERROR(task.trainer->run(2, 1), ErrorKind::result, "Trainer", "in step 4", "\"2\" (Scale)");
    EXPECT_EQ(task.state(), before);
    EXPECT_EQ(task.trainer->progress().step, 3);
    task.scale->factor = 1;
    EXPECT_EQ(task.trainer->run(2, 100), 1);
    EXPECT_EQ(task.state(), undisturbed()) << "the same batch again, and nothing of the failed steps is left";
  }
}

TEST(trainer, names_the_loss_when_the_layers_are_finite) {
  Task task;
  task.loss->factor = infinity;
  EXPECT_ERROR(task.trainer->run(1, 1), ErrorKind::result, "Trainer", "a finite loss, got inf", "in step 1",
               "the outputs of all layers are finite", "the loss itself");
  task.loss->factor = 1;
  task.trainer->run(2, 100);
  EXPECT_EQ(task.state(), undisturbed());
}

// √ at 0: the loss is 0, its slope infinite.
class Root : public nn::Loss {
 public:
  Variable forward(const Variable& prediction, const Variable&) override {
    return mean(sqrt(mul(prediction, scalar_like(prediction, 0, false))), {}, false);
  }
  std::string class_name() const override { return "Root"; }
};

TEST(trainer, stops_at_gradients_that_are_not_finite) {
  Task task;
  Trainer trainer(task.model, task.optimizer, std::make_shared<Root>(), task.loader);
  EXPECT_ERROR(trainer.run(1, 1), ErrorKind::result, "Trainer", "a finite gradient norm, got nan", "in step 1",
               "on the way back");
  for (const auto& [name, tensor] : task.model->state_dict()) {
    for (double number : numbers(tensor)) EXPECT_TRUE(std::isfinite(number)) << name;
  }
}

TEST(trainer, names_the_example_that_is_not_finite) {
  Task task;
  task.x.data<float>()[7 * 3 + 1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_ERROR(task.trainer->run(5, 100), ErrorKind::result, "Trainer", "the input data of example 7 of the dataset");
  Task other;
  other.y.data<float>()[5] = -std::numeric_limits<float>::infinity();
  EXPECT_ERROR(other.trainer->run(5, 100), ErrorKind::result, "Trainer", "the target data of example 5 of the dataset");
}

// Cases B02: the last batch of 5 in batches of 4 is one example, which BatchNorm cannot take.
TEST(trainer, names_a_batch_that_batch_norm_cannot_take) {
  Task task;
  data::TensorDataset dataset({randn({5, 3}), randn({5, 1})});
  const auto loader = std::make_shared<data::DataLoader>(dataset, data::DataLoaderOptions{4});
  Trainer trainer(task.model, task.optimizer, task.loss, loader);
  EXPECT_EQ(trainer.run(1, 1), 1);
  const std::vector<Numbers> before = task.state();
  EXPECT_ERROR(trainer.run(1, 1), ErrorKind::argument, "batch_norm", "(1, 4)", "drop_last");
  EXPECT_EQ(task.state(), before);
  const auto dropping = std::make_shared<data::DataLoader>(dataset, data::DataLoaderOptions{4, false, true});
  EXPECT_EQ(Trainer(task.model, task.optimizer, task.loss, dropping).run(2, 100), 2);
}

TEST(trainer, shares_its_loader) {
  Task task;
  for (int step = 0; step < 4; ++step) {
    EXPECT_EQ(task.trainer->run(2, 1), 1);
    Generator other(5);
    const GeneratorScope scope(other);
    data::DataLoaderIterator batches = task.loader->iter();
    while (!batches.next().empty()) {
    }
  }
  EXPECT_EQ(task.state(), undisturbed());
}

}  // namespace
}  // namespace normlab::train
