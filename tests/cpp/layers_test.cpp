// Dropout, Embedding, Identity and ResidualConnection: modes, draws, gradients and what they refuse. The values against
// PyTorch are in golden_layers_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_error.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/views.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/dropout.hpp"
#include "normlab/nn/embedding.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/norms.hpp"
#include "normlab/nn/residual.hpp"
#include "tensors.hpp"

namespace normlab {
namespace {

using testing::counting;
using testing::leaf;
using testing::numbers;
using testing::Numbers;
using testing::tensor;
using Inputs = std::vector<Variable>;

Numbers next_draws() { return numbers(rand({2})); }

TEST(Dropout, zeroes_or_divides_each_element) {
  for (const Index n : {1, 3, 4, 5, 31, 32, 33, 768}) {
    Generator generator(5);
    const Variable x(counting({n}));
    const Numbers y = numbers(dropout(x, 0.3, true, generator));
    for (Index i = 0; i < n; ++i) {
      const float kept = static_cast<float>(i) * (1 / static_cast<float>(1 - 0.3));
      const double got = y[static_cast<std::size_t>(i)];
      EXPECT_TRUE(got == 0 || got == static_cast<double>(kept)) << i << " became " << got;
    }
  }
}

// The mask is drawn in row-major order, whatever the strides, and backward uses the same one.
TEST(Dropout, backward_multiplies_by_the_same_mask) {
  Generator generator(1);
  const Variable x = leaf({3, 2}, {0, 0, 1, 2, 3, 4});
  const Variable y = dropout(transpose(x, 0, 1), 0.5, true, generator);
  y.backward(Tensor::full({2, 3}, 1, DType::float64));
  Generator again(1);
  Tensor mask = Tensor::empty({2, 3}, DType::float64);
  again.dropout_mask(mask.data<double>(), 6, 0.5);
  EXPECT_EQ(numbers(x.grad()), numbers(transpose(mask, 0, 1)));
  EXPECT_EQ(numbers(y), numbers(mul(transpose(x, 0, 1), Variable(mask))));
}

TEST(Dropout, has_the_gradient_of_differences) {
  EXPECT_EQ(grad_check([](const Inputs& in) {
    Generator generator(3);
    return dropout(in[0], 0.4, true, generator);
  }, {leaf({2, 3}, {0.1, -0.2, 0.3, 1.4, -1.5, 0.6})}), "");
}

TEST(Dropout, draws_nothing_where_nothing_is_random) {
  default_generator().manual_seed(9);
  const Numbers first = next_draws();
  default_generator().manual_seed(9);
  const Variable x(counting({2, 3}));
  EXPECT_EQ(numbers(dropout(x, 0.9, false)), numbers(x));
  EXPECT_TRUE(dropout(x, 0, true).same_as(x));
  EXPECT_EQ(numbers(dropout(x, 1, true)), Numbers(6, 0));
  EXPECT_EQ(dropout(Variable(Tensor::zeros({0, 3}, DType::float32)), 0.5, true).shape(), Shape({0, 3}));
  nn::Dropout layer(0.5);
  layer.eval();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(numbers(layer.forward(x)), numbers(x));
  EXPECT_EQ(next_draws(), first);
  layer.train();
  layer.forward(x);
  EXPECT_NE(next_draws(), first);
}

TEST(Dropout, keeps_the_mean) {
  Generator generator(7);
  const Variable y = dropout(Variable(Tensor::full({100000}, 1, DType::float64)), 0.3, true, generator);
  // Standard deviation of the mean: √(0.3 / 0.7 / 100000) = 0.0021; five of them.
  EXPECT_NEAR(item("mean", mean(y, {}, false).data()), 1, 0.0105);
}

TEST(Dropout, refuses_what_is_no_probability) {
  const Variable x(counting({3}));
  for (const double bad : {-0.1, 1.5, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_ERROR(dropout(x, bad, true), ErrorKind::argument, "dropout", "expected p in 0..1");
    EXPECT_ERROR(dropout(x, bad, false), ErrorKind::argument, "dropout", "expected p in 0..1");
    EXPECT_ERROR(nn::Dropout(bad), ErrorKind::argument, "Dropout", "expected p in 0..1");
  }
  EXPECT_ERROR(dropout(Variable(counting({3}, DType::int64)), 0.5, true), ErrorKind::argument, "dropout", "int64");
}

TEST(Identity, gives_its_input) {
  const Variable x(counting({3}));
  EXPECT_TRUE(nn::Identity().forward(x).same_as(x));
}

TEST(Embedding, has_the_gradient_of_differences_and_leaves_the_padding_row_alone) {
  const Tensor indices = tensor({2, 2}, {1, 0, 1, 1}, DType::int64);
  const Variable weight = leaf({3, 2}, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6});
  EXPECT_EQ(grad_check([&](const Inputs& in) { return embedding(indices, in[0]); }, {weight}), "");
  EXPECT_EQ(grad_check([&](const Inputs& in) { return embedding(indices, transpose(in[0], 0, 1)); },
                       {leaf({2, 3}, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6})}),
            "");
  const Variable y = embedding(cast(indices, DType::int32), weight, 1);
  EXPECT_EQ(y.shape(), Shape({2, 2, 2}));
  EXPECT_EQ(numbers(y), Numbers({0.3, 0.4, 0.1, 0.2, 0.3, 0.4, 0.3, 0.4}));
  y.backward(Tensor::full({2, 2, 2}, 1, DType::float64));
  EXPECT_EQ(numbers(weight.grad()), Numbers({1, 1, 0, 0, 0, 0}));
}

TEST(Embedding, copies_rows_of_any_width) {
  for (const Index dim : {1, 3, 4, 5, 31, 32, 33, 768}) {
    const Variable weight(counting({4, dim}));
    EXPECT_EQ(numbers(embedding(tensor({2}, {3, 1}, DType::int64), weight)),
              numbers(cat({slice(weight, 0, 3, 4, 1), slice(weight, 0, 1, 2, 1)}, 0)));
  }
  EXPECT_EQ(embedding(tensor({0, 2}, {}, DType::int64), Variable(counting({4, 3}))).shape(), Shape({0, 2, 3}));
  EXPECT_EQ(embedding(tensor({}, {2}, DType::int64), Variable(counting({4, 3}))).shape(), Shape({3}));
}

TEST(Embedding, refuses_other_indices_and_names_the_place) {
  const Variable weight(counting({4, 3}));
  EXPECT_ERROR(embedding(tensor({2, 2}, {0, 1, 2, 4}, DType::int64), weight), ErrorKind::argument, "embedding",
               "expected indices in 0..3, got 4 at position (1, 1)");
  EXPECT_ERROR(embedding(tensor({2}, {0, -1}, DType::int64), weight), ErrorKind::argument, "embedding",
               "got -1 at position (1)");
  EXPECT_ERROR(embedding(tensor({2}, {0, 1}), weight), ErrorKind::argument, "embedding", "got float32");
  EXPECT_ERROR(embedding(tensor({1}, {0}, DType::int64), Variable(counting({4}))), ErrorKind::shape, "embedding",
               "(rows, dim)", "got (4)");
  EXPECT_ERROR(embedding(tensor({1}, {0}, DType::int64), weight, 4), ErrorKind::argument, "embedding", "below 4, got 4");
  EXPECT_ERROR(nn::Embedding(3, 2, 3), ErrorKind::argument, "Embedding", "padding_idx in -3..2, got 3");
  EXPECT_ERROR(nn::Embedding(-1, 2), ErrorKind::argument, "Embedding", "num_embeddings");
}

// 2 v + 1, and its shape changed when asked.
class Doubled : public nn::Layer {
 public:
  Variable forward(const Variable& x) override {
    const Variable y = add(mul(x, scalar_like(x, 2, true)), scalar_like(x, 1, true));
    return narrow ? slice(y, 1, 0, 1, 1) : y;
  }
  std::string class_name() const override { return "Doubled"; }
  bool narrow = false;
};

std::shared_ptr<nn::ResidualConnection> block_around(std::shared_ptr<nn::Layer> f, nn::NormPlace place, double p = 0) {
  return std::make_shared<nn::ResidualConnection>(std::move(f), std::make_shared<nn::LayerNorm>(Shape{4}),
                                                  std::make_shared<nn::Dropout>(p), place);
}

// harvardnlp/annotated-transformer#13: the norm belongs before f, or after the sum; nowhere else.
TEST(ResidualConnection, normalizes_before_the_sublayer_or_after_the_sum) {
  const Variable x(tensor({1, 4}, {1, 2, 3, 6}));
  const Numbers pre = numbers(block_around(std::make_shared<Doubled>(), nn::NormPlace::pre)->forward(x));
  const Numbers post = numbers(block_around(std::make_shared<Doubled>(), nn::NormPlace::post)->forward(x));
  const Numbers expected_pre{-0.13808688089174703, 1.9309565595541265, 4.0, 10.20713032133762};
  const Numbers expected_post{-1.0690447979600606, -0.5345223989800303, 0.0, 1.6035671969400909};
  for (std::size_t i = 0; i < 4; ++i) {
    // A few float roundings of numbers up to 10.2.
    EXPECT_NEAR(pre[i], expected_pre[i], 4 * 16 * 0x1p-24);
    EXPECT_NEAR(post[i], expected_post[i], 4 * 16 * 0x1p-24);
  }
}

TEST(ResidualConnection, refuses_a_sublayer_that_changes_the_shape) {
  const auto f = std::make_shared<Doubled>();
  f->narrow = true;
  for (const nn::NormPlace place : {nn::NormPlace::pre, nn::NormPlace::post}) {
    EXPECT_ERROR(block_around(f, place)->forward(Variable(counting({2, 4}))), ErrorKind::shape, "ResidualConnection",
                 "expected a sub-layer that keeps the shape (2, 4), got (2, 1)");
  }
  EXPECT_ERROR(block_around(nullptr, nn::NormPlace::pre), ErrorKind::argument, "module", "\"sublayer\"");
}

TEST(ResidualConnection, drops_parts_of_the_branch_only_and_in_training_only) {
  const Variable x(counting({8, 4}));
  const auto block = block_around(std::make_shared<Doubled>(), nn::NormPlace::pre, 1);
  EXPECT_EQ(numbers(block->forward(x)), numbers(x));
  block->eval();
  EXPECT_NE(numbers(block->forward(x)), numbers(x));
}

TEST(ResidualConnection, lists_its_parts_and_prints_as_a_tree) {
  const auto block = block_around(std::make_shared<nn::Linear>(4, 4), nn::NormPlace::post, 0.1);
  std::vector<std::string> names;
  for (const auto& [name, value] : block->state_dict()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"sublayer.weight", "sublayer.bias", "norm.weight", "norm.bias"}));
  EXPECT_EQ(block->to_string(),
            "ResidualConnection(\n"
            "  place='post'\n"
            "  (sublayer): Linear(in_features=4, out_features=4, bias=True)\n"
            "  (norm): LayerNorm((4,), eps=1e-05, elementwise_affine=True)\n"
            "  (dropout): Dropout(p=0.1, inplace=False)\n"
            ")");
}

}  // namespace
}  // namespace normlab
