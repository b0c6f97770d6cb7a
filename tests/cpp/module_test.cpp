// nn/module and nn/sequential: names, order, state and the printed tree, as in PyTorch 1.13.
#include "normlab/nn/module.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/loss.hpp"
#include "normlab/nn/norms.hpp"
#include "normlab/nn/sequential.hpp"
#include "tensors.hpp"

namespace normlab::nn {
namespace {

using testing::counting;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

using Names = std::vector<std::string>;
using Layers = std::vector<std::shared_ptr<Layer>>;

template <class T>
Names names_of(const Named<T>& entries) {
  Names names;
  for (const auto& [name, value] : entries) names.push_back(name);
  return names;
}

// A module with parameters, a buffer and a child of its own.
class Scaled : public Layer {
 public:
  Scaled()
      : body(register_module("body", std::make_shared<Linear>(2, 2))),
        scale(register_parameter("scale", Tensor::full({1}, 1, DType::float32))),
        count(register_buffer("count", Tensor::zeros({}, DType::int64))) {}
  Variable forward(const Variable& x) override { return body->forward(x); }
  std::string class_name() const override { return "Scaled"; }
  std::string extra_repr() const override { return "depth=2"; }

  std::shared_ptr<Linear> body;
  Variable scale;
  Variable count;
};

std::shared_ptr<Sequential> deep_model() {
  return std::make_shared<Sequential>(Layers{
      std::make_shared<Linear>(4, 8), std::make_shared<BatchNorm1d>(8), std::make_shared<Tanh>(),
      std::make_shared<Sequential>(Layers{std::make_shared<LayerNorm>(Shape{8}), std::make_shared<ReLU>(),
                                          std::make_shared<Sequential>(Layers{std::make_shared<Sigmoid>()})}),
      std::make_shared<Linear>(8, 3, false)});
}

TEST(module, names_parameters_and_buffers_in_order) {
  const auto model = deep_model();
  EXPECT_EQ(names_of(model->named_parameters()),
            Names({"0.weight", "0.bias", "1.weight", "1.bias", "3.0.weight", "3.0.bias", "4.weight"}));
  EXPECT_EQ(names_of(model->named_buffers()), Names({"1.running_mean", "1.running_var", "1.num_batches_tracked"}));
  EXPECT_EQ(names_of(model->state_dict()),
            Names({"0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean", "1.running_var",
                   "1.num_batches_tracked", "3.0.weight", "3.0.bias", "4.weight"}));
  EXPECT_EQ(names_of(model->named_children()), Names({"0", "1", "2", "3", "4"}));
  const auto parameters = model->parameters();
  ASSERT_EQ(parameters.size(), 7u);
  for (const Variable& parameter : parameters) EXPECT_TRUE(parameter.is_leaf() && parameter.requires_grad());
  for (const auto& [name, buffer] : model->named_buffers()) EXPECT_FALSE(buffer.requires_grad()) << name;
}

TEST(module, lists_its_own_entries_before_those_of_children) {
  const Scaled module;
  EXPECT_EQ(names_of(module.named_parameters()), Names({"scale", "body.weight", "body.bias"}));
  EXPECT_EQ(names_of(module.state_dict()), Names({"scale", "count", "body.weight", "body.bias"}));
}

TEST(module, lists_shared_parameters_once) {
  const auto shared = std::make_shared<Linear>(2, 2);
  const Sequential model(Layers{shared, std::make_shared<Tanh>(), shared});
  EXPECT_EQ(names_of(model.named_parameters()), Names({"0.weight", "0.bias"}));
  EXPECT_EQ(model.parameters().size(), 2u);
  EXPECT_EQ(names_of(model.state_dict()), Names({"0.weight", "0.bias", "2.weight", "2.bias"}));
}

TEST(module, sequential_chains_its_layers) {
  const auto layer = std::make_shared<Linear>(3, 2);
  Sequential model(Layers{layer});
  const Variable x(counting({4, 3}));
  EXPECT_EQ(numbers(model.forward(x)), numbers(layer->forward(x)));
  model.append(std::make_shared<ReLU>());
  EXPECT_EQ(numbers(model.forward(x)), numbers(relu(layer->forward(x))));
  EXPECT_EQ(numbers(Sequential().forward(x)), numbers(x));
  EXPECT_ERROR(model.append(nullptr), ErrorKind::argument, "module", "\"2\"", "got none");
  EXPECT_EQ(names_of(model.named_children()), Names({"0", "1"}));
}

TEST(module, train_and_eval_reach_every_child) {
  const auto inner = std::make_shared<Sequential>(Layers{std::make_shared<BatchNorm1d>(2)});
  Sequential model(Layers{inner});
  EXPECT_TRUE(model.training());
  model.eval();
  EXPECT_FALSE(model.training());
  EXPECT_FALSE(inner->training());
  EXPECT_FALSE(inner->named_children()[0].second->training());
  inner->train();
  EXPECT_FALSE(model.training());
  EXPECT_TRUE(inner->named_children()[0].second->training());
  model.train();
  EXPECT_TRUE(model.training());
}

TEST(module, zero_grad_reaches_every_parameter) {
  const auto model = deep_model();
  for (Variable& parameter : model->parameters()) {
    parameter.set_grad(Tensor::full(parameter.shape(), 1, parameter.dtype()));
  }
  model->zero_grad();
  for (const Variable& parameter : model->parameters()) {
    EXPECT_EQ(numbers(parameter.grad()), Numbers(static_cast<std::size_t>(parameter.data().numel()), 0));
  }
  model->zero_grad(true);
  for (const Variable& parameter : model->parameters()) EXPECT_FALSE(parameter.grad().defined());
}

Named<Tensor> copy_of(const Named<Tensor>& state) {
  Named<Tensor> out;
  for (const auto& [name, value] : state) out.emplace_back(name, value.clone());
  return out;
}

TEST(state_dict, is_live_and_loads_back) {
  Scaled from;
  Scaled to;
  from.count.assign(tensor({}, {7}, DType::int64));
  EXPECT_EQ(numbers(from.state_dict()[1].second), Numbers({7})) << "it shares storage, as in PyTorch";
  const Variable held = to.body->weight;
  to.load_state_dict(from.state_dict());
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(numbers(to.state_dict()[i].second), numbers(from.state_dict()[i].second)) << i;
    EXPECT_FALSE(to.state_dict()[i].second.shares_storage(from.state_dict()[i].second)) << i;
  }
  EXPECT_EQ(numbers(held), numbers(from.body->weight)) << "parameters stay the same variables";
  to.load_state_dict(to.state_dict());
  EXPECT_EQ(numbers(to.body->weight), numbers(from.body->weight));
}

TEST(state_dict, takes_any_order_and_strides) {
  Scaled module;
  Named<Tensor> state = copy_of(module.state_dict());
  std::swap(state[0], state[2]);
  state[0].second = counting({2, 2}).view({2, 2}, {1, 2});
  module.load_state_dict(state);
  EXPECT_EQ(numbers(module.body->weight), Numbers({0, 2, 1, 3}));
}

TEST(state_dict, of_shared_parameters_loads_under_both_names) {
  const auto shared = std::make_shared<Linear>(1, 1, false);
  Sequential model(Layers{shared, shared});
  model.load_state_dict({{"0.weight", tensor({1, 1}, {3})}, {"1.weight", tensor({1, 1}, {4})}});
  EXPECT_EQ(numbers(shared->weight), Numbers({4}));
  EXPECT_ERROR(model.load_state_dict({{"0.weight", tensor({1, 1}, {3})}}), ErrorKind::argument, "load_state_dict",
               "\"1.weight\"");
}

TEST(state_dict, changes_nothing_after_an_error) {
  Scaled module;
  const Named<Tensor> before = copy_of(module.state_dict());
  const auto broken = [&](const std::function<void(Named<Tensor>&)>& change) {
    Named<Tensor> state = copy_of(before);
    for (auto& [name, value] : state) value = Tensor::full(value.shape(), 5, value.dtype());
    change(state);
    return state;
  };
  EXPECT_ERROR(module.load_state_dict(broken([](auto& s) { s.pop_back(); })), ErrorKind::argument, "load_state_dict",
               "\"body.bias\"", "got none");
  EXPECT_ERROR(module.load_state_dict(broken([](auto& s) { s.back().second = counting({3}); })), ErrorKind::shape,
               "load_state_dict", "\"body.bias\" of shape (2)", "got (3)");
  EXPECT_ERROR(module.load_state_dict(broken([](auto& s) { s.back().second = counting({2}, DType::float64); })),
               ErrorKind::argument, "load_state_dict", "\"body.bias\" of float32", "got float64");
  EXPECT_ERROR(module.load_state_dict(broken([](auto& s) { s.emplace_back("body.gain", counting({1})); })),
               ErrorKind::argument, "load_state_dict", "got \"body.gain\"");
  EXPECT_ERROR(module.load_state_dict({}), ErrorKind::argument, "load_state_dict", "\"scale\"");
  const Named<Tensor> after = module.state_dict();
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(numbers(after[i].second), numbers(before[i].second)) << before[i].first;
    EXPECT_EQ(after[i].second.version(), 0u) << before[i].first;
  }
}

