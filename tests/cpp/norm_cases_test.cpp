// Public bug reports about the forward pass of norms, float32 and double. Expected values were computed in numpy
// float64/longdouble; the thread each case came from is named beside it (owner/repository#number).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "norm_cases.hpp"

namespace normlab {
namespace {

using kernels::NormInputs;
using testing::expect_near;
using testing::norm_named;
using testing::Numbers;

template <class T>
class NormCases : public ::testing::Test {};
TYPED_TEST_SUITE(NormCases, testing::Elements, testing::ElementNames);

struct ForwardCase {
  const char* thread;
  const char* kind;
  Index rows;
  Index cols;
  double eps;
  Numbers x;
  Numbers y;
  double subnormal_slack = 0;
};

const std::vector<ForwardCase> forward_cases = {
    // E[x^2] - E[x]^2 loses everything once the mean is large.
    {"pytorch/pytorch#51102, mean 2000",
     "layer",
     3,
     4,
     1e-5,
     {2000.5, 1998.75, 2000.75, 2002, 1999.625, 2001.5, 1997.75, 2000.125, 2001, 2001, 2001, 2001.5},
     {0, -1.5096532075443279, 0.215664743934904, 1.2939884636094239, -0.09304816324442725, 1.3026742854219815,
      -1.488770611910836, 0.27914448973328176, -0.5772886950126054, -0.5772886950126054, -0.5772886950126054,
      1.7318660850378162}},
    {"tracel-ai/burn#5607, steps of one ulp",
     "layer",
     1,
     16,
     1e-5,
     {8192, 8192.0009765625, 8192.001953125, 8192.0029296875, 8192.00390625, 8192.0048828125, 8192.005859375,
      8192.0068359375, 8192.0078125, 8192.0087890625, 8192.009765625, 8192.0107421875, 8192.01171875, 8192.0126953125,
      8192.013671875, 8192.0146484375},
     {-1.3313333517322157, -1.1538222381679204, -0.9763111246036249, -0.7988000110393294, -0.621288897475034,
      -0.4437777839107386, -0.26626667034644314, -0.08875555678214772, 0.08875555678214772, 0.26626667034644314,
      0.4437777839107386, 0.621288897475034, 0.7988000110393294, 0.9763111246036249, 1.1538222381679204,
      1.3313333517322157}},
    {"microsoft/onnxruntime#28463",
     "layer",
     1,
     4,
     1e-5,
     {50000, 50001, 50002, 50004},
     {-1.1832132521355805, -0.5070913937723917, 0.16903046459079724, 1.521274181317175}},
    {"pytorch/pytorch#51102, mean 1e7",
     "layer",
     1,
     5,
     1e-5,
     {10000000, 10000001, 10000002, 10000003, 10000007},
     {-1.0758867340477207, -0.6620841440294245, -0.24828155401112828, 0.16552103600716794, 1.8207313960803528}},
    {"tenstorrent/tt-metal#45968",
     "batch",
     8,
     2,
     1e-5,
     {4096, -299.5, 4096.00390625, -300.25, 4096.0078125, -299.875, 4096.01171875, -300, 4096.015625, -299,
      4096.01953125, -301, 4096.0234375, -299.25, 4096.03515625, -300.5},
     {-1.3181968028600657, 0.6786059889446909, -0.9666776554307149, -0.527804658068093, -0.6151585080013641,
      0.075400665438299, -0.26363936057201315, -0.12566777573049834, 0.08787978685733772, 1.4828797536198803,
      0.4393989342866886, -1.7342153050808768, 0.7909180817160395, 1.0807428712822855, 1.845475524004092,
      -0.9299415404056877}},
    // Squares of deviations overflow float32.
    {"pytorch/pytorch#178123, 1e20",
     "layer",
     1,
     4,
     1e-5,
     {1e20, -1e20, 3e20, 2e20},
     {-0.1690308509457033, -1.52127765851133, 1.1832159566199232, 0.50709255283711}},
    {"pytorch/pytorch#178123, 1e20",
     "rms",
     1,
     4,
     1e-6,
     {1e20, -1e20, 3e20, 2e20},
     {0.5163977794943223, -0.5163977794943223, 1.5491933384829668, 1.0327955589886446}},
    {"pytorch/pytorch#178123, 1e20",
     "batch",
     4,
     1,
     1e-5,
     {1e20, -1e20, 3e20, 2e20},
     {-0.1690308509457033, -1.52127765851133, 1.1832159566199232, 0.50709255283711}},
    {"pytorch/pytorch#178123, 3e38",
     "layer",
     1,
     4,
     1e-5,
     {3e38, 3e38, -3e38, 1e38},
     {0.816496580927726, 0.816496580927726, -1.632993161855452, -1.927898043575378e-17}},
    {"pytorch/pytorch#178123, 3e38",
     "batch",
     4,
     1,
     1e-5,
     {3e38, 3e38, -3e38, 1e38},
     {0.816496580927726, 0.816496580927726, -1.632993161855452, -1.927898043575378e-17}},
    {"pytorch/pytorch#178123, 3e38",
     "rms",
     1,
     4,
     1e-6,
     {3e38, 3e38, -3e38, 1e38},
     {1.1338934190276817, 1.1338934190276817, -1.1338934190276817, 0.3779644730092272}},
    // Squares underflow.
    {"pytorch/pytorch#32137, 1e-30", "rms", 1, 4, 1e-6, {1e-30, -2e-30, 2e-30, 3e-30}, {1e-27, -2e-27, 2e-27, 3e-27}},
    {"pytorch/pytorch#32137, 1e-30 with eps 0",
     "rms",
     1,
     4,
     0,
     {1e-30, -2e-30, 2e-30, 3e-30},
     {0.47140452079103173, -0.9428090415820635, 0.9428090415820635, 1.414213562373095}},
    {"pytorch/pytorch#32137, subnormal",
     "layer",
     1,
     3,
     1e-5,
     {1e-40, 2e-40, 3e-40},
     {-3.1622776601683796e-38, -4.301020863098121e-54, 3.1622776601683796e-38},
     1e-42},
    // What the formula is.
    {"allenai/OLMo#281: eps inside the root",
     "rms",
     1,
     4,
     1e-5,
     {0.001, 0.002, 0.003, -0.004},
     {0.23904572186687872, 0.47809144373375745, 0.7171371656006362, -0.9561828874675149}},
    {"codertimo/BERT-pytorch#30: the biased variance",
     "layer",
     1,
     4,
     1e-5,
     {0, 0, 5, 0},
     {-0.577349653350324, -0.577349653350324, 1.7320489600509719, -0.577349653350324}},
    {"pytorch/pytorch#63224: rows of a transposed matrix",
     "layer",
     2,
     3,
     1e-5,
     {1, 2, 6, 10, 40, 90},
     {-0.9258191078240388, -0.4629095539120194, 1.3887286617360581, -1.1111677939051308, -0.20203050798275105,
      1.313198301887882}},
    {"pytorch/pytorch#9602: two samples give plus and minus 1",
     "batch",
     2,
     2,
     1e-5,
     {7, -300, 2, 45},
     {0.99999920000096, -0.9999999998319681, -0.99999920000096, 0.9999999998319681}},
    {"pytorch/pytorch#156051: batch statistics in evaluation",
     "batch",
     2,
     1,
     1e-5,
     {1, 5},
     {-0.9999987500023437, 0.9999987500023437}},
};

TYPED_TEST(NormCases, forward) {
  using T = TypeParam;
  for (const ForwardCase& c : forward_cases) {
    const std::vector<T> x = testing::converted<T>(c.x);
    std::vector<T> y(x.size());
    const NormInputs<T> in{c.rows, c.cols, x.data(), nullptr, nullptr, c.eps};
    norm_named<T>(c.kind).forward(in, y.data(), {nullptr, nullptr});
    expect_near(std::string(c.thread) + ", " + c.kind, y, c.y, c.subnormal_slack);
  }
}

// microsoft/onnxruntime#21935 and tensorflow/tensorflow#61287: constant rows gave NaN.
TYPED_TEST(NormCases, constant_rows_give_bias) {
  using T = TypeParam;
  struct Constant {
    double value;
    Index count;
    double eps;
  };
  for (const Constant& c :
       {Constant{2345, 192, 1e-5}, Constant{0, 4, 0}, Constant{0.1, 7, 1e-12}, Constant{5, 4, 1e-50}}) {
    const std::vector<T> x(static_cast<std::size_t>(c.count), static_cast<T>(c.value));
    const std::vector<T> bias(x.size(), T{0.25});
    std::vector<T> y(x.size());
    kernels::layer_norm_forward<T>(x.data(), 1, c.count, nullptr, bias.data(), c.eps, y.data(), nullptr, nullptr);
    EXPECT_EQ(y, bias) << c.value;
  }
}

}  // namespace
}  // namespace normlab
