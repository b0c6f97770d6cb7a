// The fused norms against the textbook loops, all of them by the table, over sizes around the vector width.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "crc32.hpp"
#include "kernel_inputs.hpp"
#include "normlab/kernels/norm_table.hpp"
#include "normlab/kernels/reference.hpp"

namespace normlab {
namespace {

using kernels::NormGradients;
using kernels::NormGroups;
using kernels::NormInputs;
using kernels::NormKernel;
using testing::Guarded;
using testing::inputs;

struct Reference {
  void (*forward)(const NormInputs<double>&, double* y);
  void (*backward)(const NormInputs<double>&, const double* dy, NormGradients<double>);
};

// In the order of kernels::norm_kernels.
const std::vector<Reference> references = {
#define NORMLAB_NORM(kind, function, Class, groups, has_bias) {&reference::function, &reference::function##_backward},
#include "normlab/kernels/norms.inc"
#undef NORMLAB_NORM
};

template <class T>
struct Problem {
  Problem(Index rows_in, Index cols_in, double mean, bool with_weight, bool with_bias, double scale = 1)
      : rows(rows_in),
        cols(cols_in),
        x(inputs<T>(rows * cols, 1, scale * (mean - 2), scale * (mean + 2))),
        dy(inputs<T>(rows * cols, 2), 3),
        weight(inputs<T>(cols, 3, 0.5, 1.5), 2),
        bias(inputs<T>(cols, 4), 5),
        in{rows, cols, x.data(), with_weight ? weight.data() : nullptr, with_bias ? bias.data() : nullptr, 1e-5} {}

