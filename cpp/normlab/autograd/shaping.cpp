#include "normlab/autograd/shaping.hpp"

#include "normlab/autograd/tensor_math.hpp"
#include "normlab/core/views.hpp"

namespace normlab {

Variable reshape(const Variable& x, const Shape& shape) {
  // PyTorch's names for a view and for a copy.
  const char* name = x.data().is_contiguous() ? "ReshapeAliasBackward0" : "UnsafeViewBackward0";
  return record(name, reshape(x.data(), shape), {x},
                [from = x.shape()](Backward& pass) { pass.give(0, reshape(pass.dy(), from)); });
}

Variable permute(const Variable& x, const Shape& axes) {
  Shape inverse = axes;
  Tensor y = permute(x.data(), axes);
  for (int to = 0; to < axes.rank(); ++to) inverse[normalize_axis("permute", axes[to], axes.rank())] = to;
  return record("PermuteBackward0", std::move(y), {x},
                [inverse](Backward& pass) { pass.give(0, permute(pass.dy(), inverse)); });
}

Variable transpose(const Variable& x, Index axis_a, Index axis_b) {
  return record("TransposeBackward0", transpose(x.data(), axis_a, axis_b), {x},
                [axis_a, axis_b](Backward& pass) { pass.give(0, transpose(pass.dy(), axis_a, axis_b)); });
}

Variable slice(const Variable& x, Index axis, Index start, Index stop, Index step) {
  return record("SliceBackward0", slice(x.data(), axis, start, stop, step), {x},
                [=, shape = x.shape()](Backward& pass) {
    Tensor dx = Tensor::zeros(shape, pass.dy().dtype());
    Tensor part = slice(dx, axis, start, stop, step);
    copy_into(part, pass.dy());
    part = Tensor();  // dx is then handed on without a copy
    pass.give(0, std::move(dx));
  });
}

Variable select(const Variable& x, Index axis, Index index) {
  return record("SelectBackward0", select(x.data(), axis, index), {x}, [=, shape = x.shape()](Backward& pass) {
    Tensor dx = Tensor::zeros(shape, pass.dy().dtype());
    Tensor part = select(dx, axis, index);
    copy_into(part, pass.dy());
    part = Tensor();
    pass.give(0, std::move(dx));
  });
}

Variable expand(const Variable& x, const Shape& shape) {
  Shape sizes = shape;
  const int added = shape.rank() - x.data().rank();
  for (int axis = std::max(added, 0); axis < sizes.rank(); ++axis) {
    if (sizes[axis] == -1) sizes[axis] = x.shape()[axis - added];
  }
  return record("ExpandBackward0", broadcast_to("expand", x.data(), sizes), {x},
                [](Backward& pass) { pass.give_reduced(0, pass.dy()); });
}

Variable cat(const std::vector<Variable>& parts, Index axis) {
  std::vector<Tensor> tensors;
  std::vector<Index> sizes;
  for (const Variable& part : parts) tensors.push_back(part.data());
  Tensor y = cat(tensors, axis);
  const int along = normalize_axis("cat", axis, y.rank());
  for (const Tensor& tensor : tensors) sizes.push_back(tensor.size(along));
  return record("CatBackward0", std::move(y), parts, [along, sizes](Backward& pass) {
    Index at = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (pass.needs(i)) pass.give(i, slice(pass.dy(), along, at, at + sizes[i], 1));
      at += sizes[i];
    }
  });
}

Variable index_rows(const Variable& x, const Tensor& rows) {
  check(rows.dtype() == DType::int64 && rows.rank() == 1, ErrorKind::argument, "index",
        "expected int64 row numbers of rank 1, got ", rows.dtype(), rows.shape());
  const Tensor picks = rows.contiguous();
  Tensor y = take_rows(x.data(), picks.data<std::int64_t>(), picks.numel());
  return record("IndexBackward0", std::move(y), {x}, [rows = Saved(picks), shape = x.shape()](Backward& pass) {
    const Tensor& from_rows = rows.get("index");
    Tensor dx = Tensor::zeros(shape, pass.dy().dtype());
    const Index row_size = shape.numel() / std::max<Index>(shape[0], 1);
    dispatch_floating("index", dx.dtype(), [&](auto zero) {
      using T = decltype(zero);
      const T* from = pass.dy().data<T>();
      for (Index i = 0; i < from_rows.numel(); ++i) {
        T* to = dx.data<T>() + from_rows.data<std::int64_t>()[i] * row_size;
        for (Index k = 0; k < row_size; ++k) to[k] += from[i * row_size + k];
      }
    });
    pass.give(0, std::move(dx));
  });
}

}  // namespace normlab
