// What only batch norm has: (N, C, L) input, evaluation, statistics for the caller.
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "crc32.hpp"
#include "kernel_inputs.hpp"
#include "norm_cases.hpp"
#include "normlab/kernels/norms.hpp"

namespace normlab {
namespace {

using testing::expect_near;
using testing::Guarded;
using testing::inputs;
using testing::Numbers;

template <class T>
class BatchNormKernel : public ::testing::Test {};
TYPED_TEST_SUITE(BatchNormKernel, testing::Elements, testing::ElementNames);

struct TrainingCase {
  const char* thread;
  Index batch;
  Index channels;
  Index positions;
  Numbers x;
  Numbers y;
  // Running statistics after one step from 0 and 1 with momentum 0.1.
  Numbers running_mean;
  Numbers running_var;
};

const std::vector<TrainingCase> training_cases = {
    {"pytorch/pytorch#60528: statistics over N and L",
     2,
     3,
     4,
     {1, 2, 3, 5, 0, 0, 1, 0, 9, 8, 7, 7, 2, 2, 4, 4, 5, -5, 1, 2, 10, 20, 30, 44},
     {-1.4779893254420762,  -0.6897283518729689, 0.09853262169613841,  1.675054568834353,   -0.19244994717441163,
      -0.19244994717441163, 0.19244994717441163, -0.19244994717441163, -0.617558009627386,  -0.6959780743419748,
      -0.7743981390565635,  -0.7743981390565635, -0.6897283518729689,  -0.6897283518729689, 0.8867935952652457,
      0.8867935952652457,   1.7320495245697047,  -2.116949418918528,   0.19244994717441163, 0.5773498415232349,
      -0.5391379449127974,  0.2450627022330897,  1.029263349378977,    2.127144255383219},
     {0.28750000000000003, 0.05, 1.6875},
     {1.0839285714285714, 1.6714285714285715, 19.48392857142857}},
    {"pytorch/pytorch#60528: as many channels as positions",
     2,
     3,
     3,
     {1, 2, 3, 4, 6, 8, -1, 0, 5, 2, 2, 1, 9, 7, 7, 3, 3, -6},
     {-1.2126652852642672, 0.24253305705285344, 1.697731399369974, -1.8019927515347751, -0.5299978680984633,
      0.7419970153378486, -0.46423816535027285, -0.18569526614010914, 1.2070192299107094, 0.24253305705285344,
      0.24253305705285344, -1.2126652852642672, 1.3779944570560045, 0.10599957361969266, 0.10599957361969266,
      0.649933431490382, 0.649933431490382, -1.8569526614010914},
     {0.18333333333333335, 0.6833333333333333, 0.06666666666666667},
     {0.9566666666666667, 1.1966666666666668, 2.4466666666666668}},
    {"pytorch/pytorch#7716: one sample of several positions",
     1,
     3,
     4,
     {1, 2, 3, 6, 0, 0, 0, 4, 5, 5, 5, 5},
     {-1.0690434404458735, -0.5345217202229368, 0, 1.6035651606688102, -0.5773493069415827, -0.5773493069415827,
      -0.5773493069415827, 1.7320479208247481, 0, 0, 0, 0},
     {0.30000000000000004, 0.1, 0.5},
     {1.3666666666666667, 1.3, 0.9}},
    {"tenstorrent/tt-metal#45968: large means",
     8,
     2,
     1,
     {4096, -299.5, 4096.00390625, -300.25, 4096.0078125, -299.875, 4096.01171875, -300, 4096.015625, -299,
      4096.01953125, -301, 4096.0234375, -299.25, 4096.03515625, -300.5},
     {-1.3181968028600657, 0.6786059889446909, -0.9666776554307149, -0.527804658068093, -0.6151585080013641,
      0.075400665438299, -0.26363936057201315, -0.12566777573049834, 0.08787978685733772, 1.4828797536198803,
      0.4393989342866886, -1.7342153050808768, 0.7909180817160395, 1.0807428712822855, 1.845475524004092,
      -0.9299415404056877},
     {409.60146484375, -29.9921875},
     {0.9000129699707031, 0.9441685267857143}},
};

TYPED_TEST(BatchNormKernel, passes_public_bug_reports_on_training) {
  using T = TypeParam;
  for (const TrainingCase& c : training_cases) {
    const std::vector<T> x = testing::converted<T>(c.x);
    std::vector<T> y(x.size());
    std::vector<double> mean(c.running_mean.size());
    std::vector<double> var(mean.size());
    kernels::batch_norm_forward<T>(x.data(), c.batch, c.channels, c.positions, nullptr, nullptr, 1e-5, y.data(),
                                   mean.data(), var.data(), nullptr);
    expect_near(c.thread, y, c.y);
    const double n = static_cast<double>(c.batch * c.positions);
    for (std::size_t i = 0; i < mean.size(); ++i) {
      EXPECT_NEAR(0.1 * mean[i], c.running_mean[i], 1e-12 * std::abs(c.running_mean[i])) << c.thread;
      EXPECT_NEAR(0.9 + 0.1 * var[i] * n / (n - 1), c.running_var[i], 1e-12 * c.running_var[i]) << c.thread;
    }
  }
}

// (N, C, L) is the matrix (N L, C) with its elements in another order; sums then differ only in order, in double.
TYPED_TEST(BatchNormKernel, treats_positions_as_more_samples) {
  using T = TypeParam;
  const Index batch = 5;
  for (Index channels : {1, 3, 6}) {
    for (Index positions : {2, 3, 4, 31}) {
      const Index count = batch * channels * positions;
      const Index samples = batch * positions;
      const auto to_matrix = [&](const Guarded<T>& from) {
        std::vector<T> matrix(static_cast<std::size_t>(count));
        for (Index i = 0; i < count; ++i) {
          const Index sample = i / (channels * positions) * positions + i % positions;
          matrix[static_cast<std::size_t>(sample * channels + i / positions % channels)] = from[i];
        }
        return matrix;
      };
      const Guarded<T> x(inputs<T>(count, 1, 8, 12));
      const Guarded<T> dy(inputs<T>(count, 2), 3);
      const Guarded<T> weight(inputs<T>(channels, 3, 0.5, 1.5));
      const Guarded<T> bias(inputs<T>(channels, 4));
      const std::vector<T> matrix_x = to_matrix(x);
      const std::vector<T> matrix_dy = to_matrix(dy);

      struct Outputs {
        Outputs(Index count, Index channels)
            : y(count), dx(count), dweight(channels), dbias(channels), mean(channels), var(channels), rstd(channels) {}
        Guarded<T> y, dx, dweight, dbias;
        Guarded<double> mean, var, rstd;
      };
      const auto run = [&](const T* x_data, const T* dy_data, Index n, Index l) {
        Outputs out(count, channels);
        kernels::batch_norm_forward<T>(x_data, n, channels, l, weight.data(), bias.data(), 1e-5, out.y.data(),
                                       out.mean.data(), out.var.data(), out.rstd.data());
        kernels::batch_norm_backward<T>(dy_data, x_data, n, channels, l, weight.data(), out.mean.data(),
                                        out.rstd.data(), out.dx.data(), out.dweight.data(), out.dbias.data());
        EXPECT_TRUE(out.y.guards_are_intact() && out.dx.guards_are_intact() && out.dweight.guards_are_intact() &&
                    out.dbias.guards_are_intact() && out.mean.guards_are_intact() && out.rstd.guards_are_intact());
        return out;
      };
      const Outputs blocks = run(x.data(), dy.data(), batch, positions);
      const Outputs matrix = run(matrix_x.data(), matrix_dy.data(), samples, 1);
      const auto widened = [](const std::vector<T>& values) { return testing::converted<double>(values); };
      expect_near("y", to_matrix(blocks.y), widened(matrix.y.values()));
      expect_near("dx", to_matrix(blocks.dx), widened(matrix.dx.values()));
      expect_near("dweight", blocks.dweight.values(), widened(matrix.dweight.values()));
      expect_near("dbias", blocks.dbias.values(), widened(matrix.dbias.values()));
      expect_near("var", blocks.var.values(), matrix.var.values());
    }
  }
}

// pytorch/xla#913: evaluation used the training backward.
TYPED_TEST(BatchNormKernel, has_constant_statistics_in_evaluation) {
  using T = TypeParam;
  const std::vector<T> x = {1, 2, 3, -1, 0, 5};
  const std::vector<T> weight = {2, -1};
  const std::vector<T> bias = {0, 0};
  const std::vector<T> running_mean = {1, -1};
  const std::vector<T> running_var = {4, T{0.25}};
  const std::vector<T> dy = {1, -1, T{0.5}, 2, -2, T{0.25}};
  std::vector<T> y(6);
  std::vector<T> dx(6);
  std::vector<T> dweight(2);
  std::vector<T> dbias(2);
  std::vector<double> mean(2);
  std::vector<double> rstd(2);
  kernels::batch_norm_eval_forward<T>(x.data(), 3, 2, 1, running_mean.data(), running_var.data(), weight.data(),
                                      bias.data(), 1e-5, y.data(), mean.data(), rstd.data());
  kernels::batch_norm_eval_backward<T>(dy.data(), x.data(), 3, 2, 1, weight.data(), mean.data(), rstd.data(), dx.data(),
                                       dweight.data(), dbias.data());
  expect_near("y", y, {0, -5.99988000359988, 1.9999975000046875, -0.0, -0.9999987500023437, -11.99976000719976});
  expect_near("dx", dx,
              {0.9999987500023437, 1.9999600011999599, 0.49999937500117186, -3.9999200023999197, -1.9999975000046875,
               -0.49999000029998997});
  expect_near("dweight", dweight, {1.4999981250035157, -2.99994000179994});
  expect_near("dbias", dbias, {-0.5, 1.25});
}

// pytorch/pytorch#7716 and chainer/chainer#1522: one sample in evaluation, and evaluation before any training.
TYPED_TEST(BatchNormKernel, evaluates_one_sample) {
  using T = TypeParam;
  const auto evaluate = [](std::vector<T> x, std::vector<T> running_mean, std::vector<T> running_var, Index positions) {
    std::vector<T> y(x.size());
    kernels::batch_norm_eval_forward<T>(x.data(), 1, static_cast<Index>(running_mean.size()), positions,
                                        running_mean.data(), running_var.data(), nullptr, nullptr, 1e-5, y.data(),
                                        nullptr, nullptr);
    return y;
  };
  const Numbers halves = {0.35355250671311184, 1.0606575201393353, 1.7677625335655591};
  expect_near("N = 1", evaluate({1, 2, 3}, {T{0.5}, T{0.5}, T{0.5}}, {2, 2, 2}, 1), halves);
  expect_near("L = 3", evaluate({1, 2, 3}, {T{0.5}}, {2}, 3), halves);
  expect_near("initial statistics", evaluate({2, -4}, {0, 0}, {1, 1}, 1), {1.9999900000749995, -3.999980000149999});
}

// x far from the running statistics must not overflow on the way to a representable result.
TEST(BatchNormEvaluation, does_not_overflow_in_between) {
  const float x[] = {3e38f, -3e38f};
  const float running_mean[] = {-3e38f};
  const float running_var[] = {3e38f};
  float y[2];
  kernels::batch_norm_eval_forward(x, 2, 1, 1, running_mean, running_var, static_cast<const float*>(nullptr),
                                   static_cast<const float*>(nullptr), 1e-5, y, static_cast<double*>(nullptr),
                                   static_cast<double*>(nullptr));
  EXPECT_NEAR(y[0], 6e38 / std::sqrt(3e38), 1e13);
  EXPECT_EQ(y[1], 0.0f);
}

// What a channel gives never depends on those beside it, some of which are out of the range of the fast lanes.
TYPED_TEST(BatchNormKernel, treats_each_channel_as_if_alone) {
  using T = TypeParam;
  constexpr Index rows = 6;
  constexpr Index channels = 5;
  const double scales[channels] = {1e-39, 1, 1e30, 1, 1};
  const auto run = [](const std::vector<T>& x, const std::vector<T>& dy, Index count) {
    const std::size_t each = static_cast<std::size_t>(count);
    std::vector<T> out[] = {std::vector<T>(x.size()), std::vector<T>(x.size()), std::vector<T>(each)};
    std::vector<T> dbias(each);
    std::vector<double> mean(each);
    std::vector<double> rstd(each);
    kernels::batch_norm_forward<T>(x.data(), rows, count, 1, nullptr, nullptr, 0, out[0].data(), mean.data(), nullptr,
                                   rstd.data());
    kernels::batch_norm_backward<T>(dy.data(), x.data(), rows, count, 1, nullptr, mean.data(), rstd.data(),
                                    out[1].data(), out[2].data(), dbias.data());
    return std::vector<std::vector<T>>(std::begin(out), std::end(out));
  };
  std::vector<T> x[channels + 1];
  std::vector<T> dy[channels + 1];
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < channels; ++c) {
      for (Index to : {c, channels}) {
        x[to].push_back(static_cast<T>(scales[c] * static_cast<double>((r * 7 + c * 3) % 11 - 5)));
        dy[to].push_back(static_cast<T>((r * 5 + c * 2) % 7 - 3));
      }
    }
  }
  const auto together = run(x[channels], dy[channels], channels);
  for (Index c = 0; c < channels; ++c) {
    const auto alone = run(x[c], dy[c], 1);
    for (Index r = 0; r < rows; ++r) {
      for (int of : {0, 1}) {
        EXPECT_EQ(together[of][static_cast<std::size_t>(r * channels + c)], alone[of][static_cast<std::size_t>(r)])
            << (of == 0 ? "y" : "dx") << " of channel " << c;
      }
    }
    EXPECT_EQ(together[2][static_cast<std::size_t>(c)], alone[2][0]) << "dweight of channel " << c;
  }
}

