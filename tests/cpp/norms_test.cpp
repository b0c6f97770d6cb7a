// The norms as operations with gradients, each row of the table alike: composed against fused, gradients against
// differences, and what each norm must not react to.
#include "normlab/autograd/extremes.hpp"
#include "normlab/autograd/norms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/grad_check.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/core/random.hpp"
#include "normlab/core/views.hpp"
#include "normlab/nn/norm_table.hpp"

namespace normlab {
namespace {

constexpr double eps = 1e-5;

class Norms : public ::testing::TestWithParam<nn::NormEntry> {
 protected:
  Norms() { generator_.manual_seed(1234); }

  Tensor randn(const Shape& shape, DType dtype = DType::float64) { return normlab::randn(shape, dtype, generator_); }
  Variable apply(const Tensor& x) const { return GetParam().fused(Variable(x), Variable(), Variable(), eps); }

 private:
  Generator generator_;
};

double largest_difference(const Tensor& a, const Tensor& b) {
  const Tensor difference = unary("abs", Unary::abs, cast(a, DType::float64) - cast(b, DType::float64));
  return item("max", max(Variable(difference)).data());
}

// Around the vector width and beyond; a batch norm needs two rows.
const std::vector<Shape> shapes{{2, 1}, {2, 3}, {3, 4}, {4, 5}, {5, 31}, {33, 32}, {32, 33}, {29, 64}, {3, 768}};

TEST_P(Norms, FusedAgreesWithComposedInForwardAndGradients) {
  for (const Shape& shape : shapes) {
    const Index cols = shape[1];
    const Tensor x = randn(shape);
    const Tensor weight = randn({cols});
    const Tensor bias = randn({cols});
    const Tensor dy = randn(shape);
    std::vector<Tensor> results[2];
    int which = 0;
    for (const auto function : {GetParam().fused, GetParam().composed}) {
      Variable vx(x, true);
      Variable vw(weight, true);
      Variable vb(bias, true);
      const Variable y = function(vx, vw, vb, eps);
      y.backward(dy);
      results[which] = {y.data(), vx.grad(), vw.grad(), vb.grad()};
      ++which;
    }
    for (std::size_t i = 0; i < results[0].size(); ++i) {
      // Both are double: n terms a sum, each off by a rounding of values of size up to about 10, through 1/sqrt(eps).
      const double tolerance = static_cast<double>(shape.numel()) * 10 * std::numeric_limits<double>::epsilon() / std::sqrt(eps);
      EXPECT_LE(largest_difference(results[0][i], results[1][i]), tolerance) << text(shape) << " result " << i;
    }
  }
}

TEST_P(Norms, FloatIsTheRoundedDouble) {
  for (const Shape& shape : shapes) {
    const Tensor x = randn(shape, DType::float32);
    const Variable y = apply(x);
    const Variable wide = apply(cast(x, DType::float64));
    const double size = item("max", max(abs(wide)).data());
    // x − mean, times rstd, each rounded once in float32.
    EXPECT_LE(largest_difference(y.data(), wide.data()), 3 * size * static_cast<double>(std::numeric_limits<float>::epsilon()))
        << text(shape);
  }
}

TEST_P(Norms, GradientsAgreeWithDifferences) {
  for (const Shape& shape : {Shape{2, 3}, Shape{4, 5}, Shape{6, 9}}) {
    const std::vector<Variable> inputs{Variable(randn(shape)), Variable(randn({shape[1]})),
                                       Variable(randn({shape[1]}))};
    for (const auto function : {GetParam().fused, GetParam().composed}) {
      EXPECT_EQ(
          grad_check([&](const std::vector<Variable>& in) { return function(in[0], in[1], in[2], eps); }, inputs), "");
    }
  }
}

// y(c x) = y(x) for c > 0: scale goes, up to what eps adds under the root (relative size eps / (2 var) on each side).
TEST_P(Norms, ScaleOfTheInputGoesAway) {
  const Tensor x = randn({16, 32});
  const Tensor scaled = x * constant(x, 100);
  EXPECT_LE(largest_difference(apply(x).data(), apply(scaled).data()), 4 * eps);
}

TEST_P(Norms, AShiftOfEverythingGoesAwayExactlyWhereTheMeanIsSubtracted) {
  const Tensor x = randn({16, 32});
  const double change = largest_difference(apply(x).data(), apply(x + constant(x, 3)).data());
  if (GetParam().function == std::string("rms_norm")) EXPECT_GT(change, 0.1);
  else EXPECT_LE(change, 1e-12);
}

TEST_P(Norms, OnlyANormOverColumnsReactsToTheOtherExamples) {
  const Tensor x = randn({8, 16});
  Tensor other = x.clone();
  Tensor last = select(other, 0, 7);
  copy_into(last, randn({16}));
  const double change = largest_difference(slice(apply(x).data(), 0, 0, 7, 1), slice(apply(other).data(), 0, 0, 7, 1));
  if (GetParam().groups == kernels::NormGroups::columns) EXPECT_GT(change, 1e-3);
  else EXPECT_EQ(change, 0);
}

TEST_P(Norms, PermutingTheExamplesPermutesTheResult) {
  const Tensor x = randn({7, 12});
  const std::vector<Index> order{3, 0, 6, 1, 5, 2, 4};
  const Tensor permuted = apply(take_rows(x, order.data(), 7)).data();
  EXPECT_LE(largest_difference(permuted, take_rows(apply(x).data(), order.data(), 7)), 1e-13);
}

TEST_P(Norms, ATransposedInputGivesWhatItsCopyGives) {
  const Tensor x = transpose(randn({5, 9}, DType::float32), 0, 1);
  EXPECT_EQ(largest_difference(apply(x).data(), apply(x.clone()).data()), 0);
}

TEST_P(Norms, ConstantInputsGiveZerosOrOnesNeverNaN) {
  for (const double value : {0.0, 0.1, 2345.0, -1e30}) {
    const Tensor y = apply(Tensor::full({6, 7}, value, DType::float32)).data();
    EXPECT_TRUE(all_finite(y)) << value;
    if (GetParam().function != std::string("rms_norm")) {
      EXPECT_EQ(item("max", max(abs(Variable(y))).data()), 0) << value;
    }
  }
}

TEST_P(Norms, RefusesWhatDoesNotFitAndNamesIt) {
  const Variable x(Tensor::zeros({4, 6}, DType::float32));
  const Variable weight(Tensor::zeros({4}, DType::float32));
  const std::string tag = std::string("[") + GetParam().function + "]";
  try {
    GetParam().fused(x, weight, Variable(), eps);
    FAIL() << "a weight of the wrong length was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::shape);
    EXPECT_NE(std::string(error.what()).find(tag + " expected weight of shape (6), got (4)"), std::string::npos)
        << error.what();
  }
  for (const double bad : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(GetParam().fused(x, Variable(), Variable(), bad), Error);
  }
  EXPECT_THROW(GetParam().fused(Variable(Tensor::zeros({4, 6}, DType::int64)), Variable(), Variable(), eps), Error);
}

INSTANTIATE_TEST_SUITE_P(Table, Norms, ::testing::ValuesIn(nn::norm_table()),
                         [](const auto& row) { return std::string(row.param.class_name); });

}  // namespace
}  // namespace normlab
