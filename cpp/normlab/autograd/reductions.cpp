#include "normlab/autograd/reductions.hpp"

#include <algorithm>
#include <cmath>

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/extremes.hpp"
#include "normlab/core/views.hpp"

namespace normlab {

namespace {

// `x` with the reduced axes back as size 1, so that it broadcasts against the input.
Tensor with_kept_axes(const Tensor& x, const Shape& input, const AxisSet& axes) {
  Shape shape = input;
  for (int axis = 0; axis < input.rank(); ++axis) {
    if (axes[axis]) shape[axis] = 1;
  }
  return reshape(x, shape);
}

double count_along(const Shape& shape, const AxisSet& axes) {
  double count = 1;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axes[axis]) count *= static_cast<double>(shape[axis]);
  }
  return count;
}

}  // namespace

AxisSet axis_set(const char* tag, const std::vector<Index>& dims, int rank) {
  AxisSet axes;
  if (dims.empty()) {
    for (int axis = 0; axis < rank; ++axis) axes.set(axis);
    return axes;
  }
  for (Index dim : dims) {
    const int axis = normalize_axis(tag, dim, rank);
    check(!axes[axis], ErrorKind::shape, tag, "expected each dim once, got dim ", axis, " twice");
    if (axis < rank) axes.set(axis);
  }
  return axes;
}

Variable sum(const Variable& x, const std::vector<Index>& dims, bool keepdim) {
  const AxisSet axes = axis_set("sum", dims, x.data().rank());
  // PyTorch's names: 0 without dims, 1 with.
  return record(dims.empty() ? "SumBackward0" : "SumBackward1", sum(x.data(), axes, keepdim), {x},
                [axes, shape = x.shape()](Backward& pass) {
    pass.give(0, broadcast_to("sum", with_kept_axes(pass.dy(), shape, axes), shape).clone());
  });
}

Variable mean(const Variable& x, const std::vector<Index>& dims, bool keepdim) {
  check(is_floating_point(x.dtype()), ErrorKind::argument, "mean", "expected a floating point tensor, got ", x.dtype());
  const AxisSet axes = axis_set("mean", dims, x.data().rank());
  const double count = count_along(x.shape(), axes);
  const Tensor total = sum(x.data(), axes, keepdim);
  return record(dims.empty() ? "MeanBackward0" : "MeanBackward1", total / constant(total, count), {x},
                [axes, count, shape = x.shape()](Backward& pass) {
    const Tensor share = pass.dy() / constant(pass.dy(), count);
    pass.give(0, broadcast_to("mean", with_kept_axes(share, shape, axes), shape).clone());
  });
}

namespace {

// What var and std share, in double.
struct Deviations {
  Deviations(const char* tag, const Variable& x, const std::vector<Index>& dims, double correction, bool keepdim)
      : axes(axis_set(tag, dims, x.data().rank())) {
    check(is_floating_point(x.dtype()), ErrorKind::argument, tag, "expected a floating point tensor, got ", x.dtype());
    const double count = count_along(x.shape(), axes);
    divisor = std::max(count - correction, 0.0);
    const Tensor wide = cast(x.data(), DType::float64);
    centred = wide - sum(wide, axes, true) / constant(wide, count);
    const Tensor squares = sum(centred * centred, axes, keepdim);
    variance = squares / constant(squares, divisor);
  }

  // Gradient of x, given that of the variance.
  Tensor backward(const Tensor& dvariance) const {
    return with_kept_axes(dvariance, centred.shape(), axes) * centred * constant(centred, 2 / divisor);
  }

  AxisSet axes;
  double divisor;
  Tensor centred;
  Tensor variance;
};

}  // namespace

Variable var(const Variable& x, const std::vector<Index>& dims, double correction, bool keepdim) {
  const Deviations from_mean("var", x, dims, correction, keepdim);
  return record("VarBackward0", cast(from_mean.variance, x.dtype()), {x},
                [from_mean, dtype = x.dtype()](Backward& pass) {
    pass.give(0, cast(from_mean.backward(cast(pass.dy(), DType::float64)), dtype));
  });
}

