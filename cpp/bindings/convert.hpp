// All conversion between JavaScript values and the core. Numbers leave as copies: a view of wasm memory would die when
// the memory grows.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "normlab/autograd/variable.hpp"

namespace normlab::bindings {

using emscripten::val;

// Arrays of integers that web/api has checked.
Shape to_shape(const val& sizes);
std::vector<Index> to_indices(const val& numbers);
val from_indices(const Index* values, std::size_t count);
val from_shape(const Shape& shape);

std::vector<Variable> to_variables(const val& raw_tensors);

// A tensor with the numbers of a typed array: Float32Array for float32, Float64Array for float64 and int64,
// Int32Array for int32, Uint8Array for bool.
Tensor to_tensor(const val& typed_array, const val& shape, const std::string& dtype);
// The numbers of a tensor in row-major order, as a fresh typed array of the same kinds.
val from_tensor(const Tensor& tensor);

}  // namespace normlab::bindings
