#include "normlab/core/shape.hpp"

#include "normlab/core/check.hpp"

namespace normlab {

namespace {

// a · b. Sizes may come from a user: a product that 64 bits do not hold is an error, never an overflow.
Index product(Index a, Index b) {
  constexpr Index small = Index(1) << 31;
  if (a < small && b < small && a >= 0 && b >= 0) return a * b;
  Index out = 0;
  check(!__builtin_mul_overflow(a, b, &out), ErrorKind::shape, "shape", "expected fewer than 2^63 elements, got sizes ",
        a, " times ", b);
  return out;
}

}  // namespace

Shape::Shape(std::initializer_list<Index> sizes) {
  for (Index size : sizes) push_back(size);
}

Shape::Shape(const std::vector<Index>& sizes) {
  for (Index size : sizes) push_back(size);
}

Shape Shape::filled(int rank, Index value) {
  Shape shape;
  for (int axis = 0; axis < rank; ++axis) shape.push_back(value);
  return shape;
}

void Shape::push_back(Index size) {
  check(rank_ < max_rank, ErrorKind::shape, "shape", "expected at most ", max_rank, " dimensions, got more");
  sizes_[rank_++] = size;
}

Index Shape::numel() const {
  Index count = 1;
  for (Index size : *this) count = product(count, size);
  return count;
}

void append_text(std::string& out, const Shape& shape) {
  out += '(';
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axis > 0) out += ", ";
    out += std::to_string(shape[axis]);
  }
  out += ')';
}

Shape contiguous_strides(const Shape& shape) {
  Shape strides = shape;
  Index stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride = product(stride, std::max<Index>(shape[axis], 1));
  }
  return strides;
}

Shape broadcast_shapes(const char* tag, const Shape& a, const Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  Shape out = Shape::filled(rank, 1);
  for (int axis = 0; axis < rank; ++axis) {
    const int in_a = axis - (rank - a.rank());
    const int in_b = axis - (rank - b.rank());
    const Index size_a = in_a < 0 ? 1 : a[in_a];
    const Index size_b = in_b < 0 ? 1 : b[in_b];
    check(size_a == size_b || size_a == 1 || size_b == 1, ErrorKind::shape, tag,
          "expected shapes that broadcast, got ", a, " and ", b, ": dimension ", axis, " is ", size_a, " against ",
          size_b);
    out[axis] = size_a == 1 ? size_b : size_a;
  }
  return out;
}

Shape unravel(Index position, const Shape& shape) {
  Shape out = shape;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    out[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return out;
}

int normalize_axis(const char* tag, Index axis, int rank) {
  const int allowed = std::max(rank, 1);
  check(axis >= -allowed && axis < allowed, ErrorKind::shape, tag, "expected dim in ", -allowed, "..", allowed - 1,
        ", got ", axis);
  return static_cast<int>(axis < 0 ? axis + allowed : axis);
}

}  // namespace normlab
