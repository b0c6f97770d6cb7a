#include "normlab/autograd/composed.hpp"

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"

namespace normlab::composed {

namespace {

Variable affine(const Variable& x_hat, const Variable& weight, const Variable& bias) {
  Variable y = x_hat;
  if (weight.defined()) y = mul(y, weight);
  if (bias.defined()) y = add(y, bias);
  return y;
}

// (C) → (1, C, 1, …): one number per channel of x.
Variable per_channel(const Variable& values, int rank) {
  if (!values.defined()) return values;
  Shape shape = Shape::filled(rank, 1);
  shape[1] = -1;
  return reshape(values, shape);
}

}  // namespace

Variable standardize(const Variable& x, const std::vector<Index>& dims, const Variable& weight, const Variable& bias,
                     double eps) {
  const Variable centred = sub(x, mean(x, dims, true));
  const Variable variance = mean(mul(centred, centred), dims, true);
  const Variable spread = sqrt(add(variance, scalar_like(x, eps, false)));
  return affine(div(centred, spread), weight, bias);
}

Variable batch_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  std::vector<Index> dims{0};
  for (int axis = 2; axis < x.data().rank(); ++axis) dims.push_back(axis);
  const int rank = x.data().rank();
  return standardize(x, dims, per_channel(weight, rank), per_channel(bias, rank), eps);
}

Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  return standardize(x, {-1}, weight, bias, eps);
}

Variable rms_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  const Variable mean_square = mean(mul(x, x), {-1}, true);
  return affine(div(x, sqrt(add(mean_square, scalar_like(x, eps, false)))), weight, bias);
}

}  // namespace normlab::composed
