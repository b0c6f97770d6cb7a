// Public bug reports about the gradients of norms, float32 and double. Expected values were computed in numpy float64
// and checked against PyTorch in float64; the thread each case came from is named beside it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "norm_cases.hpp"

namespace normlab {
namespace {

using kernels::NormInputs;
using kernels::NormKernel;
using testing::expect_near;
using testing::norm_named;
using testing::Numbers;

template <class T>
class NormGradientCases : public ::testing::Test {};
TYPED_TEST_SUITE(NormGradientCases, testing::Elements, testing::ElementNames);

struct BackwardCase {
  const char* thread;
  const char* kind;
  Index rows;
  Index cols;
  double eps;
  Numbers x;
  Numbers weight;
  Numbers bias;
  Numbers dy;
  Numbers y;
  Numbers dx;
  Numbers dweight;
  Numbers dbias;
  double noise = 0;  // where the exact result is 0: what rounding may leave, in units of one rounding
};

const std::vector<BackwardCase> backward_cases = {
    {"pytorch/pytorch#188372: rows of one element",
     "layer",
     2,
     1,
     1e-5,
     {1000000, -3},
     {2},
     {3},
     {1, -4},
     {3, 3},
     {0, 0},
     {0},
     {-3}},
    {"mlpack/mlpack#1923",
     "batch",
     4,
     2,
     1e-5,
     {1, 2, 3, -1, 0, 5, 2, 2.5},
     {1.5, -0.5},
     {0, 0},
     {0.7, -0.3, -0.05, 0.2, 0.45, 1, -1.1, 0.6},
     {-0.6708177099844634, 0.02931048685658197, 2.0124531299533905, 0.7327621714145492, -2.0124531299533905,
      -0.6741411977013854, 0.6708177099844634, -0.0879314605697459},
     {0.7177767206279627, 0.1542275603649562, 0.5970224490524122, -0.060192034915446106, -0.06036828106484127,
      -0.05342385508942186, -1.2544308886155335, -0.04061167036008824},
     {-1.4757989619658196, 1.1782815716345951},
     {-1.249000902703301e-16, 1.5}},
    {"mlpack/mlpack#1923: sum() as the loss has no gradient",
     "batch",
     4,
     2,
     1e-5,
     {1, 2, 3, -1, 0, 5, 2, 2.5},
     {1.5, -0.5},
     {0, 0},
     {1, 1, 1, 1, 1, 1, 1, 1},
     {-0.6708177099844634, 0.02931048685658197, 2.0124531299533905, 0.7327621714145492, -2.0124531299533905,
      -0.6741411977013854, 0.6708177099844634, -0.0879314605697459},
     {0, 0, 0, 0, 0, 0, 0, 0},
     {0, 0},
     {4, 4},
     8},
    {"paiml/aprender#2196",
     "layer",
     3,
     4,
     1e-5,
     {1, 2, 4, -1, 0, 3, 3, 0.5, 10, -2, 1, 7},
     {1, 0.5, -2, 3},
     {0, 0, 0, 0},
     {0.1, -0.4, 0.2, 0.9, 1, 0, -1, 0.3, -0.7, 0.8, 0.6, -0.2},
     {-0.2773496714211406, 0.1386748357105703, -2.773496714211406, -4.160245071317109, -1.1721674755302292,
      0.49591700887817386, -1.9836680355126954, -2.434501679947399, 1.264910782976098, -0.632455391488049,
      1.264910782976098, 1.8973661744641468},
     {-0.41815744754958656, -0.2474817638611509, 0.3157493406526326, 0.34988987075810496, 0.035186926896595465,
      -0.7178150539574666, 0.7248526082335844, -0.04222448117271325, 0.03056864727219863, 0.1275452005998136,
      -0.1760334023059784, 0.017919554433966166},
     {-2.085339990755611, -1.1228684949493344, -1.0939575812280364, -1.6180147676874823},
     {0.40000000000000013, 0.4, -0.20000000000000007, 1}},
    {"paiml/aprender#2196: no mean term",
     "rms",
     3,
     4,
     1e-6,
     {1, 2, 4, -1, 0, 3, 3, 0.5, 10, -2, 1, 7},
     {1, 0.5, -2, 3},
     {},
     {0.1, -0.4, 0.2, 0.9, 1, 0, -1, 0.3, -0.7, 0.8, 0.6, -0.2},
     {0.4264013939474595, 0.4264013939474595, -3.411211151579676, -1.2792041818423787, 0, 0.7022468062182335,
      -2.808987224872934, 0.7022468062182335, 1.6116459071202944, -0.16116459071202943, -0.32232918142405886,
      3.3844564049526182},
     {0.1317967782825532, 0.09303299898612252, 0.18606599797224505, 1.0621271247703337, 0.46816453747882225,
      -0.49638256518821633, 0.4399465097694282, 0.3386176561995706, 0.02532586066666761, 0.03683762145179413,
      -0.17958340143792648, -2.511655915534262e-09},
     {-1.0855119955894599, -0.5989844602972147, -0.9666737428512816, -0.5391670009277315},
     {}},
};

TYPED_TEST(NormGradientCases, backward) {
  using T = TypeParam;
  for (const BackwardCase& c : backward_cases) {
    const NormKernel<T>& norm = norm_named<T>(c.kind);
    const std::vector<T> x = testing::converted<T>(c.x);
    const std::vector<T> weight = testing::converted<T>(c.weight);
    const std::vector<T> bias = testing::converted<T>(c.bias);
    const std::vector<T> dy = testing::converted<T>(c.dy);
    const auto groups = static_cast<std::size_t>(norm.group_count(c.rows, c.cols));
    std::vector<double> mean(groups);
    std::vector<double> rstd(groups);
    std::vector<T> y(x.size());
    std::vector<T> dx(x.size());
    std::vector<T> dweight(weight.size());
    std::vector<T> dbias(c.dbias.size());
    const NormInputs<T> in{c.rows, c.cols, x.data(), weight.data(), bias.empty() ? nullptr : bias.data(), c.eps};
    norm.forward(in, y.data(), {mean.data(), rstd.data()});
    norm.backward(in, dy.data(), {mean.data(), rstd.data()}, {dx.data(), dweight.data(), dbias.data()});
    const double noise = c.noise * testing::unit_roundoff<T>();
    if (noise > 0) {
      for (T value : dx) EXPECT_NEAR(static_cast<double>(value), 0, noise) << c.thread;
      for (T value : dweight) EXPECT_NEAR(static_cast<double>(value), 0, noise) << c.thread;
    } else {
      expect_near(std::string(c.thread) + ", dx", dx, c.dx);
      expect_near(std::string(c.thread) + ", dweight", dweight, c.dweight);
    }
    expect_near(std::string(c.thread) + ", y", y, c.y);
    expect_near(std::string(c.thread) + ", dbias", dbias, c.dbias);
  }
}

}  // namespace
}  // namespace normlab
