#include "normlab/core/views.hpp"

#include <cstring>

namespace normlab {

namespace {

Shape infer_sizes(const Tensor& x, const Shape& shape) {
  Shape out = shape;
  int unknown = -1;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    check(shape[axis] >= -1, ErrorKind::shape, "reshape", "expected sizes of at least 0 (or one -1), got ", shape);
    if (shape[axis] == -1) {
      check(unknown < 0, ErrorKind::shape, "reshape", "expected at most one -1, got ", shape);
      unknown = axis;
      out[axis] = 1;
    }
  }
  const Index known = out.numel();
  if (unknown >= 0 && known > 0) out[unknown] = x.numel() / known;
  check((unknown < 0 || known > 0) && out.numel() == x.numel(), ErrorKind::shape, "reshape", "expected a shape for ",
        x.numel(), " elements, got ", shape);
  return out;
}

}  // namespace

Tensor reshape(const Tensor& x, const Shape& shape) {
  if (shape == x.shape()) return x.contiguous();
  const Shape sizes = infer_sizes(x, shape);
  return x.contiguous().view(sizes, contiguous_strides(sizes));
}

Tensor permute(const Tensor& x, const Shape& axes) {
  check(axes.rank() == x.rank(), ErrorKind::shape, "permute", "expected ", x.rank(), " axes, got ", axes);
  Shape shape = x.shape();
  Shape strides = x.strides();
  std::array<bool, Shape::max_rank> seen{};
  for (int to = 0; to < axes.rank(); ++to) {
    const int from = normalize_axis("permute", axes[to], x.rank());
    check(!seen[from], ErrorKind::shape, "permute", "expected each axis once, got ", axes);
    seen[from] = true;
    shape[to] = x.size(from);
    strides[to] = x.strides()[from];
  }
  return x.view(shape, strides);
}

Tensor transpose(const Tensor& x, Index axis_a, Index axis_b) {
  const int a = normalize_axis("transpose", axis_a, x.rank());
  const int b = normalize_axis("transpose", axis_b, x.rank());
  if (x.rank() == 0) return x;
  Shape shape = x.shape();
  Shape strides = x.strides();
  std::swap(shape[a], shape[b]);
  std::swap(strides[a], strides[b]);
  return x.view(shape, strides);
}

Tensor slice(const Tensor& x, Index axis, Index start, Index stop, Index step) {
  check(x.rank() > 0, ErrorKind::shape, "slice", "expected a tensor with dimensions, got a 0-d tensor");
  check(step >= 1, ErrorKind::argument, "slice", "expected a step of at least 1, got ", step);
  const int along = normalize_axis("slice", axis, x.rank());
  const Index size = x.size(along);
  const auto clip = [size](Index at) { return std::clamp<Index>(at < 0 ? at + size : at, 0, size); };
  const Index first = clip(start);
  const Index last = std::max(first, clip(stop));
  Shape shape = x.shape();
  Shape strides = x.strides();
  const Index stride = std::min(step, std::max<Index>(size, 1));  // longer steps take one element too, and may overflow
  shape[along] = (last - first + stride - 1) / stride;
  strides[along] *= stride;
  return x.view(shape, strides, first * x.strides()[along]);
}

Tensor select(const Tensor& x, Index axis, Index index) {
  check(x.rank() > 0, ErrorKind::shape, "select", "expected a tensor with dimensions, got a 0-d tensor");
  const int along = normalize_axis("select", axis, x.rank());
  const Index size = x.size(along);
  check(index >= -size && index < size, ErrorKind::shape, "select", "expected an index in ", -size, "..", size - 1,
        " for dim ", along, ", got ", index);
  Shape shape;
  Shape strides;
  for (int at = 0; at < x.rank(); ++at) {
    if (at == along) continue;
    shape.push_back(x.size(at));
    strides.push_back(x.strides()[at]);
  }
  return x.view(shape, strides, (index < 0 ? index + size : index) * x.strides()[along]);
}

