#include "normlab/core/indexing.hpp"

#include <cstring>

#include "normlab/core/elementwise.hpp"

namespace normlab {

namespace {

// An int64 tensor along one axis of the indexed tensor.
struct AxisIndex {
  Tensor positions;
  int axis;
};

// The positions of a mask's true elements: one int64 tensor for each of its axes.
void add_mask(const char* tag, const Shape& shape, const Tensor& mask, int axis, std::vector<AxisIndex>& out) {
  for (int at = 0; at < mask.rank(); ++at) {
    check(axis + at < shape.rank() && mask.size(at) == shape[axis + at], ErrorKind::shape, tag, "expected a mask of shape ",
          shape, " or of its leading sizes, got ", mask.shape());
  }
  const Tensor in = mask.contiguous();
  std::vector<std::vector<std::int64_t>> positions(static_cast<std::size_t>(mask.rank()));
  for (Index i = 0; i < in.numel(); ++i) {
    if (!in.data<bool>()[i]) continue;
    Index rest = i;
    for (int at = mask.rank() - 1; at >= 0; --at) {
      positions[static_cast<std::size_t>(at)].push_back(rest % mask.size(at));
      rest /= mask.size(at);
    }
  }
  for (int at = 0; at < mask.rank(); ++at) {
    const auto& along = positions[static_cast<std::size_t>(at)];
    out.push_back({Tensor::from({static_cast<Index>(along.size())}, along), axis + at});
  }
}

Index in_range(const char* tag, std::int64_t position, Index size, int axis) {
  check(position >= -size && position < size, ErrorKind::shape, tag, "expected positions in ", -size, "..", size - 1,
        " along dim ", axis, ", got ", position);
  return position < 0 ? position + size : position;
}

}  // namespace

Picks pick(const char* tag, const Shape& shape, const std::vector<Tensor>& indices) {
  std::vector<AxisIndex> along;
  int axis = 0;
  for (const Tensor& index : indices) {
    if (index.dtype() == DType::boolean) {
      check(index.rank() > 0, ErrorKind::shape, tag, "expected a mask with dimensions, got a 0-d one");
      add_mask(tag, shape, index, axis, along);
      axis += index.rank();
    } else {
      check(!is_floating_point(index.dtype()), ErrorKind::argument, tag,
            "expected positions (int64) or a mask (bool), got ", index.dtype());
      check(axis < shape.rank(), ErrorKind::shape, tag, "expected at most ", shape.rank(), " indices for shape ", shape,
            ", got more");
      along.push_back({cast(index, DType::int64), axis});
      ++axis;
    }
  }
  Shape common;
  for (const AxisIndex& index : along) common = broadcast_shapes(tag, common, index.positions.shape());
  Picks out;
  out.shape = common;
  for (int at = axis; at < shape.rank(); ++at) {
    out.shape.push_back(shape[at]);
    out.block *= shape[at];
  }
  out.starts.assign(static_cast<std::size_t>(common.numel()), 0);
  const Shape strides = contiguous_strides(shape);
  for (const AxisIndex& index : along) {
    const Tensor positions = broadcast_to(tag, index.positions, common).contiguous();
    const std::int64_t* position = positions.data<std::int64_t>();
    for (std::size_t i = 0; i < out.starts.size(); ++i) {
      out.starts[i] += in_range(tag, position[i], shape[index.axis], index.axis) * strides[index.axis];
    }
  }
  return out;
}

Picks pick_along(const char* tag, const Shape& shape, Index axis, const Tensor& index) {
  check(index.dtype() == DType::int64, ErrorKind::argument, tag, "expected an int64 index, got ", index.dtype());
  bool fits = index.rank() == shape.rank();
  const int along = normalize_axis(tag, axis, shape.rank());
  for (int at = 0; fits && at < shape.rank(); ++at) fits = at == along || index.size(at) <= shape[at];
  check(fits, ErrorKind::shape, tag, "expected an index of at most shape ", shape, " except along dim ", along,
        ", got ", index.shape());
  const Tensor positions = index.contiguous();
  const Shape strides = contiguous_strides(shape);
  Picks out;
  out.shape = index.shape();
  out.starts.reserve(static_cast<std::size_t>(positions.numel()));
  for (Index i = 0; i < positions.numel(); ++i) {
    Index start = 0;
    Index rest = i;
    for (int at = index.rank() - 1; at >= 0; --at) {
      if (at == along) start += in_range(tag, positions.data<std::int64_t>()[i], shape[at], at) * strides[at];
      else start += rest % index.size(at) * strides[at];
      rest /= index.size(at);
    }
    out.starts.push_back(start);
  }
  return out;
}

Tensor take(const Tensor& x, const Picks& picks) {
  const Tensor in = x.contiguous();
  Tensor out = Tensor::empty(picks.shape, x.dtype());
  const std::size_t item = item_size(x.dtype());
  const std::size_t bytes = static_cast<std::size_t>(picks.block) * item;
  if (bytes == 0) return out;  // memcpy takes no null pointers
  std::byte* to = out.bytes();
  for (Index start : picks.starts) {
    std::memcpy(to, in.bytes() + static_cast<std::size_t>(start) * item, bytes);
    to += bytes;
  }
  return out;
}

void put(Tensor& target, const Picks& picks, const Tensor& values) {
  const Tensor in = values.contiguous();
  const std::size_t item = item_size(target.dtype());
  const std::size_t bytes = static_cast<std::size_t>(picks.block) * item;
  if (bytes == 0) return;
  const std::byte* from = in.bytes();
  for (Index start : picks.starts) {
    std::memcpy(target.bytes() + static_cast<std::size_t>(start) * item, from, bytes);
    from += bytes;
  }
}

void add_at(Tensor& target, const Picks& picks, const Tensor& values) {
  const Tensor in = values.contiguous();
  dispatch_floating("index", target.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* from = in.data<T>();
    for (Index start : picks.starts) {
      T* to = target.data<T>() + start;
      for (Index i = 0; i < picks.block; ++i) to[i] += from[i];
      from += picks.block;
    }
  });
}

}  // namespace normlab
