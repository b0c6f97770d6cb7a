#pragma once

#include <emscripten/bind.h>

#include "normlab/autograd/variable.hpp"

namespace normlab::bindings {

using TensorClass = emscripten::class_<Variable>;

// Adds the operations to _Tensor.
void bind_operations(TensorClass& tensor);

}  // namespace normlab::bindings
