// Layers, losses and draws against PyTorch 1.13: tests/golden/golden_layers.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "crc32.hpp"
#include "golden.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/norms.hpp"
#include "normlab/core/random.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/dropout.hpp"
#include "normlab/nn/embedding.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/loss.hpp"
#include "normlab/nn/norms.hpp"
#include "normlab/nn/residual.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::Json;
using testing::numbers;
using testing::Numbers;

const Json& file() {
  static const Json json = testing::golden("golden_layers.json");
  return json;
}

Tensor read(const Json& json, DType dtype = DType::float64) {
  return testing::tensor(Shape(json["shape"].get<std::vector<Index>>()), json["data"].get<Numbers>(), dtype);
}
Variable leaf(const Json& json, DType dtype = DType::float64) { return Variable(read(json, dtype), true); }

// Both sides are double: some tens of roundings of numbers of this size, through slopes up to about 20.
void expect_near(const Tensor& got, const Json& expected, const std::string& name) {
  ASSERT_EQ(got.shape(), Shape(expected["shape"].get<std::vector<Index>>())) << name;
  const Numbers mine = numbers(got);
  const Numbers theirs = expected["data"].get<Numbers>();
  double largest = 1;
  for (double value : theirs) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < mine.size(); ++i) {
    EXPECT_NEAR(mine[i], theirs[i], 1e-13 * 20 * largest) << name << ", element " << i;
  }
}

void expect_bits(const Tensor& got, const Json& expected, const std::string& name) {
  EXPECT_EQ(testing::crc32(got.dtype() == DType::float32 ? static_cast<const void*>(got.data<float>())
                                                         : static_cast<const void*>(got.data<double>()),
                           static_cast<std::size_t>(got.numel()) * item_size(got.dtype())),
            expected["crc32_le_bytes"].get<std::uint32_t>())
      << name;
  // Where the stream is afterwards.
  EXPECT_EQ(numbers(rand({2})), expected["then_rand2"].get<Numbers>()) << name;
}

TEST(golden_layers, batch_norm) {
  for (const Json& c : file()["batch_norm"]) {
    const Variable x = leaf(c["x"]);
    const Json& before = c["before"];
    RunningStats running{read(before["running_mean"]), read(before["running_var"])};
    const Variable weight = leaf(before["weight"]);
    const Variable bias = leaf(before["bias"]);
    const bool training = c["training"].get<bool>();
    const std::string name = text("batch_norm of ", x.shape(), training ? " in training" : " in evaluation");
    const Variable y = batch_norm(x, running, weight, bias, training, 0.1, 1e-5);
    y.backward(read(c["dy"]));
    expect_near(y.data(), c["y"], name);
    expect_near(x.grad(), c["dx"], name + ": dx");
    expect_near(weight.grad(), c["dweight"], name + ": dweight");
    expect_near(bias.grad(), c["dbias"], name + ": dbias");
    expect_near(running.mean, c["after"]["running_mean"], name + ": running_mean");
    expect_near(running.var, c["after"]["running_var"], name + ": running_var");
  }
}

TEST(golden_layers, rms_norm_with_bias) {
  const Json& c = file()["rms_norm_with_bias"];
  const Variable x = leaf(c["x"]);
  const Variable weight = leaf(c["weight"]);
  const Variable bias = leaf(c["bias"]);
  const Variable y = rms_norm(x, {5}, weight, bias, c["eps"].get<double>());
  y.backward(read(c["dy"]));
  expect_near(y.data(), c["y"], "y");
  expect_near(x.grad(), c["dx"], "dx");
  expect_near(weight.grad(), c["dweight"], "dweight");
  expect_near(bias.grad(), c["dbias"], "dbias");
}

TEST(golden_layers, activations) {
  const std::map<std::string, Variable (*)(const Variable&)> functions = {
      {"tanh", tanh},
      {"relu", relu},
      {"sigmoid", sigmoid},
      {"silu", silu},
      {"gelu", [](const Variable& x) { return gelu(x); }},
      {"gelu_tanh", [](const Variable& x) { return gelu(x, GeluApproximation::tanh); }}};
  for (const auto& [name, function] : functions) {
    const Variable x = leaf(file()["activations"]["x"]);
    const Variable y = function(x);
    y.backward(Tensor::full(y.shape(), 1, DType::float64));
    expect_near(y.data(), file()["activations"][name.c_str()]["y"], name);
    expect_near(x.grad(), file()["activations"][name.c_str()]["slope"], name + "'s slope");
  }
}

Reduction reduction_of(const Json& c) {
  const std::string name = c["reduction"].get<std::string>();
  return name == "mean" ? Reduction::mean : name == "sum" ? Reduction::sum : Reduction::none;
}

Tensor ones_like(const Variable& y) { return Tensor::full(y.shape(), 1, y.dtype()); }