// pytorch/pytorch#12013: an empty batch crashed or spoilt the statistics.
TYPED_TEST(BatchNormKernel, leaves_everything_alone_without_elements) {
  using T = TypeParam;
  double mean[5] = {7, 7, 7, 7, 7};
  for (Index positions : {1, 9}) {
    kernels::batch_norm_forward<T>(nullptr, 0, 5, positions, nullptr, nullptr, 1e-5, nullptr, mean, mean, mean);
  }
  kernels::batch_norm_forward<T>(nullptr, 3, 5, 0, nullptr, nullptr, 1e-5, nullptr, mean, mean, mean);
  for (double value : mean) EXPECT_EQ(value, 7);
  T dweight[5];
  T dbias[5];
  kernels::batch_norm_backward<T>(nullptr, nullptr, 0, 5, 1, nullptr, mean, mean, nullptr, dweight, dbias);
  for (int c = 0; c < 5; ++c) EXPECT_TRUE(dweight[c] == T{0} && dbias[c] == T{0});
}

TEST(BatchNormBits, of_positions_and_evaluation_are_the_same_in_every_build) {
  std::uint32_t crc = 0;
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> x = inputs<T>(4 * 5 * 7, 1, 90, 110);
    const std::vector<T> dy = inputs<T>(4 * 5 * 7, 2);
    const std::vector<T> weight = inputs<T>(5, 3, 0.5, 2);
    std::vector<T> out(x.size());
    std::vector<T> sums(5);
    std::vector<double> mean(5);
    std::vector<double> rstd(5);
    const auto take = [&](const std::vector<T>& v) { crc = testing::crc32(v.data(), v.size() * sizeof(T), crc); };
    kernels::batch_norm_forward<T>(x.data(), 4, 5, 7, weight.data(), nullptr, 1e-5, out.data(), mean.data(), nullptr,
                                   rstd.data());
    take(out);
    kernels::batch_norm_backward<T>(dy.data(), x.data(), 4, 5, 7, weight.data(), mean.data(), rstd.data(), out.data(),
                                    sums.data(), nullptr);
    take(out);
    take(sums);
    kernels::batch_norm_eval_forward<T>(x.data(), 4, 5, 7, weight.data(), weight.data(), nullptr, nullptr, 1e-5,
                                        out.data(), mean.data(), rstd.data());
    take(out);
    kernels::batch_norm_eval_backward<T>(dy.data(), x.data(), 4, 5, 7, nullptr, mean.data(), rstd.data(), out.data(),
                                         sums.data(), nullptr);
    take(out);
    take(sums);
  };
  add(float{});
  add(double{});
  EXPECT_EQ(crc, 3948432040u);
}

}  // namespace
}  // namespace normlab
