// Shapes and strides: up to 8 dimensions, stored in place so that making a tensor needs no extra allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace normlab {

using Index = std::int64_t;

class Shape {
 public:
  static constexpr int max_rank = 8;

  Shape() = default;
  Shape(std::initializer_list<Index> sizes);
  explicit Shape(const std::vector<Index>& sizes);
  // `rank` sizes, all equal to `value`.
  static Shape filled(int rank, Index value);

  int rank() const { return rank_; }
  Index operator[](int axis) const { return sizes_[axis]; }
  Index& operator[](int axis) { return sizes_[axis]; }
  const Index* begin() const { return sizes_.data(); }
  const Index* end() const { return sizes_.data() + rank_; }
  Index back() const { return sizes_[rank_ - 1]; }
  void push_back(Index size);

  // Number of elements: the product of the sizes, 1 for rank 0. Errors: 2^63 or more (shape).
  Index numel() const;

  friend bool operator==(const Shape& a, const Shape& b) {
    return a.rank_ == b.rank_ && std::equal(a.begin(), a.end(), b.begin());
  }
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  std::array<Index, max_rank> sizes_{};
  int rank_ = 0;
};

// "(64, 10)"; the form used in errors.
void append_text(std::string& out, const Shape& shape);

// Row-major strides of a contiguous array.
Shape contiguous_strides(const Shape& shape);

// The shape that two shapes broadcast to (NumPy's rule); throws a shape error named by `tag`.
Shape broadcast_shapes(const char* tag, const Shape& a, const Shape& b);

// Where element `position` of a row-major array is: its index along each axis.
Shape unravel(Index position, const Shape& shape);

// Maps -rank..rank-1 to 0..rank-1; throws a shape error named by `tag` otherwise.
int normalize_axis(const char* tag, Index axis, int rank);

}  // namespace normlab
