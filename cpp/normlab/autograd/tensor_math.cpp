#include "normlab/autograd/tensor_math.hpp"

#include "normlab/core/views.hpp"
#include "normlab/kernels/reduce.hpp"

namespace normlab {

namespace {

// The sizes left after a sum.
Shape reduced_shape(const Shape& shape, const AxisSet& axes, bool keepdim) {
  Shape out;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (!axes[axis]) out.push_back(shape[axis]);
    else if (keepdim) out.push_back(1);
  }
  return out;
}

// A tensor seen as (outer, reduced, inner).
struct Blocks {
  Tensor data;
  Index outer = 1;
  Index reduced = 1;
  Index inner = 1;
};

Blocks blocks(const Tensor& x, const AxisSet& axes) {
  int first = x.rank();
  int last = -1;
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (!axes[axis]) continue;
    first = std::min(first, axis);
    last = axis;
  }
  bool adjacent = true;
  for (int axis = first; axis <= last; ++axis) adjacent = adjacent && axes[axis];
  Blocks out;
  if (adjacent) {
    out.data = x.contiguous();
    for (int axis = 0; axis < x.rank(); ++axis) {
      (axes[axis] ? out.reduced : axis < first ? out.outer : out.inner) *= x.size(axis);
    }
    return out;
  }
  Shape order;
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (!axes[axis]) order.push_back(axis);
  }
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (axes[axis]) order.push_back(axis);
    (axes[axis] ? out.reduced : out.outer) *= x.size(axis);
  }
  out.data = permute(x, order).contiguous();
  return out;
}

}  // namespace

Tensor sum(const Tensor& x, const AxisSet& axes, bool keepdim) {
  if (x.dtype() == DType::boolean || x.dtype() == DType::int32) return sum(cast(x, DType::int64), axes, keepdim);
  const Blocks in = blocks(x, axes);
  Tensor out = Tensor::empty(reduced_shape(x.shape(), axes, keepdim), x.dtype());
  dispatch(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>) {
      kernels::sum(in.data.data<T>(), in.outer, in.reduced, in.inner, out.data<T>());
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      std::fill_n(out.data<T>(), out.numel(), T(0));
      const T* from = in.data.data<T>();
      for (Index o = 0; o < in.outer; ++o) {
        T* to = out.data<T>() + o * in.inner;
        for (Index r = 0; r < in.reduced; ++r, from += in.inner) {
          // Unsigned, because sums of integers wrap around as in PyTorch.
          for (Index i = 0; i < in.inner; ++i) {
            to[i] = static_cast<T>(static_cast<std::uint64_t>(to[i]) + static_cast<std::uint64_t>(from[i]));
          }
        }
      }
    }
  });
  return out;
}

Tensor sum_to(const Tensor& gradient, const Shape& shape) {
  if (gradient.shape() == shape) return gradient;
  const int added = gradient.rank() - shape.rank();
  AxisSet axes;
  for (int axis = 0; axis < gradient.rank(); ++axis) {
    axes[axis] = axis < added || (shape[axis - added] == 1 && gradient.size(axis) != 1);
  }
  return reshape(sum(gradient, axes, false), shape);
}

}  // namespace normlab
