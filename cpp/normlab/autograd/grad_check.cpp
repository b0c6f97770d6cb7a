#include "normlab/autograd/grad_check.hpp"

#include <cmath>
#include <limits>

namespace normlab {

namespace {

// Weights with no symmetry that a wrong backward could hide behind.
Tensor uneven_weights(const Shape& shape) {
  Tensor out = Tensor::empty(shape, DType::float64);
  double value = 0.37;
  for (Index i = 0; i < out.numel(); ++i) {
    out.data<double>()[i] = value - 0.5;
    value = value * 3.7 * (1 - value);  // the logistic map: same values everywhere, no pattern
  }
  return out;
}

double weighted_sum(const Tensor& y, const Tensor& weights) {
  const Tensor values = y.contiguous();
  double sum = 0;
  for (Index i = 0; i < values.numel(); ++i) sum += values.data<double>()[i] * weights.data<double>()[i];
  return sum;
}

}  // namespace

std::string grad_check(const std::function<Variable(const std::vector<Variable>&)>& function,
                       const std::vector<Variable>& inputs) {
  for (const Variable& input : inputs) {
    check(input.dtype() == DType::float64 && input.data().is_contiguous(), ErrorKind::argument, "grad_check",
          "expected contiguous float64 inputs, got ", input.dtype(), input.shape());
  }
  std::vector<Variable> leaves;
  for (const Variable& input : inputs) leaves.emplace_back(input.data(), true);
  const Variable y = function(leaves);
  const Tensor weights = uneven_weights(y.shape());
  y.backward(weights);

  const GradMode no_recording(false);
  const double epsilon = std::numeric_limits<double>::epsilon();
  const double h = 6.055454452393343e-06;  // ∛epsilon
  for (std::size_t which = 0; which < leaves.size(); ++which) {
    Tensor x = leaves[which].data();
    for (Index i = 0; i < x.numel(); ++i) {
      double& element = x.data<double>()[i];
      const double at = element;
      element = at + h;
      const double above = weighted_sum(function(leaves).data(), weights);
      element = at - h;
      const double below = weighted_sum(function(leaves).data(), weights);
      element = at;
      const double expected = (above - below) / (2 * h);
      const double got = leaves[which].grad().defined() ? leaves[which].grad().data<double>()[i] : 0;
      const double tolerance = 10 * (h * h + epsilon / h) * (1 + std::fabs(expected));
      if (!(std::fabs(got - expected) <= tolerance)) {
        return text("input ", which, ", element ", i, ": backward gives ", got, ", differences give ", expected,
                    ", tolerance ", tolerance);
      }
    }
  }
  return "";
}

}  // namespace normlab
