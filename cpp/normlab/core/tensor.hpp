// Tensor: dtype, shape and strides over shared storage.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "normlab/core/dtype.hpp"
#include "normlab/core/shape.hpp"

namespace normlab {

// A block of numbers that one or more tensors look at.
class Storage {
 public:
  virtual ~Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  void* data() { return data_; }
  // Counts in-place changes; autograd compares it with the count at saving time.
  std::uint32_t version = 0;

 protected:
  Storage() = default;
  void* data_ = nullptr;
};

// What all storages of this process hold now.
struct MemoryUse {
  Index storages = 0;
  Index bytes = 0;
};
MemoryUse memory_use();

// A handle: copies look at the same numbers, as in PyTorch. A default-made tensor is undefined.
class Tensor {
 public:
  Tensor() = default;

  static Tensor empty(const Shape& shape, DType dtype);
  static Tensor full(const Shape& shape, double value, DType dtype);
  static Tensor zeros(const Shape& shape, DType dtype) { return full(shape, 0, dtype); }
  template <class T>
  static Tensor from(const Shape& shape, const T* values);
  template <class T>
  static Tensor from(const Shape& shape, const std::vector<T>& values);

  bool defined() const { return storage_ != nullptr; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  const Shape& strides() const { return strides_; }
  int rank() const { return shape_.rank(); }
  Index size(int axis) const { return shape_[axis]; }
  Index numel() const { return shape_.numel(); }

  bool is_contiguous() const;
  // This tensor if it is contiguous, else a contiguous copy.
  Tensor contiguous() const;
  // A contiguous copy with its own storage.
  Tensor clone() const;
  // The same storage seen with another shape, strides and offset (in elements, from this tensor's first).
  Tensor view(const Shape& shape, const Shape& strides, Index offset = 0) const;
  // True when nothing else looks at the storage, so that it may be written without a copy.
  bool owns_alone() const { return storage_.use_count() == 1; }

  // The first element. The type must be the tensor's; strided tensors need strides() to read on.
  template <class T>
  T* data();
  template <class T>
  const T* data() const;

  // The first element as memory, for code that only moves numbers.
  std::byte* bytes();
  const std::byte* bytes() const { return const_cast<Tensor*>(this)->bytes(); }

  std::uint32_t version() const { return storage_->version; }
  void bump_version() { ++storage_->version; }
  bool shares_storage(const Tensor& other) const { return storage_ == other.storage_; }

 private:
  std::shared_ptr<Storage> storage_;
  Shape shape_;
  Shape strides_;
  Index offset_ = 0;
  DType dtype_ = DType::float32;
};

// Writes `source` (any strides) into `target` (same shape and dtype, any strides); both may look at one storage.
// Errors: a target that is a broadcast view (argument).
void copy_into(Tensor& target, const Tensor& source);

// The value of a one-element tensor as a double; throws a shape error named by `tag` otherwise.
double item(const char* tag, const Tensor& tensor);

inline std::byte* Tensor::bytes() {
  return static_cast<std::byte*>(storage_->data()) + static_cast<std::size_t>(offset_) * item_size(dtype_);
}

template <class T>
T* Tensor::data() {
  check(dtype_of<T> == dtype_, ErrorKind::internal, "tensor", "expected ", dtype_of<T>, " data, got ", dtype_);
  return static_cast<T*>(storage_->data()) + offset_;
}

template <class T>
const T* Tensor::data() const {
  return const_cast<Tensor*>(this)->data<T>();
}

template <class T>
Tensor Tensor::from(const Shape& shape, const T* values) {
  Tensor out = empty(shape, dtype_of<T>);
  std::copy(values, values + out.numel(), out.data<T>());
  return out;
}

template <class T>
Tensor Tensor::from(const Shape& shape, const std::vector<T>& values) {
  check(static_cast<Index>(values.size()) == shape.numel(), ErrorKind::shape, "tensor", "expected ", shape.numel(),
        " values for shape ", shape, ", got ", values.size());
  Tensor out = empty(shape, dtype_of<T>);
  std::copy(values.begin(), values.end(), out.data<T>());
  return out;
}

}  // namespace normlab
