// For the kernel tests: a fixed stream of inputs, and buffers that notice when a kernel writes past their ends.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "normlab/core/shape.hpp"

namespace normlab::testing {

// Around the vector width and beyond it, as lengths of rows.
inline constexpr Index kernel_sizes[] = {1, 3, 4, 5, 31, 32, 33, 64, 768};

// For TYPED_TEST_SUITE: every kernel is built for these.
using Elements = ::testing::Types<float, double>;
struct ElementNames {
  template <class T>
  static std::string GetName(int) {
    return std::is_same_v<T, float> ? "float" : "double";
  }
};

// Half the distance from 1 to the next number: the largest relative error of one rounding.
template <class T>
constexpr double unit_roundoff() {
  return static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
}

// Splitmix64: an input stream that does not depend on the code under test.
class InputStream {
 public:
  explicit InputStream(std::uint64_t seed) : state_(seed) {}
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53); }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

template <class T>
std::vector<T> inputs(Index count, std::uint64_t seed, double low = -2, double high = 2) {
  InputStream stream(seed);
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values) value = static_cast<T>(stream.uniform(low, high));
  return values;
}

template <class To, class From>
std::vector<To> converted(const std::vector<From>& values) {
  return std::vector<To>(values.begin(), values.end());
}

// An array that starts `offset` elements after the start of its memory, so that it is not aligned to a vector, and has
// guards on both sides.
template <class T>
class Guarded {
 public:
  explicit Guarded(Index count, Index offset = 1)
      : count_(static_cast<std::size_t>(count)),
        offset_(static_cast<std::size_t>(offset)),
        memory_(count_ + offset_ + guards, guard) {}
  explicit Guarded(const std::vector<T>& values, Index offset = 1)
      : Guarded(static_cast<Index>(values.size()), offset) {
    if (count_ > 0) std::memcpy(data(), values.data(), count_ * sizeof(T));
  }

  T* data() { return memory_.data() + offset_; }
  const T* data() const { return memory_.data() + offset_; }
  T& operator[](Index i) { return data()[i]; }
  T operator[](Index i) const { return data()[i]; }
  Index size() const { return static_cast<Index>(count_); }
  std::vector<T> values() const { return std::vector<T>(data(), data() + count_); }

  bool guards_are_intact() const {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      if ((i < offset_ || i >= offset_ + count_) && memory_[i] != guard) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t guards = 16;
  static constexpr T guard = T{-12345};
  std::size_t count_;
  std::size_t offset_;
  std::vector<T> memory_;
};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace normlab::testing