Tensor unsqueeze(const Tensor& x, Index axis) {
  const int at = normalize_axis("unsqueeze", axis, x.rank() + 1);
  Shape shape;
  Shape strides;
  for (int from = 0; from <= x.rank(); ++from) {
    if (from == at) {
      shape.push_back(1);
      strides.push_back(1);
    }
    if (from == x.rank()) break;
    shape.push_back(x.size(from));
    strides.push_back(x.strides()[from]);
  }
  return x.view(shape, strides);
}

namespace {

Tensor without_axes(const Tensor& x, int first, int last) {
  Shape shape;
  Shape strides;
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (axis >= first && axis <= last && x.size(axis) == 1) continue;
    shape.push_back(x.size(axis));
    strides.push_back(x.strides()[axis]);
  }
  return x.view(shape, strides);
}

}  // namespace

Tensor squeeze(const Tensor& x) { return without_axes(x, 0, x.rank()); }

Tensor squeeze(const Tensor& x, Index axis) {
  const int at = normalize_axis("squeeze", axis, x.rank());
  return without_axes(x, at, at);
}

Tensor take_rows(const Tensor& x, const Index* rows, Index count) {
  check(x.rank() > 0, ErrorKind::shape, "take_rows", "expected a tensor with dimensions, got a 0-d tensor");
  Shape shape = x.shape();
  shape[0] = count;
  Tensor out = Tensor::empty(shape, x.dtype());
  const Index row_size = x.size(0) == 0 ? 0 : x.numel() / x.size(0);
  for (Index i = 0; i < count; ++i) {
    check(rows[i] >= 0 && rows[i] < x.size(0), ErrorKind::shape, "take_rows", "expected row numbers in 0..",
          x.size(0) - 1, ", got ", rows[i]);
  }
  if (!x.is_contiguous()) {
    // Row by row: a batch of a strided data set should not cost a copy of the whole.
    for (Index i = 0; i < count; ++i) {
      Tensor place = select(out, 0, i);
      copy_into(place, select(x, 0, rows[i]));
    }
    return out;
  }
  const std::size_t row_bytes = static_cast<std::size_t>(row_size) * item_size(x.dtype());
  if (row_bytes == 0) return out;  // memcpy takes no null pointers
  for (Index i = 0; i < count; ++i) {
    std::memcpy(out.bytes() + static_cast<std::size_t>(i) * row_bytes,
                x.bytes() + static_cast<std::size_t>(rows[i]) * row_bytes, row_bytes);
  }
  return out;
}

Tensor cat(const std::vector<Tensor>& parts, Index axis) {
  check(!parts.empty(), ErrorKind::argument, "cat", "expected at least one tensor, got none");
  check(parts[0].rank() > 0, ErrorKind::shape, "cat", "expected tensors with dimensions, got a 0-d tensor");
  const int along = normalize_axis("cat", axis, parts[0].rank());
  Shape shape = parts[0].shape();
  shape[along] = 0;
  for (const Tensor& part : parts) {
    Shape expected = parts[0].shape();
    if (part.rank() == expected.rank()) expected[along] = part.size(along);
    check(part.shape() == expected, ErrorKind::shape, "cat", "expected tensors of shape ", parts[0].shape(),
          " except along dim ", along, ", got ", part.shape());
    check(part.dtype() == parts[0].dtype(), ErrorKind::argument, "cat", "expected tensors of one dtype, got ",
          parts[0].dtype(), " and ", part.dtype());
    shape[along] += part.size(along);
  }
  Tensor out = Tensor::empty(shape, parts[0].dtype());
  Index at = 0;
  for (const Tensor& part : parts) {
    Tensor place = slice(out, along, at, at + part.size(along), 1);
    copy_into(place, part);
    at += part.size(along);
  }
  return out;
}

}  // namespace normlab
