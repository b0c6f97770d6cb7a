#include "normlab/autograd/extremes.hpp"

#include "normlab/autograd/indexing.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/core/views.hpp"

namespace normlab {

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
  const Tensor in = x.dtype() == DType::boolean ? cast(x, DType::int64) : x.contiguous();
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

Extreme extreme(const char* tag, const char* op, const Variable& x, Index dim, bool keepdim, bool largest) {
  const Tensor indices = arg_best(tag, x.data(), dim, keepdim, largest);
  if (x.data().rank() == 0) return {x, indices};
  const int axis = normalize_axis(tag, dim, x.data().rank());
  Picks picks = pick_along(tag, x.shape(), axis, keepdim ? indices : unsqueeze(indices, axis));
  picks.shape = indices.shape();
  return {take(op, x, std::move(picks)), indices};
}

Variable extremes(const char* tag, const char* op, const Variable& x, const std::vector<Index>& dims, bool keepdim,
                  bool largest) {
  check(x.data().numel() > 0, ErrorKind::shape, tag, "expected at least one element, got shape ", x.shape());
  const AxisSet axes = axis_set(tag, dims, x.data().rank());
  Variable best = x.detach();
  Shape shape;
  for (int axis = 0; axis < x.data().rank(); ++axis) {
    if (axes[axis]) best = extreme(tag, op, best, axis, true, largest).values;
    if (!axes[axis] || keepdim) shape.push_back(best.shape()[axis]);
  }
  const Tensor kept = best.data();
  return record(op, reshape(kept, shape).clone(), {x}, [tag, axes, kept, x = Saved(x.data())](Backward& pass) {
    const Tensor& from = x.get(tag);
    // NaN is equal to nothing, itself included: where it won, the gradient is shared by the NaN.
    const Tensor hits = where(compare(tag, Compare::ne, kept, kept), compare(tag, Compare::ne, from, from),
                              compare(tag, Compare::eq, from, kept));
    const Tensor shares = cast(hits, pass.dy().dtype());
    pass.give(0, shares * (reshape(pass.dy(), kept.shape()) / sum(shares, axes, true)));
  });
}

}  // namespace

Variable amax(const Variable& x, const std::vector<Index>& dims, bool keepdim) {
  return extremes("max", dims.empty() ? "MaxBackward1" : "AmaxBackward0", x, dims, keepdim, true);
}
Variable amin(const Variable& x, const std::vector<Index>& dims, bool keepdim) {
  return extremes("min", dims.empty() ? "MinBackward1" : "AminBackward0", x, dims, keepdim, false);
}

Variable max(const Variable& x) { return amax(x, {}, false); }
Variable min(const Variable& x) { return amin(x, {}, false); }

Extreme max(const Variable& x, Index dim, bool keepdim) { return extreme("max", "MaxBackward0", x, dim, keepdim, true); }
Extreme min(const Variable& x, Index dim, bool keepdim) {
  return extreme("min", "MinBackward0", x, dim, keepdim, false);
}

Tensor argmax(const Tensor& x, Index dim, bool keepdim) { return arg_best("argmax", x, dim, keepdim, true); }
Tensor argmin(const Tensor& x, Index dim, bool keepdim) { return arg_best("argmin", x, dim, keepdim, false); }

}  // namespace normlab