TEST(state_dict, tells_graphs_that_saved_the_old_numbers) {
  Scaled module;
  const Variable y = module.forward(Variable(counting({1, 2}), true));
  module.load_state_dict(copy_of(module.state_dict()));
  EXPECT_ERROR(y.backward(Tensor::full({1, 2}, 1, DType::float32)), ErrorKind::argument, "linear", "changed in place");
}

// print(model) of the same modules in PyTorch 1.13; RMSNorm as in 2.4.
TEST(module, prints_its_tree) {
  EXPECT_EQ(deep_model()->to_string(),
            "Sequential(\n"
            "  (0): Linear(in_features=4, out_features=8, bias=True)\n"
            "  (1): BatchNorm1d(8, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)\n"
            "  (2): Tanh()\n"
            "  (3): Sequential(\n"
            "    (0): LayerNorm((8,), eps=1e-05, elementwise_affine=True)\n"
            "    (1): ReLU()\n"
            "    (2): Sequential(\n"
            "      (0): Sigmoid()\n"
            "    )\n"
            "  )\n"
            "  (4): Linear(in_features=8, out_features=3, bias=False)\n"
            ")");
  EXPECT_EQ(Sequential(Layers{std::make_shared<Scaled>(), std::make_shared<Tanh>()}).to_string(),
            "Sequential(\n"
            "  (0): Scaled(\n"
            "    depth=2\n"
            "    (body): Linear(in_features=2, out_features=2, bias=True)\n"
            "  )\n"
            "  (1): Tanh()\n"
            ")");
  EXPECT_EQ(Sequential().to_string(), "Sequential()");
  EXPECT_EQ(CrossEntropyLoss().to_string(), "CrossEntropyLoss()");
  BatchNormOptions plain;
  plain.eps = 1e-3;
  plain.momentum.reset();
  plain.affine = plain.track_running_stats = false;
  EXPECT_EQ(BatchNorm1d(8, plain).to_string(),
            "BatchNorm1d(8, eps=0.001, momentum=None, affine=False, track_running_stats=False)");
  EXPECT_EQ(RMSNorm({2, 3}).to_string(), "RMSNorm((2, 3), eps=None, elementwise_affine=True)");
}

}  // namespace
}  // namespace normlab::nn