Variable std(const Variable& x, const std::vector<Index>& dims, double correction, bool keepdim) {
  const Deviations from_mean("std", x, dims, correction, keepdim);
  const Tensor root = unary("std", Unary::sqrt, from_mean.variance);
  return record("StdBackward0", cast(root, x.dtype()), {x},
                [from_mean, root, dtype = x.dtype()](Backward& pass) {
    const Tensor zero = constant(root, 0);
    const Tensor slope = cast(pass.dy(), DType::float64) / (constant(root, 2) * root);
    const Tensor dvariance = where(compare("std", Compare::eq, root, zero), zero, slope);
    pass.give(0, cast(from_mean.backward(dvariance), dtype));
  });
}

Variable norm(const Variable& x, double p, const std::vector<Index>& dims, bool keepdim) {
  check(is_floating_point(x.dtype()), ErrorKind::argument, "norm", "expected a floating point tensor, got ", x.dtype());
  check(p > 0, ErrorKind::argument, "norm", "expected an order p above 0 (or infinity), got ", p);
  const AxisSet axes = axis_set("norm", dims, x.data().rank());
  const Tensor wide = cast(x.data(), DType::float64);
  const Tensor size = unary("norm", Unary::abs, wide);
  Tensor y;
  if (std::isinf(p)) {
    check(x.data().numel() > 0, ErrorKind::shape, "norm", "expected at least one element, got shape ", x.shape());
    y = amax(Variable(size), dims, keepdim).data();
  } else {
    const auto power = [](const Tensor& base, double exponent) {
      return binary("norm", Binary::pow, base, constant(base, exponent));
    };
    const Tensor total = sum(p == 1 ? size : p == 2 ? wide * wide : power(size, p), axes, keepdim);
    y = p == 1 ? total : p == 2 ? unary("norm", Unary::sqrt, total) : power(total, 1 / p);
  }
  return record("NormBackward1", cast(y, x.dtype()), {x}, [=, x = Saved(x.data())](Backward& pass) {
    const Tensor from = cast(x.get("norm"), DType::float64);
    const Tensor length = with_kept_axes(y, from.shape(), axes);
    const Tensor zero = constant(length, 0);
    const Tensor dy = with_kept_axes(cast(pass.dy(), DType::float64), from.shape(), axes);
    const Tensor signs = unary("norm", Unary::sign, from);
    const Tensor sizes = unary("norm", Unary::abs, from);
    Tensor share;  // d length / d |x|
    if (std::isinf(p)) {
      const Tensor hits = cast(compare("norm", Compare::eq, sizes, length), DType::float64);
      share = hits / sum(hits, axes, true);
    } else {
      share = binary("norm", Binary::pow, sizes / length, constant(length, p - 1));
    }
    // The slope of a norm of 0 is taken as 0, as in PyTorch.
    const Tensor slope = where(compare("norm", Compare::eq, length, zero), zero, signs * share);
    pass.give(0, cast(dy * slope, pass.dy().dtype()));
  });
}

namespace {

// How many elements along `axes` are not 0 (NaN is not 0).
Tensor count_nonzero(const Tensor& x, const AxisSet& axes, bool keepdim) {
  return sum(compare("any", Compare::ne, x, constant(x, 0)), axes, keepdim);
}

}  // namespace

Tensor any(const Tensor& x, const std::vector<Index>& dims, bool keepdim) {
  const Tensor count = count_nonzero(x, axis_set("any", dims, x.rank()), keepdim);
  return compare("any", Compare::gt, count, constant(count, 0));
}

Tensor all(const Tensor& x, const std::vector<Index>& dims, bool keepdim) {
  const AxisSet axes = axis_set("all", dims, x.rank());
  const Tensor count = count_nonzero(x, axes, keepdim);
  return compare("all", Compare::eq, count, constant(count, count_along(x.shape(), axes)));
}

}  // namespace normlab
