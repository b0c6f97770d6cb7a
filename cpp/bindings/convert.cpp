#include "convert.hpp"

#include "normlab/core/elementwise.hpp"

namespace normlab::bindings {

Shape to_shape(const val& sizes) { return Shape(to_indices(sizes)); }

std::vector<Index> to_indices(const val& numbers) {
  const std::vector<double> values = emscripten::convertJSArrayToNumberVector<double>(numbers);
  return std::vector<Index>(values.begin(), values.end());
}

val from_indices(const Index* values, std::size_t count) {
  val out = val::array();
  for (std::size_t i = 0; i < count; ++i) out.set(i, static_cast<double>(values[i]));
  return out;
}

val from_shape(const Shape& shape) { return from_indices(shape.begin(), static_cast<std::size_t>(shape.rank())); }

std::vector<Variable> to_variables(const val& raw_tensors) {
  const unsigned count = raw_tensors["length"].as<unsigned>();
  std::vector<Variable> out;
  out.reserve(count);
  for (unsigned i = 0; i < count; ++i) {
    out.push_back(raw_tensors[i].as<Variable>());
  }
  return out;
}

namespace {

template <class T>
Tensor copy_in(const val& typed_array, const Shape& shape) {
  Tensor out = Tensor::empty(shape, dtype_of<T>);
  using Unit = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
  val(emscripten::typed_memory_view(static_cast<std::size_t>(out.numel()), reinterpret_cast<Unit*>(out.data<T>())))
      .call<void>("set", typed_array);
  return out;
}

template <class T>
val copy_out(const Tensor& tensor) {
  using Unit = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
  return val(emscripten::typed_memory_view(static_cast<std::size_t>(tensor.numel()),
                                           reinterpret_cast<const Unit*>(tensor.data<T>())))
      .call<val>("slice");
}

}  // namespace

Tensor to_tensor(const val& typed_array, const val& sizes, const std::string& dtype) {
  const Shape shape = to_shape(sizes);
  switch (dtype_from_name(dtype)) {
    case DType::float32: return copy_in<float>(typed_array, shape);
    case DType::float64: return copy_in<double>(typed_array, shape);
    case DType::int64: return cast(copy_in<double>(typed_array, shape), DType::int64);
    case DType::int32: return copy_in<std::int32_t>(typed_array, shape);
    case DType::boolean: return copy_in<bool>(typed_array, shape);
  }
  fail(ErrorKind::internal, "to_tensor", "unknown dtype");
}

val from_tensor(const Tensor& tensor) {
  const Tensor in = tensor.contiguous();
  switch (in.dtype()) {
    case DType::float32: return copy_out<float>(in);
    case DType::float64: return copy_out<double>(in);
    case DType::int64: return copy_out<double>(cast(in, DType::float64));
    case DType::int32: return copy_out<std::int32_t>(in);
    case DType::boolean: return copy_out<bool>(in);
  }
  fail(ErrorKind::internal, "from_tensor", "unknown dtype");
}

}  // namespace normlab::bindings
