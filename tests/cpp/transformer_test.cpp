// Attention and transformer encoders; their numbers against PyTorch 1.13: tests/golden/golden_encoder.json.
#include "normlab/nn/transformer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "crc32.hpp"
#include "expect_error.hpp"
#include "golden.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/nn/norms.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::Json;
using testing::numbers;
using testing::Numbers;

Tensor read(const Json& json, DType dtype = DType::float64) {
  return testing::tensor(Shape(json["shape"].get<std::vector<Index>>()), json["data"].get<Numbers>(), dtype);
}

Variable gelu_exact(const Variable& x) { return gelu(x); }

TEST(Transformer, EncodersOfDepth1To6DrawAndComputeAsPyTorch) {
  const Json golden = testing::golden("golden_encoder.json");
  ASSERT_EQ(golden["encoders"].size(), 12u);
  for (const Json& each : golden["encoders"]) {
    const Index depth = each["depth"].get<Index>();
    const bool norm_first = each["norm_first"].get<bool>();
    default_generator().manual_seed(static_cast<std::uint64_t>(depth));
    nn::TransformerEncoderLayerOptions options;
    options.dim_feedforward = 16;
    options.dropout = 0;
    options.batch_first = true;
    options.norm_first = norm_first;
    if (each["activation"].get<std::string>() == "gelu") options.activation = gelu_exact;
    const nn::TransformerEncoderLayer layer(8, 2, options);
    nn::TransformerEncoder model(layer, depth, norm_first ? std::make_shared<nn::LayerNorm>(Shape{8}) : nullptr);
    EXPECT_EQ(numbers(rand({2})), each["bits"]["then_rand2"].get<Numbers>());
    const nn::Named<Tensor> state = model.state_dict();
    EXPECT_EQ(state.size(), each["bits"]["keys"].size());
    for (const auto& [name, value] : state) {
      EXPECT_EQ(testing::crc32(value.data<float>(), static_cast<std::size_t>(value.numel()) * sizeof(float)),
                each["bits"]["keys"][name.c_str()].get<std::uint32_t>())
          << name;
    }
    if (!each["print"].is_null()) {
      EXPECT_EQ(model.to_string(), each["print"].get<std::string>());
    }

    for (Variable& parameter : model.parameters()) parameter.convert(DType::float64);
    const Variable x(read(each["x"]), true);
    Tensor padding = Tensor::zeros({2, 5}, DType::boolean);
    padding.data<bool>()[8] = padding.data<bool>()[9] = true;
    const Variable y = model.forward(x, {Tensor(), padding, true});
    y.backward(read(each["dy"]));
    for (const auto& [got, want] : {std::pair(y.data(), each["y"]), std::pair(x.grad(), each["dx"])}) {
      const Numbers mine = numbers(got);
      const Numbers theirs = want["data"].get<Numbers>();
      ASSERT_EQ(mine.size(), theirs.size());
      // Each block multiplies the roundings of those before it by some factor around 1 to 3.
      for (std::size_t i = 0; i < mine.size(); ++i) EXPECT_NEAR(mine[i], theirs[i], 1e-10 * (1 + std::abs(theirs[i])));
    }
    for (const auto& [name, parameter] : model.named_parameters()) {
      const Numbers grad = numbers(parameter.grad());
      double sums[2] = {0, 0};
      for (std::size_t i = 0; i < grad.size(); ++i) {
        sums[0] += grad[i];
        sums[1] += grad[i] * std::cos(static_cast<double>(i + 1));
      }
      for (int i = 0; i < 2; ++i) {
        const double want = each["grads"][name.c_str()][i].get<double>();
        EXPECT_NEAR(sums[i], want, 1e-10 * (1 + std::abs(want))) << name;
      }
    }
  }
}

TEST(Transformer, ACloneHasItsOwnWeightsAndDrawsNothing) {
  default_generator().manual_seed(0);
  const nn::TransformerEncoderLayer layer(4, 2);
  Generator expected = default_generator();
  const auto copy = layer.clone();
  EXPECT_EQ(numbers(rand({2})), numbers(rand({2}, DType::float32, expected)));
  EXPECT_EQ(numbers(copy->parameters()[0]), numbers(layer.parameters()[0]));
  copy->parameters()[0].assign(Tensor::zeros({12, 4}, DType::float32));
  EXPECT_NE(numbers(layer.parameters()[0].data())[0], 0);
}

TEST(Transformer, ACloneKeepsDtypesAndWhatIsFrozen) {
  nn::TransformerEncoderLayer layer(4, 2);
  for (Variable& parameter : layer.parameters()) parameter.convert(DType::float64);
  layer.parameters()[1].set_requires_grad(false);
  const std::vector<Variable> copies = layer.clone()->parameters();
  for (std::size_t i = 0; i < copies.size(); ++i) {
    EXPECT_EQ(copies[i].dtype(), DType::float64);
    EXPECT_EQ(copies[i].requires_grad(), i != 1);
  }
}

TEST(Attention, ItsGradientsAreSlopesAlsoBesideARowThatMayLookAtNothing) {
  default_generator().manual_seed(1);
  AttentionOptions options;
  options.mask = Tensor::full({3, 4}, 1, DType::boolean);
  for (Index j : {2, 4, 5, 6, 7}) options.mask.data<bool>()[j] = false;
  std::vector<Variable> inputs;
  for (const Shape& shape : {Shape{2, 3, 2}, Shape{2, 4, 2}, Shape{2, 4, 5}}) {
    inputs.emplace_back(randn(shape, DType::float64), true);
  }
  const auto attend = [&](const std::vector<Variable>& x) {
    return scaled_dot_product_attention(x[0], x[1], x[2], options);
  };
  EXPECT_EQ(grad_check(attend, inputs), "");
  sum(attend(inputs), {}, false).backward();
  for (Index i : {2, 3, 8, 9}) EXPECT_EQ(inputs[0].grad().data<double>()[i], 0);
  options.causal = true;
  EXPECT_EQ(grad_check(attend, inputs), "");
}

TEST(Attention, MasksAddUp) {
  default_generator().manual_seed(2);
  nn::MultiheadAttention layer(4, 2, {0, true, true});
  const Variable x(randn({1, 3, 4}));
  const auto mask = [](const Shape& shape, const Numbers& blocked) {
    return testing::tensor(shape, blocked, DType::boolean);
  };
  const auto attend = [&](const nn::AttentionMasks& masks) { return numbers(layer.forward(x, x, x, masks)); };
  const Tensor later = mask({3, 3}, {0, 1, 1, 0, 0, 1, 0, 0, 0});
  const Tensor padding = mask({1, 3}, {0, 1, 0});
  const Numbers both = attend({later, padding});
  EXPECT_EQ(both, attend({mask({3, 3}, {0, 1, 1, 0, 1, 1, 0, 1, 0}), Tensor()}));
  EXPECT_NE(both, attend({Tensor(), padding}));
}

TEST(Attention, RefusesWhatDoesNotFit) {
  EXPECT_ERROR(nn::MultiheadAttention(6, 4), ErrorKind::argument, "MultiheadAttention",
               "multiple of num_heads, got 6 and 4");
  const Variable x(Tensor::zeros({2, 3}, DType::float32));
  AttentionOptions options;
  options.mask = Tensor::zeros({3, 3}, DType::boolean);
  EXPECT_ERROR(scaled_dot_product_attention(x, x, x, options), ErrorKind::shape, "scaled_dot_product_attention",
               "broadcast", "(3, 3)", "(2, 2)");
}

}  // namespace
}  // namespace normlab
