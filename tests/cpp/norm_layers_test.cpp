// The norm layers: modes, running statistics and their conventions.
#include <gtest/gtest.h>

#include <cmath>

#include "expect_error.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/random.hpp"
#include "normlab/nn/norm_table.hpp"

namespace normlab {
namespace {

using nn::BatchNorm1d;
using nn::BatchNormOptions;

Variable floats(const Shape& shape, const std::vector<float>& values) { return Variable(Tensor::from(shape, values)); }

double value(const Variable& x, Index at = 0) { return static_cast<double>(x.data().data<float>()[at]); }

// momentum counts the new batch: 0 freezes the statistics, 1 keeps only the last batch.
// Input and values: github.com/pytorch/pytorch/issues/15298, github.com/d2l-ai/d2l-en/issues/2213.
TEST(BatchNorm, MomentumIsTheWeightOfTheNewBatch) {
  const std::vector<std::array<double, 3>> expected{{0.1, 1.2, 1.7}, {0.9, 10.8, 7.3}, {0, 0, 1}, {1, 12, 8}};
  for (const auto& [momentum, mean, var] : expected) {
    BatchNormOptions options;
    options.momentum = momentum;
    BatchNorm1d norm(1, options);
    norm.forward(floats({2, 1}, {10, 14}));
    EXPECT_FLOAT_EQ(static_cast<float>(value(norm.running_mean)), static_cast<float>(mean));
    EXPECT_FLOAT_EQ(static_cast<float>(value(norm.running_var)), static_cast<float>(var));
  }
}

// Without momentum: the plain average over batches, whatever their size. github.com/pytorch/pytorch/issues/5766.
TEST(BatchNorm, WithoutMomentumAveragesTheBatches) {
  BatchNormOptions options;
  options.momentum = std::nullopt;
  BatchNorm1d norm(1, options);
  const std::vector<std::pair<Variable, std::array<double, 2>>> batches{
      {floats({2, 1}, {1, 3}), {2, 2}}, {floats({4, 1}, {10, 10, 10, 14}), {6.5, 3}}, {floats({3, 1}, {0, 2, 4}), {5, 10.0 / 3}}};
  Index count = 0;
  for (const auto& [batch, expected] : batches) {
    norm.forward(batch);
    EXPECT_FLOAT_EQ(static_cast<float>(value(norm.running_mean)), static_cast<float>(expected[0]));
    EXPECT_FLOAT_EQ(static_cast<float>(value(norm.running_var)), static_cast<float>(expected[1]));
    EXPECT_EQ(item("count", norm.num_batches_tracked.data()), static_cast<double>(++count));
  }
}

TEST(BatchNorm, EvaluationBeforeAnyTrainingDividesByTheInitialVariance) {
  BatchNorm1d norm(2);
  norm.eval();
  const Variable y = norm.forward(floats({1, 2}, {2, -4}));
  EXPECT_NEAR(value(y, 0), 2 / std::sqrt(1 + 1e-5), 3e-7);
  EXPECT_NEAR(value(y, 1), -4 / std::sqrt(1 + 1e-5), 6e-7);
  EXPECT_EQ(item("count", norm.num_batches_tracked.data()), 0);
}

TEST(BatchNorm, ABatchOfOneIsRefusedInTrainingAndChangesNothing) {
  for (const Shape& shape : {Shape{1, 3}, Shape{1, 3, 1}}) {
    BatchNorm1d norm(3);
    try {
      norm.forward(Variable(Tensor::full(shape, 1, DType::float32)));
      FAIL() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::argument);
      EXPECT_NE(std::string(error.what()).find("more than 1 value per channel"), std::string::npos) << error.what();
    }
    EXPECT_EQ(value(norm.running_mean), 0);
    EXPECT_EQ(value(norm.running_var), 1);
    EXPECT_EQ(item("count", norm.num_batches_tracked.data()), 0);
    norm.eval();
    EXPECT_EQ(norm.forward(Variable(Tensor::full(shape, 1, DType::float32))).shape(), shape);
  }
  BatchNorm1d over_positions(3);
  EXPECT_EQ(over_positions.forward(Variable(Tensor::zeros({1, 3, 4}, DType::float32))).shape(), Shape({1, 3, 4}));
}

// github.com/pytorch/pytorch/issues/156051
TEST(BatchNorm, WithoutRunningStatisticsEvaluationUsesTheBatch) {
  BatchNormOptions options;
  options.track_running_stats = false;
  BatchNorm1d norm(1, options);
  norm.eval();
  EXPECT_NEAR(value(norm.forward(floats({2, 1}, {1, 5}))), -0.9999988, 2e-7);
  EXPECT_THROW(norm.forward(floats({1, 1}, {1})), Error);
  EXPECT_FALSE(norm.running_mean.defined());
}

TEST(BatchNorm, AnEmptyBatchGivesAnEmptyResultAndMovesNothing) {
  BatchNorm1d norm(5);
  for (const Shape& shape : {Shape{0, 5}, Shape{0, 5, 9}}) {
    EXPECT_EQ(norm.forward(Variable(Tensor::zeros(shape, DType::float32))).shape(), shape);
  }
  EXPECT_EQ(value(norm.running_mean), 0);
  EXPECT_EQ(item("count", norm.num_batches_tracked.data()), 0);
}

TEST(BatchNorm, EveryPositionOfAChannelCounts) {
  BatchNorm1d norm(3);
  const Variable x(randn({2, 3, 3}));
  const Variable y = norm.forward(x);
  const Variable means = mean(y, {0, 2}, false);
  for (Index c = 0; c < 3; ++c) EXPECT_NEAR(value(means, c), 0, 1e-6);
  const Variable spreads = std(y, {0, 2}, 0, false);
  for (Index c = 0; c < 3; ++c) EXPECT_NEAR(value(spreads, c), 1, 1e-3);
}

TEST(BatchNorm, RefusesOtherShapes) {
  BatchNorm1d norm(4);
  for (const Shape& shape : {Shape{4}, Shape{8, 197, 4}, Shape{2, 3}, Shape{2, 4, 3, 3}}) {
    EXPECT_THROW(norm.forward(Variable(Tensor::zeros(shape, DType::float32))), Error) << text(shape);
  }
}

// Images are sequences of H · W positions.
TEST(BatchNorm, OverImagesIsTheSameAsOverFlattenedPositions) {
  nn::BatchNorm2d images(3);
  BatchNorm1d sequences(3);
  const Variable x(randn({2, 3, 4, 5}));
  const Variable y = images.forward(x);
  EXPECT_EQ(y.shape(), x.shape());
  const Variable flat = sequences.forward(reshape(x, {2, 3, 20}));
  for (Index i = 0; i < 120; ++i) EXPECT_EQ(value(y, i), value(flat, i));
  for (Index c = 0; c < 3; ++c) {
    EXPECT_EQ(value(images.running_mean, c), value(sequences.running_mean, c));
    EXPECT_EQ(value(images.running_var, c), value(sequences.running_var, c));
  }
}

TEST(BatchNorm, OverImagesRefusesOtherShapesAndOneValuePerChannel) {
  nn::BatchNorm2d norm(4);
  for (const Shape& shape : {Shape{2, 4}, Shape{2, 4, 3}, Shape{2, 4, 3, 3, 3}}) {
    EXPECT_ERROR(norm.forward(Variable(Tensor::zeros(shape, DType::float32))), ErrorKind::shape, "BatchNorm2d",
                 "expected x of shape (N, C, H, W), got " + text(shape));
  }
  EXPECT_ERROR(norm.forward(Variable(Tensor::zeros({2, 3, 4, 4}, DType::float32))), ErrorKind::shape, "BatchNorm2d",
               "expected 4 features along dim 1");
  EXPECT_ERROR(norm.forward(Variable(Tensor::zeros({1, 4, 1, 1}, DType::float32))), ErrorKind::argument, "batch_norm",
               "more than 1 value per channel", "track_running_stats");
  EXPECT_EQ(item("count", norm.num_batches_tracked.data()), 0);
}

// The flag is read at each call, as in PyTorch; what was tracked before still serves evaluation.
TEST(BatchNorm, StopsTrackingWhenToldTo) {
  BatchNorm1d norm(1);
  norm.forward(floats({2, 1}, {10, 14}));
  norm.set_track_running_stats(false);
  norm.forward(floats({2, 1}, {1, 5}));
  EXPECT_FLOAT_EQ(static_cast<float>(value(norm.running_mean)), 1.2f);
  EXPECT_EQ(item("count", norm.num_batches_tracked.data()), 1);
  norm.eval();
  EXPECT_NEAR(value(norm.forward(floats({1, 1}, {1.2f}))), 0, 1e-6);
  EXPECT_NE(norm.to_string().find("track_running_stats=False"), std::string::npos);
}

TEST(RmsNorm, MayHaveABias) {
  nn::RMSNormOptions options;
  options.bias = true;
  nn::RMSNorm norm({3}, options);
  norm.bias.assign(Tensor::full({3}, 2, DType::float32));
  const Variable x = floats({1, 3}, {1, -2, 4});
  const Variable plain = nn::RMSNorm({3}).forward(x);
  const Variable y = norm.forward(x);
  for (Index i = 0; i < 3; ++i) EXPECT_NEAR(value(y, i), value(plain, i) + 2, 4 * 0x1p-24);
  y.backward(Tensor::full({1, 3}, 1, DType::float32));
  EXPECT_EQ(value(Variable(norm.bias.grad())), 1);
  EXPECT_EQ(norm.state_dict().size(), 2u);
  EXPECT_EQ(norm.to_string(), "RMSNorm((3,), eps=None, elementwise_affine=True, bias=True)");
}

// What each layer prints in PyTorch 1.13 (RMSNorm: 2.4).
TEST(NormLayers, PrintAsInPyTorch) {
  EXPECT_EQ(BatchNorm1d(3).to_string(), "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)");
  EXPECT_EQ(nn::LayerNorm({4, 2}).to_string(), "LayerNorm((4, 2), eps=1e-05, elementwise_affine=True)");
  EXPECT_EQ(nn::RMSNorm({4}).to_string(), "RMSNorm((4,), eps=None, elementwise_affine=True)");
}

TEST(NormLayers, TheTableMakesEachOfThem) {
  for (const nn::NormEntry& norm : nn::norm_table()) {
    const auto layer = norm.make(6);
    EXPECT_EQ(layer->class_name(), norm.class_name);
    EXPECT_EQ(layer->forward(Variable(randn({4, 6}))).shape(), Shape({4, 6}));
    EXPECT_EQ(&nn::find_norm(norm.kind), &norm);
    EXPECT_EQ(layer->named_parameters().size(), norm.has_bias ? 2u : 1u);
  }
  EXPECT_THROW(nn::find_norm("group"), Error);
}

TEST(LayerNorm, NormalizesTheLastAxesOfAnyShape) {
  nn::LayerNorm norm({3, 4});
  const Variable y = norm.forward(Variable(randn({2, 5, 3, 4})));
  const Variable means = mean(y, {2, 3}, false);
  for (Index i = 0; i < 10; ++i) EXPECT_NEAR(value(means, i), 0, 1e-6);
  EXPECT_THROW(norm.forward(Variable(Tensor::zeros({3, 5}, DType::float32))), Error);
  EXPECT_THROW(nn::LayerNorm(Shape{}), Error);
}

}  // namespace
}  // namespace normlab
