#include "normlab/autograd/shaping.hpp"

#include "normlab/autograd/tensor_math.hpp"
#include "normlab/core/indexing.hpp"
#include "normlab/core/views.hpp"

namespace normlab {

Variable reshape(const Variable& x, const Shape& shape) {
  // PyTorch's names for a view and for a copy.
  const char* name = x.data().is_contiguous() ? "ReshapeAliasBackward0" : "UnsafeViewBackward0";
  return record_view(name, reshape(x.data(), shape), x,
                     [from = x.shape()](Backward& pass) { pass.give(0, reshape(pass.dy(), from)); });
}

Variable permute(const Variable& x, const Shape& axes) {
  Shape inverse = axes;
  Tensor y = permute(x.data(), axes);
  for (int to = 0; to < axes.rank(); ++to) inverse[normalize_axis("permute", axes[to], axes.rank())] = to;
  return record_view("PermuteBackward0", std::move(y), x,
                     [inverse](Backward& pass) { pass.give(0, permute(pass.dy(), inverse)); });
}

Variable transpose(const Variable& x, Index axis_a, Index axis_b) {
  return record_view("TransposeBackward0", transpose(x.data(), axis_a, axis_b), x,
                     [axis_a, axis_b](Backward& pass) { pass.give(0, transpose(pass.dy(), axis_a, axis_b)); });
}

Variable slice(const Variable& x, Index axis, Index start, Index stop, Index step) {
  return record_view("SliceBackward0", slice(x.data(), axis, start, stop, step), x,
                     [=, shape = x.shape()](Backward& pass) {
    Tensor dx = Tensor::zeros(shape, pass.dy().dtype());
    Tensor part = slice(dx, axis, start, stop, step);
    copy_into(part, pass.dy());
    part = Tensor();  // dx is then handed on without a copy
    pass.give(0, std::move(dx));
  });
}

Variable select(const Variable& x, Index axis, Index index) {
  return record_view("SelectBackward0", select(x.data(), axis, index), x, [=, shape = x.shape()](Backward& pass) {
    Tensor dx = Tensor::zeros(shape, pass.dy().dtype());
    Tensor part = select(dx, axis, index);
    copy_into(part, pass.dy());
    part = Tensor();
    pass.give(0, std::move(dx));
  });
}

Variable unsqueeze(const Variable& x, Index axis) {
  return record_view("UnsqueezeBackward0", unsqueeze(x.data(), axis), x,
                     [from = x.shape()](Backward& pass) { pass.give(0, reshape(pass.dy(), from)); });
}

Variable squeeze(const Variable& x) {
  return record_view("SqueezeBackward0", squeeze(x.data()), x,
                     [from = x.shape()](Backward& pass) { pass.give(0, reshape(pass.dy(), from)); });
}

Variable squeeze(const Variable& x, Index axis) {
  return record_view("SqueezeBackward1", squeeze(x.data(), axis), x,
                     [from = x.shape()](Backward& pass) { pass.give(0, reshape(pass.dy(), from)); });
}

Variable expand(const Variable& x, const Shape& shape) {
  Shape sizes = shape;
  const int added = shape.rank() - x.data().rank();
  for (int axis = std::max(added, 0); axis < sizes.rank(); ++axis) {
    if (sizes[axis] == -1) sizes[axis] = x.shape()[axis - added];
  }
  return record_view("ExpandBackward0", broadcast_to("expand", x.data(), sizes), x,
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

Variable stack(const std::vector<Variable>& parts, Index axis) {
  check(!parts.empty(), ErrorKind::argument, "stack", "expected at least one tensor, got none");
  const int at = normalize_axis("stack", axis, parts[0].data().rank() + 1);
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    check(parts[i].shape() == parts[0].shape(), ErrorKind::shape, "stack", "expected tensors of one shape ",
          parts[0].shape(), ", got ", parts[i].shape(), " at position ", i);
    tensors.push_back(unsqueeze(parts[i].data(), at));
  }
  return record("StackBackward0", cat(tensors, at), parts, [at, count = parts.size()](Backward& pass) {
    for (std::size_t i = 0; i < count; ++i) {
      if (pass.needs(i)) pass.give(i, select(pass.dy(), at, static_cast<Index>(i)));
    }
  });
}

Variable index_rows(const Variable& x, const Tensor& rows) {
  check(rows.dtype() == DType::int64 && rows.rank() == 1, ErrorKind::argument, "index",
        "expected int64 row numbers of rank 1, got ", rows.dtype(), rows.shape());
  const Tensor names = rows.contiguous();
  Tensor y = take_rows(x.data(), names.data<std::int64_t>(), names.numel());
  return record("IndexBackward0", std::move(y), {x}, [rows = Saved(names), shape = x.shape()](Backward& pass) {
    Tensor dx = Tensor::zeros(shape, pass.dy().dtype());
    add_at(dx, pick("index", shape, {rows.get("index")}), pass.dy());
    pass.give(0, std::move(dx));
  });
}

}  // namespace normlab