  Index rows;
  Index cols;
  Guarded<T> x;
  Guarded<T> dy;
  Guarded<T> weight;
  Guarded<T> bias;
  NormInputs<T> in;
};

template <class T>
struct Results {
  Results(const NormKernel<T>& norm, const Problem<T>& problem)
      : y(problem.rows * problem.cols),
        dx(problem.rows * problem.cols),
        dweight(problem.cols),
        dbias(problem.cols),
        mean(norm.group_count(problem.rows, problem.cols)),
        rstd(norm.group_count(problem.rows, problem.cols)) {
    norm.forward(problem.in, y.data(), {mean.data(), rstd.data()});
    norm.backward(problem.in, problem.dy.data(), {mean.data(), rstd.data()}, {dx.data(), dweight.data(), dbias.data()});
  }
  bool guards_are_intact() const {
    return y.guards_are_intact() && dx.guards_are_intact() && dweight.guards_are_intact() &&
           dbias.guards_are_intact() && mean.guards_are_intact() && rstd.guards_are_intact();
  }
  Guarded<T> y;
  Guarded<T> dx;
  Guarded<T> dweight;
  Guarded<T> dbias;
  Guarded<double> mean;
  Guarded<double> rstd;
};

double largest(const std::vector<double>& values) {
  double largest = 0;
  for (double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

// Compares a fused norm with its reference on the same (rounded) inputs.
template <class T>
void expect_parity(std::size_t which, const Problem<T>& problem) {
  const NormKernel<T>& norm = kernels::norm_kernels<T>()[which];
  const Results<T> got(norm, problem);
  EXPECT_TRUE(got.guards_are_intact()) << norm.kind;

  const std::vector<double> x = testing::converted<double>(problem.x.values());
  const std::vector<double> dy = testing::converted<double>(problem.dy.values());
  const std::vector<double> weight = testing::converted<double>(problem.weight.values());
  const std::vector<double> bias = testing::converted<double>(problem.bias.values());
  NormInputs<double> in{problem.rows, problem.cols, x.data(), nullptr, nullptr, problem.in.eps};
  if (problem.in.weight) in.weight = weight.data();
  if (problem.in.bias) in.bias = bias.data();
  std::vector<double> y(x.size());
  std::vector<double> dx(x.size());
  std::vector<double> dweight(weight.size());
  std::vector<double> dbias(weight.size());
  references[which].forward(in, y.data());
  references[which].backward(in, dy.data(), {dx.data(), dweight.data(), dbias.data()});

  // h = (x - mean) rstd is within 4 roundings of T. In double the statistics of the two sides also differ, by a
  // rounding for each element of a group, relative to the largest x; in float they are exact by comparison.
  const double u = testing::unit_roundoff<T>();
  const double rstd = largest(got.rstd.values());
  const double group = static_cast<double>(norm.groups == NormGroups::rows ? problem.cols : problem.rows);
  std::vector<double> hs(x.size());
  references[which].forward({problem.rows, problem.cols, x.data(), nullptr, nullptr, in.eps}, hs.data());
  const double h = 1 + largest(hs);
  const double mean_error = 2 * group * testing::unit_roundoff<double>() * largest(x) * rstd;
  const double h_error = 4 * u * h + mean_error * (1 + h * h);
  // weight <= 1.5, |bias| <= 2, |dy| <= 2: one rounding each for the product, the sum and the result.
  const double y_tolerance = 1.5 * (h_error + 3 * u * h) + 2 * u;
  // dx = rstd (g - mean(g) - h mean(g h)): |g| <= 3; the last term holds h three times, the others round 3 times.
  const double dx_tolerance = rstd * 3 * (6 * u + 3 * h * (h_error + u * h)) * (1 + mean_error);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(got.y[static_cast<Index>(i)]), y[i], y_tolerance) << norm.kind;
    EXPECT_NEAR(static_cast<double>(got.dx[static_cast<Index>(i)]), dx[i], dx_tolerance) << norm.kind;
  }
  // Sums over rows of dy h and dy: the products round once, the sums in double, the results once.
  const double rows = static_cast<double>(problem.rows);
  for (std::size_t c = 0; c < weight.size(); ++c) {
    const auto at = static_cast<Index>(c);
    const double sum_error = 4 * rows * rows * testing::unit_roundoff<double>();
    EXPECT_NEAR(static_cast<double>(got.dweight[at]), dweight[c],
                2 * rows * (h_error + u * h) + u * std::abs(dweight[c]) + sum_error * h)
        << norm.kind;
    EXPECT_NEAR(static_cast<double>(got.dbias[at]), dbias[c], u * std::abs(dbias[c]) + sum_error) << norm.kind;
  }
}

template <class T>
class NormKernels : public ::testing::Test {};
TYPED_TEST_SUITE(NormKernels, testing::Elements, testing::ElementNames);

TYPED_TEST(NormKernels, agree_with_the_reference_for_all_sizes) {
  for (std::size_t which = 0; which < references.size(); ++which) {
    for (Index rows : {2, 5, 29}) {
      for (Index cols : testing::kernel_sizes) expect_parity(which, Problem<TypeParam>(rows, cols, 0.3, true, true));
    }
  }
}

TYPED_TEST(NormKernels, agree_with_the_reference_without_weight_or_bias) {
  for (std::size_t which = 0; which < references.size(); ++which) {
    for (bool weight : {false, true}) {
      for (bool bias : {false, true}) expect_parity(which, Problem<TypeParam>(6, 33, 0, weight, bias));
    }
  }
}

// In float the same tolerances hold as without a mean: x - mean keeps its digits.
TYPED_TEST(NormKernels, agree_with_the_reference_at_large_means) {
  for (std::size_t which = 0; which < references.size(); ++which) {
    for (double mean : {1e3, -3e4, 1e6}) expect_parity(which, Problem<TypeParam>(31, 33, mean, true, true));
  }
}

TYPED_TEST(NormKernels, agree_with_the_reference_at_any_scale) {
  for (std::size_t which = 0; which < references.size(); ++which) {
    for (double scale : {1.5e38, 1e30, 1e16, 1e-3, 1e-20, 1e-38}) {
      expect_parity(which, Problem<TypeParam>(13, 9, 0, true, true, scale));
    }
  }
}

TYPED_TEST(NormKernels, leave_out_what_is_not_wanted) {
  using T = TypeParam;
  for (const NormKernel<T>& norm : kernels::norm_kernels<T>()) {
    const Problem<T> problem(5, 7, 0, true, true);
    const Results<T> all(norm, problem);
    Guarded<T> y(35);
    norm.forward(problem.in, y.data(), {nullptr, nullptr});
    EXPECT_TRUE(testing::same_bits(y.values(), all.y.values())) << norm.kind;
    std::vector<double> mean = all.mean.values();
    std::vector<double> rstd = all.rstd.values();
    const auto backward = [&](NormGradients<T> out) {
      norm.backward(problem.in, problem.dy.data(), {mean.data(), rstd.data()}, out);
    };
    Guarded<T> dx(35);
    backward({dx.data(), nullptr, nullptr});
    EXPECT_TRUE(testing::same_bits(dx.values(), all.dx.values())) << norm.kind;
    Guarded<T> dweight(7);
    backward({nullptr, dweight.data(), nullptr});
    EXPECT_TRUE(testing::same_bits(dweight.values(), all.dweight.values())) << norm.kind;
    Guarded<T> dbias(7);
    backward({nullptr, nullptr, dbias.data()});
    EXPECT_TRUE(testing::same_bits(dbias.values(), all.dbias.values())) << norm.kind;
    backward({nullptr, nullptr, nullptr});
  }
}

TYPED_TEST(NormKernels, may_write_dx_over_dy) {
  using T = TypeParam;
  for (const NormKernel<T>& norm : kernels::norm_kernels<T>()) {
    const Problem<T> problem(9, 13, 0, true, true);
    Results<T> apart(norm, problem);
    Guarded<T> in_place = problem.dy;
    Guarded<T> dbias(13);
    norm.backward(problem.in, in_place.data(), {apart.mean.data(), apart.rstd.data()},
                  {in_place.data(), nullptr, dbias.data()});
    EXPECT_TRUE(testing::same_bits(in_place.values(), apart.dx.values())) << norm.kind;
    EXPECT_TRUE(testing::same_bits(dbias.values(), apart.dbias.values())) << norm.kind;
  }
}

// A group's result depends on nothing but the group: the other rows (columns) may be anything, even NaN.
TYPED_TEST(NormKernels, keep_nan_in_its_group) {
  using T = TypeParam;
  for (const NormKernel<T>& norm : kernels::norm_kernels<T>()) {
    Problem<T> problem(6, 6, 0, true, true);
    const Results<T> clean(norm, problem);
    problem.x[2 * 6 + 3] = std::numeric_limits<T>::quiet_NaN();
    const Results<T> spoilt(norm, problem);
    for (Index i = 0; i < 36; ++i) {
      if ((norm.groups == NormGroups::rows ? i / 6 == 2 : i % 6 == 3)) {
        EXPECT_TRUE(std::isnan(spoilt.y[i]) && std::isnan(spoilt.dx[i])) << norm.kind;
      } else {
        EXPECT_EQ(spoilt.y[i], clean.y[i]) << norm.kind;
        EXPECT_EQ(spoilt.dx[i], clean.dx[i]) << norm.kind;
      }
    }
  }
}

TYPED_TEST(NormKernels, give_bias_for_constant_input_whatever_eps_is) {
  using T = TypeParam;
  for (const NormKernel<T>& norm : kernels::norm_kernels<T>()) {
    for (double eps : {1e-5, 1e-12, 1e-50, 0.0}) {
      // A norm without a mean sees constants only at 0.
      const bool has_mean = norm.kind != std::string("rms");
      for (double constant : {0.0, has_mean ? 0.1 : 0.0, has_mean ? 2345.0 : 0.0, has_mean ? -3e38 : 0.0}) {
        Problem<T> problem(7, 9, 0, true, true);
        problem.in.eps = eps;
        for (Index i = 0; i < 63; ++i) problem.x[i] = static_cast<T>(constant);
        const Results<T> got(norm, problem);
        for (Index i = 0; i < 63; ++i) {
          EXPECT_EQ(got.y[i], problem.bias[i % 9]) << norm.kind << " of " << constant;
        }
        for (Index c = 0; c < 9; ++c) EXPECT_EQ(got.dweight[c], T{0}) << norm.kind;
      }
    }
  }
}

TEST(NormBits, are_the_same_in_every_build) {
  std::uint32_t crc = 0;
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    const auto take = [&](const std::vector<T>& v) { crc = testing::crc32(v.data(), v.size() * sizeof(T), crc); };
    for (const NormKernel<T>& norm : kernels::norm_kernels<T>()) {
      for (Index cols : {10, 64}) {
        const Results<T> results(norm, Problem<T>(29, cols, 100, true, true));
        for (const Guarded<T>* part : {&results.y, &results.dx, &results.dweight, &results.dbias}) {
          take(part->values());
        }
      }
    }
  };
  add(float{});
  add(double{});
  EXPECT_EQ(crc, 1857572546u);
}

}  // namespace
}  // namespace normlab
