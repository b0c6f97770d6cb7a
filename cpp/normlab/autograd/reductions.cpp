#include "normlab/autograd/reductions.hpp"

#include <algorithm>
#include <cmath>

#include "normlab/autograd/arithmetic.hpp"
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

namespace {

// Position of the element that `better(candidate, best)` prefers, along the middle axis of (outer, n, inner).
template <class T, class F>
void best_positions(const T* x, Index outer, Index n, Index inner, std::int64_t* out, F better) {
  for (Index o = 0; o < outer; ++o) {
    for (Index i = 0; i < inner; ++i) {
      const T* column = x + o * n * inner + i;
      Index best = 0;
      for (Index k = 1; k < n; ++k) {
        if (better(column[k * inner], column[best * inner])) best = k;
      }
      out[o * inner + i] = best;
    }
  }
}

Tensor arg_best(const char* tag, const Tensor& x, Index dim, bool keepdim, bool largest) {
  const int axis = normalize_axis(tag, dim, x.rank());
  Shape shape;
  Index outer = 1;
  Index inner = 1;
  for (int at = 0; at < x.rank(); ++at) {
    if (at != axis) shape.push_back(x.size(at));
    else if (keepdim) shape.push_back(1);
    if (at != axis) (at < axis ? outer : inner) *= x.size(at);
  }
  const Index n = x.rank() == 0 ? 1 : x.size(axis);
  check(n > 0, ErrorKind::shape, tag, "expected at least one element along dim ", axis, ", got shape ", x.shape());
  const Tensor in = x.contiguous();
  Tensor out = Tensor::empty(shape, DType::int64);
  dispatch(in.dtype(), [&](auto zero) {
    using T = decltype(zero);
    // a != a: NaN wins over every number, and the first NaN over later ones.
    best_positions(in.data<T>(), outer, n, inner, out.data<std::int64_t>(), [largest](T a, T best) {
      if (best != best) return false;
      return a != a || (largest ? a > best : a < best);
    });
  });
  return out;
}

Variable extreme(const char* tag, const char* op, const Variable& x, bool largest) {
  check(x.data().numel() > 0, ErrorKind::shape, tag, "expected at least one element, got shape ",
        x.shape());
  const Tensor all = reshape(x.data(), {x.data().numel()});
  const Tensor y = select(all, 0, static_cast<Index>(item(tag, arg_best(tag, all, 0, false, largest)))).clone();
  return record(op, y, {x}, [tag, x = Saved(x.data()), y = Saved(y)](Backward& pass) {
    const Tensor& from = x.get(tag);
    const Tensor& best = y.get(tag);
    const bool is_nan = std::isnan(item(tag, best));
    const Tensor hits = cast(is_nan ? compare(tag, Compare::ne, from, from) : compare(tag, Compare::eq, from, best),
                             best.dtype());
    pass.give(0, hits * (pass.dy() / sum(hits, axis_set(tag, {}, hits.rank()), false)));
  });
}

}  // namespace

Variable max(const Variable& x) { return extreme("max", "MaxBackward1", x, true); }
Variable min(const Variable& x) { return extreme("min", "MinBackward1", x, false); }

Tensor argmax(const Tensor& x, Index dim, bool keepdim) { return arg_best("argmax", x, dim, keepdim, true); }
Tensor argmin(const Tensor& x, Index dim, bool keepdim) { return arg_best("argmin", x, dim, keepdim, false); }

}  // namespace normlab
