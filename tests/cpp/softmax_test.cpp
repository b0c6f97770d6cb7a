// kernels/softmax: parity with the reference, public bug reports about large and masked logits, gradients.
#include "normlab/kernels/softmax.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "crc32.hpp"
#include "kernel_inputs.hpp"
#include "normlab/kernels/reference.hpp"

namespace normlab {
namespace {

using testing::Guarded;
using testing::inputs;
using Labels = std::vector<std::int64_t>;

constexpr double inf = std::numeric_limits<double>::infinity();

template <class T>
struct Softmax : public ::testing::Test {
  // Results are computed in double and rounded once; exp and log err by up to 2 ulp, the sum by one rounding a class.
  static double tolerance(Index classes) {
    return testing::unit_roundoff<T>() + (8 + 2 * static_cast<double>(classes)) * testing::unit_roundoff<double>();
  }
};
TYPED_TEST_SUITE(Softmax, testing::Elements, testing::ElementNames);

Labels labels(Index rows, Index classes) {
  Labels out;
  for (Index r = 0; r < rows; ++r) out.push_back((r * 7 + 3) % classes);
  return out;
}

TYPED_TEST(Softmax, agrees_with_the_reference) {
  using T = TypeParam;
  for (Index classes : testing::kernel_sizes) {
    const Index rows = 5;
    const Guarded<T> x(inputs<T>(rows * classes, 1, -9, 9));
    Guarded<T> y(rows * classes, 3);
    Guarded<T> logs(rows * classes, 2);
    kernels::softmax_forward(x.data(), rows, classes, y.data());
    kernels::log_softmax_forward(x.data(), rows, classes, logs.data());
    EXPECT_TRUE(y.guards_are_intact() && logs.guards_are_intact());
    const std::vector<double> wide = testing::converted<double>(x.values());
    std::vector<double> expected(wide.size());
    reference::softmax(wide.data(), rows, classes, expected.data());
    for (Index i = 0; i < rows * classes; ++i) {
      const double probability = expected[static_cast<std::size_t>(i)];
      EXPECT_NEAR(static_cast<double>(y[i]), probability, this->tolerance(classes) * probability);
      // |log p| <= 18 + log(classes), below 25; the relative error of p is the absolute one of its logarithm.
      EXPECT_NEAR(static_cast<double>(logs[i]), std::log(probability), 25 * this->tolerance(classes));
    }
  }
}

TYPED_TEST(Softmax, cross_entropy_agrees_with_the_reference) {
  using T = TypeParam;
  for (Index classes : testing::kernel_sizes) {
    const Index rows = 29;
    const Guarded<T> x(inputs<T>(rows * classes, 2, -4, 4));
    const Labels targets = labels(rows, classes);
    Guarded<T> losses(rows);
    Guarded<T> residuals(rows * classes, 3);
    const double sum =
        kernels::cross_entropy_forward(x.data(), targets.data(), rows, classes, losses.data(), residuals.data());
    Guarded<T> dlogits(rows * classes, 3);
    kernels::cross_entropy_backward<T>(residuals.data(), rows, classes, nullptr, 1.0 / rows, dlogits.data());
    EXPECT_TRUE(losses.guards_are_intact() && residuals.guards_are_intact() && dlogits.guards_are_intact());

    const std::vector<double> wide = testing::converted<double>(x.values());
    std::vector<double> expected(wide.size());
    const double mean = reference::cross_entropy(wide.data(), targets.data(), rows, classes, expected.data());
    // The sum is never rounded to T. Each loss is below 8 + log(classes) < 16 and as precise as a logarithm.
    EXPECT_NEAR(sum / rows, mean, 16 * Softmax<double>::tolerance(classes) + rows * 0x1p-50);
    double sum_of_losses = 0;
    for (double loss : losses.values()) sum_of_losses += loss;
    EXPECT_NEAR(sum_of_losses, sum, 16 * rows * this->tolerance(classes));
    for (Index i = 0; i < rows * classes; ++i) {
      // Two roundings to T; the reference subtracts 1 and so is precise to a rounding of that.
      EXPECT_NEAR(static_cast<double>(dlogits[i]), expected[static_cast<std::size_t>(i)],
                  2 * this->tolerance(classes) / rows);
    }
  }
}

struct Case {
  const char* name;
  std::vector<double> logits;  // one row
  std::int64_t target;
  double loss;
  std::vector<double> dlogits;
};

TYPED_TEST(Softmax, passes_public_bug_reports_on_large_and_masked_logits) {
  using T = TypeParam;
  const double ln2 = 0.6931471805599453;
  // Large logits: pytorch/pytorch#11752, also FluxML/NNlib.jl#68, Theano/Theano#3162, tensorflow/models#181.
  // Masked classes: google-deepmind/optax#1762. A row masked altogether: pytorch/pytorch#41508.
  const std::vector<Case> cases = {
      {"the maximum added back would swallow ln 2", {1e8, 1e8}, 1, ln2, {0.5, -0.5}},
      {"the target's probability underflows", {-400, 250, 500}, 0, 900, {-1, 2.6691902155412764e-109, 1}},
      {"the others' probabilities underflow", {1000, 0, -1000}, 2, 2000, {1, 0, -1}},
      {"e^89 overflows float32", {89, 0}, 0, 0, {-2.2273635617957438e-39, 2.2273635617957438e-39}},
      {"the loss is near the end of float32", {1e30, -1e30}, 1, static_cast<double>(T(2e30)), {1, -1}},
      {"a class is masked", {-inf, 0, 0}, 1, ln2, {0, -0.5, 0.5}},
      {"the target is masked", {-inf, 0, 0}, 0, inf, {-1, 0.5, 0.5}},
      {"every class is masked", {-inf, -inf}, 1, inf, {0, 0}},
  };
  for (const Case& c : cases) {
    const std::vector<T> logits = testing::converted<T>(c.logits);
    const Index classes = static_cast<Index>(logits.size());
    T loss;
    std::vector<T> residuals(logits.size());
    kernels::cross_entropy_forward(logits.data(), &c.target, 1, classes, &loss, residuals.data());
    const double eps = 2 * testing::unit_roundoff<T>();
    if (std::isinf(c.loss)) {
      EXPECT_EQ(loss, static_cast<T>(c.loss)) << c.name;
    } else {
      EXPECT_NEAR(static_cast<double>(loss), c.loss, c.loss * eps + 1e-38) << c.name;
    }
    for (std::size_t i = 0; i < logits.size(); ++i) {
      // The smallest float where the expected value is subnormal there.
      EXPECT_NEAR(static_cast<double>(residuals[i]), c.dlogits[i],
                  std::abs(c.dlogits[i]) * eps + std::numeric_limits<T>::denorm_min())
          << c.name;
    }
  }
}

TYPED_TEST(Softmax, averages_three_samples) {
  using T = TypeParam;  // pytorch/pytorch#11752's batch
  const std::vector<T> logits =
      testing::converted<T>(std::vector<double>{2.0, 1.0, 0.1, -1.0, 0.0, 3.0, 0.5, 0.5, 0.5});
  const Labels targets = {0, 2, 1};
  std::vector<T> dlogits(9);
  const double sum = kernels::cross_entropy_forward<T>(logits.data(), targets.data(), 3, 3, nullptr, dlogits.data());
  EXPECT_NEAR(sum / 3, 0.5271754029011241, 1e-8);  // 0.1 is rounded to T
  const std::vector<T> dlosses = {T{1}, T{2}, T{-1}};
  kernels::cross_entropy_backward(dlogits.data(), 3, 3, dlosses.data(), 1.0 / 3, dlogits.data());
  const double expected[] = {-0.1136662870380107,  0.08081099023490465,  0.03285529680310606,
                             0.005715941848506797, 0.01553754085932463,  -0.021253482707831412,
                             0.1111111111111111,   -0.22222222222222224, 0.1111111111111111};
  for (std::size_t i = 0; i < 9; ++i) {
    const double upstream = static_cast<double>(dlosses[i / 3]);
    EXPECT_NEAR(static_cast<double>(dlogits[i]), expected[i] * upstream, 1e-8 + testing::unit_roundoff<T>());
  }
}

TYPED_TEST(Softmax, gives_zeros_for_masked_rows_and_nan_for_infinite_ones) {
  using T = TypeParam;
  const T infinity = std::numeric_limits<T>::infinity();
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const std::vector<T> x = {-infinity, -infinity, -infinity, infinity,  0, 1,
                            -infinity, nan,       -infinity, -infinity, 3, 3};
  std::vector<T> y(x.size());
  kernels::softmax_forward(x.data(), 4, 3, y.data());
  for (std::size_t i : {0, 1, 2}) EXPECT_EQ(y[i], T{0});
  for (std::size_t i : {3, 4, 5, 6, 7, 8}) EXPECT_TRUE(std::isnan(y[i])) << i;
  EXPECT_EQ(std::vector<T>(y.begin() + 9, y.end()), (std::vector<T>{T{0}, T{0.5}, T{0.5}}));
  kernels::log_softmax_forward(x.data(), 4, 3, y.data());
  for (std::size_t i : {0, 1, 2, 9}) EXPECT_EQ(y[i], -infinity);
  for (std::size_t i : {3, 4, 5, 6, 7, 8}) EXPECT_TRUE(std::isnan(y[i])) << i;
}

TEST(SoftmaxOfNothing, does_nothing) {
  kernels::softmax_forward<float>(nullptr, 0, 3, nullptr);
  kernels::softmax_forward<float>(nullptr, 2, 0, nullptr);
  EXPECT_EQ(kernels::cross_entropy_forward<float>(nullptr, nullptr, 0, 3, nullptr, nullptr), 0.0);
}

// L = sum of upstream * y; dL/dx against central differences in double.
TEST(SoftmaxBackward, is_the_gradient) {
  struct Pair {
    void (*forward)(const double*, Index, Index, double*);
    void (*backward)(const double*, const double*, Index, Index, double*);
  };
  const std::vector<Pair> pairs = {{kernels::softmax_forward<double>, kernels::softmax_backward<double>},
                                   {kernels::log_softmax_forward<double>, kernels::log_softmax_backward<double>}};
  const Index rows = 2;
  const Index classes = 7;
  const std::vector<double> upstream = inputs<double>(rows * classes, 3);
  for (const Pair& pair : pairs) {
    std::vector<double> x = inputs<double>(rows * classes, 4);
    std::vector<double> y(x.size());
    std::vector<double> dx(x.size());
    pair.forward(x.data(), rows, classes, y.data());
    pair.backward(upstream.data(), y.data(), rows, classes, dx.data());
    const auto loss = [&] {
      pair.forward(x.data(), rows, classes, y.data());
      double sum = 0;
      for (std::size_t i = 0; i < y.size(); ++i) sum += upstream[i] * y[i];
      return sum;
    };
    const double step = 1e-5;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double at = x[i];
      x[i] = at + step;
      const double above = loss();
      x[i] = at - step;
      const double below = loss();
      x[i] = at;
      // step^2 f''' / 6 with f''' below 2 * 14, and the rounding of losses below 2 * 14 * 5 over the step.
      EXPECT_NEAR(dx[i], (above - below) / (2 * step), 28 * step * step + 140 * 0x1p-52 / step);
    }
  }
}

TEST(SoftmaxBits, are_the_same_in_every_build) {
  std::uint32_t crc = 0;
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    const Index rows = 29;
    const Index classes = 10;
    const std::vector<T> x = inputs<T>(rows * classes, 5, -6, 6);
    const std::vector<T> dy = inputs<T>(rows * classes, 6);
    const Labels targets = labels(rows, classes);
    std::vector<T> y(x.size());
    std::vector<T> dx(x.size());
    const auto take = [&](const std::vector<T>& v) { crc = testing::crc32(v.data(), v.size() * sizeof(T), crc); };
    kernels::softmax_forward(x.data(), rows, classes, y.data());
    kernels::softmax_backward(dy.data(), y.data(), rows, classes, dx.data());
    take(y);
    take(dx);
    kernels::log_softmax_forward(x.data(), rows, classes, y.data());
    kernels::log_softmax_backward(dy.data(), y.data(), rows, classes, dx.data());
    take(y);
    take(dx);
    std::vector<T> losses(static_cast<std::size_t>(rows));
    kernels::cross_entropy_forward(x.data(), targets.data(), rows, classes, losses.data(), y.data());
    kernels::cross_entropy_backward(y.data(), rows, classes, losses.data(), 0.7, dx.data());
    take(losses);
    take(dx);
  };
  add(float{});
  add(double{});
  EXPECT_EQ(crc, 3641975961u);
}

}  // namespace
}  // namespace normlab
