// For tests from public bug reports: picking a norm by name, and comparing with values computed in numpy.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernel_inputs.hpp"
#include "normlab/kernels/norm_table.hpp"

namespace normlab::testing {

using Numbers = std::vector<double>;

template <class T>
const kernels::NormKernel<T>& norm_named(const std::string& kind) {
  for (const kernels::NormKernel<T>& norm : kernels::norm_kernels<T>()) {
    if (norm.kind == kind) return norm;
  }
  throw std::runtime_error("no norm " + kind);
}

// float: inputs and a handful of steps are rounded relative to the largest value, plus what rounding subnormal inputs
// does. double: the expected values themselves carry 9 to 10 digits where the mean is large.
template <class T>
void expect_near(const std::string& name, const std::vector<T>& got, const Numbers& expected,
                 double subnormal_slack = 0) {
  ASSERT_EQ(got.size(), expected.size()) << name;
  double largest = 0;
  for (double value : expected) largest = std::max(largest, std::abs(value));
  const bool is_float = sizeof(T) == sizeof(float);
  const double tolerance = is_float ? 8 * unit_roundoff<T>() * largest + subnormal_slack : 1e-9 * largest;
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(got[i]), expected[i], tolerance) << name << ", element " << i;
  }
}

}  // namespace normlab::testing
