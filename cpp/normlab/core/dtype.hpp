// Element types and PyTorch's promotion between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "normlab/core/check.hpp"

namespace normlab {

enum class DType : std::uint8_t { boolean, int32, int64, float32, float64 };

template <class T>
struct DTypeOf;
template <>
struct DTypeOf<bool> { static constexpr DType value = DType::boolean; };
template <>
struct DTypeOf<std::int32_t> { static constexpr DType value = DType::int32; };
template <>
struct DTypeOf<std::int64_t> { static constexpr DType value = DType::int64; };
template <>
struct DTypeOf<float> { static constexpr DType value = DType::float32; };
template <>
struct DTypeOf<double> { static constexpr DType value = DType::float64; };

template <class T>
inline constexpr DType dtype_of = DTypeOf<T>::value;

inline bool is_floating_point(DType dtype) { return dtype == DType::float32 || dtype == DType::float64; }

// Category order of PyTorch's promotion: bool (0) < integers (1) < floats (2).
inline int category(DType dtype) { return dtype == DType::boolean ? 0 : is_floating_point(dtype) ? 2 : 1; }

// PyTorch's name: "float32", "float64", "int64", "int32", "bool".
const char* dtype_name(DType dtype);
inline void append_text(std::string& out, DType dtype) { out += dtype_name(dtype); }

// The dtype of a PyTorch name; throws an argument error that lists the names.
DType dtype_from_name(const std::string& name);

std::size_t item_size(DType dtype);

// The smallest dtype that holds both, as torch.promote_types: bool < int32 < int64 < float32 < float64.
inline DType promote_types(DType a, DType b) { return a > b ? a : b; }

// `value` as another type. Floats to integers lose their fraction; NaN and what does not fit become the smallest
// integer, as in PyTorch on x86-64 (C++ leaves both undefined). Wide integers keep their low bits.
template <class To, class From>
To convert_number(From value) {
  if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool> && std::is_floating_point_v<From>) {
    constexpr From lowest = static_cast<From>(std::numeric_limits<To>::min());
    if (!(value >= lowest && value < -lowest)) return std::numeric_limits<To>::min();
  }
  return static_cast<To>(value);
}

// Calls f(T()) with the C++ type of `dtype`.
template <class F>
auto dispatch(DType dtype, F&& f) {
  switch (dtype) {
    case DType::boolean: return f(bool());
    case DType::int32: return f(std::int32_t());
    case DType::int64: return f(std::int64_t());
    case DType::float32: return f(float());
    case DType::float64: return f(double());
  }
  fail(ErrorKind::internal, "dtype", "unknown dtype ", static_cast<int>(dtype));
}

// Calls f(float()) or f(double()); throws an argument error named by `tag` for other types.
template <class F>
auto dispatch_floating(const char* tag, DType dtype, F&& f) {
  if (dtype == DType::float32) return f(float());
  if (dtype == DType::float64) return f(double());
  fail(ErrorKind::argument, tag, "expected a floating point tensor, got ", dtype);
}

}  // namespace normlab
