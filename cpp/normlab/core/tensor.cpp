#include "normlab/core/tensor.hpp"

#include <cstring>

#include "normlab/core/expression.hpp"
#include "normlab/core/pool.hpp"

namespace normlab {

namespace {

MemoryUse live;

Index units_for(DType dtype, Index count) {
  return (count * static_cast<Index>(item_size(dtype)) + 7) / 8;
}

// Numbers in 8-byte units: aligned for every dtype, left uninitialised.
class Block : public Storage {
 public:
  Block(DType dtype, Index count) : units_(static_cast<std::size_t>(units_for(dtype, count))) {
    data_ = units_.data();
    ++live.storages;
    live.bytes += bytes();
  }
  ~Block() override {
    --live.storages;
    live.bytes -= bytes();
  }

 private:
  Index bytes() const { return static_cast<Index>(units_.size()) * 8; }

  xt::uvector<double, PoolAllocator<double>> units_;
};

// Row after row, from strides to strides; the shapes are equal, with at least one axis and one element.
template <class T>
void copy_strided(T* to, const Tensor& target, const T* from, const Tensor& source) {
  const int last = target.rank() - 1;
  Shape position = Shape::filled(target.rank(), 0);
  Index to_row = 0;
  Index from_row = 0;
  for (bool more = true; more;) {
    for (Index i = 0; i < target.size(last); ++i) {
      to[to_row + i * target.strides()[last]] = from[from_row + i * source.strides()[last]];
    }
    more = false;
    for (int axis = last - 1; axis >= 0 && !more; --axis) {
      to_row += target.strides()[axis];
      from_row += source.strides()[axis];
      more = ++position[axis] < target.size(axis);
      if (more) continue;
      to_row -= target.strides()[axis] * target.size(axis);
      from_row -= source.strides()[axis] * target.size(axis);
      position[axis] = 0;
    }
  }
}

// True when several elements are the same place in memory, as in a view that broadcasts.
bool repeats_elements(const Tensor& tensor) {
  for (int axis = 0; axis < tensor.rank(); ++axis) {
    if (tensor.size(axis) > 1 && tensor.strides()[axis] == 0) return true;
  }
  return false;
}

}  // namespace

MemoryUse memory_use() { return live; }

Tensor Tensor::empty(const Shape& shape, DType dtype) {
  double count = 1;
  for (Index size : shape) {
    check(size >= 0, ErrorKind::shape, "tensor", "expected sizes of at least 0, got shape ", shape);
    count *= static_cast<double>(size);
  }
  constexpr double max_bytes = 1073741824;
  check(count * static_cast<double>(item_size(dtype)) <= max_bytes, ErrorKind::shape, "tensor",
        "expected at most 1 GiB in one tensor, got shape ", shape, " of ", dtype);
  Tensor out;
  out.shape_ = shape;
  out.strides_ = contiguous_strides(shape);
  out.dtype_ = dtype;
  out.storage_ = std::allocate_shared<Block>(PoolAllocator<Block>(), dtype, shape.numel());
  return out;
}

Tensor Tensor::full(const Shape& shape, double value, DType dtype) {
  Tensor out = empty(shape, dtype);
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(out.data<T>(), out.numel(), convert_number<T>(value));
  });
  return out;
}

bool Tensor::is_contiguous() const {
  Index stride = 1;
  for (int axis = rank() - 1; axis >= 0; --axis) {
    if (shape_[axis] != 1 && strides_[axis] != stride) return numel() == 0;
    stride *= shape_[axis];
  }
  return true;
}

Tensor Tensor::contiguous() const { return is_contiguous() ? *this : clone(); }

Tensor Tensor::clone() const {
  Tensor out = empty(shape_, dtype_);
  copy_into(out, *this);
  return out;
}

Tensor Tensor::view(const Shape& shape, const Shape& strides, Index offset) const {
  Tensor out = *this;
  out.shape_ = shape;
  out.strides_ = strides;
  if (shape.numel() > 0) out.offset_ += offset;  // an empty view has no first element to point at
  return out;
}

void copy_into(Tensor& target, const Tensor& source) {
  check(target.shape() == source.shape() && target.dtype() == source.dtype(), ErrorKind::internal, "copy_into",
        "expected ", target.dtype(), target.shape(), ", got ", source.dtype(), source.shape());
  if (target.numel() == 0) return;
  check(!repeats_elements(target), ErrorKind::argument, "copy_into",
        "expected a target with a place for each element, got a broadcast view of shape ", target.shape(),
        "; clone() it first");
  const bool in_order = target.is_contiguous() && source.is_contiguous();
  // A transpose of the target would be read after parts of it were overwritten.
  if (!in_order && target.shares_storage(source)) return copy_into(target, source.clone());
  dispatch(target.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if (in_order) {
      std::memmove(target.data<T>(), source.data<T>(), static_cast<std::size_t>(target.numel()) * sizeof(T));
    } else {
      copy_strided(target.data<T>(), target, source.data<T>(), source);
    }
  });
}

double item(const char* tag, const Tensor& tensor) {
  check(tensor.numel() == 1, ErrorKind::shape, tag, "expected a tensor with one element, got shape ", tensor.shape());
  return dispatch(tensor.dtype(), [&](auto zero) { return static_cast<double>(*tensor.data<decltype(zero)>()); });
}

}  // namespace normlab