TEST(golden_layers, cross_entropy) {
  std::size_t at = 0;
  for (const Json& c : file()["cross_entropy"]) {
    const std::string name = text("case ", at++);
    CrossEntropyOptions options;
    options.reduction = reduction_of(c);
    if (c.contains("ignore_index")) options.ignore_index = c["ignore_index"].get<Index>();
    if (c.contains("label_smoothing")) options.label_smoothing = c["label_smoothing"].get<double>();
    const Variable logits = leaf(c["logits"]);
    const Variable target(read(c["target"], dtype_from_name(c["target"]["dtype"].get<std::string>())));
    const Variable loss = nn::CrossEntropyLoss(options).forward(logits, target);
    loss.backward(ones_like(loss));
    expect_near(loss.data(), c["loss"], name);
    expect_near(logits.grad(), c["dlogits"], name + ": dlogits");
  }
  EXPECT_EQ(at, 45u);
}

TEST(golden_layers, mse_loss) {
  for (const Json& c : file()["mse_loss"]) {
    const Variable x = leaf(c["x"]);
    const Variable target = leaf(c["target"]);
    const Variable loss = nn::MSELoss(reduction_of(c)).forward(x, target);
    loss.backward(ones_like(loss));
    expect_near(loss.data(), c["loss"], "loss");
    expect_near(x.grad(), c["dx"], "dx");
    expect_near(target.grad(), c["dtarget"], "dtarget");
  }
}

TEST(golden_layers, residual) {
  for (const Json& c : file()["residual"]) {
    const bool pre = c["place"].get<std::string>() == "pre";
    nn::ResidualConnection block(std::make_shared<nn::Linear>(4, 4), std::make_shared<nn::LayerNorm>(Shape{4}),
                                 std::make_shared<nn::Dropout>(0), pre ? nn::NormPlace::pre : nn::NormPlace::post);
    for (auto& [name, parameter] : block.named_parameters()) {
      parameter.convert(DType::float64);
      parameter.assign(read(c["state"][name.c_str()]));
    }
    const Variable x = leaf(c["x"]);
    const Variable y = block.forward(x);
    y.backward(read(c["dy"]));
    expect_near(y.data(), c["y"], "y");
    expect_near(x.grad(), c["dx"], "dx");
    for (const auto& [name, parameter] : block.named_parameters()) {
      expect_near(parameter.grad(), c["grads"][name.c_str()], name);
    }
    EXPECT_EQ(block.named_parameters().size(), c["state"].size());
  }
}

TEST(golden_layers, dropout_draws_the_same_masks) {
  for (const Json& c : file()["dropout"]) {
    default_generator().manual_seed(c["seed"].get<int>());
    const Shape shape(c["shape"].get<std::vector<Index>>());
    const Variable x(Tensor::full(shape, 3, dtype_from_name(c["dtype"].get<std::string>())));
    nn::Dropout layer(c["p"].get<double>());
    expect_bits(layer.forward(x).data(), c, layer.to_string() + text(" of ", shape));
  }
}

TEST(golden_layers, embedding) {
  for (const Json& c : file()["embedding"]) {
    default_generator().manual_seed(c["seed"].get<int>());
    const Json& padding = c["padding_idx"];
    nn::Embedding layer(c["count"].get<Index>(), c["dim"].get<Index>(),
                        padding.is_null() ? std::nullopt : std::optional<Index>(padding.get<Index>()));
    expect_bits(layer.weight.data(), c, layer.to_string());
    const Variable y = layer.forward(Variable(read(c["indices"], DType::int64)));
    y.backward(read(c["dy"], DType::float32));
    EXPECT_EQ(numbers(y), c["y"]["data"].get<Numbers>());
    // Sums of up to 12 float gradients; PyTorch adds them in the same order.
    EXPECT_EQ(numbers(layer.weight.grad()), c["dweight"]["data"].get<Numbers>());
  }
}

TEST(golden_layers, print_as_in_pytorch) {
  nn::BatchNormOptions plain;
  plain.eps = 0.001;
  plain.momentum = std::nullopt;
  plain.affine = plain.track_running_stats = false;
  const std::vector<std::string> printed = {
      nn::BatchNorm2d(4).to_string(),      nn::BatchNorm2d(3, plain).to_string(),
      nn::Dropout(0.1).to_string(),        nn::Dropout().to_string(),
      nn::GELU().to_string(),              nn::GELU(GeluApproximation::tanh).to_string(),
      nn::SiLU().to_string(),              nn::Identity().to_string(),
      nn::Embedding(10, 3).to_string(),    nn::Embedding(10, 3, -2).to_string(),
      nn::CrossEntropyLoss().to_string(),  nn::MSELoss().to_string()};
  EXPECT_EQ(printed, file()["prints"].get<std::vector<std::string>>());
}

}  // namespace
}  // namespace normlab
