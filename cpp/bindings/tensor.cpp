// Variable as the JavaScript class _Tensor. No logic here: names, conversions and guards.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/format.hpp"
#include "normlab/autograd/in_place.hpp"
#include "tensor.hpp"

namespace normlab::bindings {

namespace {

void bind_values(TensorClass& tensor) {
  tensor.class_function("_from", guarded([](const val& values, const val& shape, const std::string& dtype) {
    return Variable(to_tensor(values, shape, dtype));
  }));
  tensor.class_function("_full", guarded([](const val& shape, double value, const std::string& dtype) {
    return Variable(Tensor::full(to_shape(shape), value, dtype_from_name(dtype)));
  }));
  tensor.function("_shape", guarded([](const Variable& x) { return from_shape(x.shape()); }));
  tensor.function("_dtype", guarded([](const Variable& x) { return std::string(dtype_name(x.dtype())); }));
  tensor.function("_bytes", guarded([](const Variable& x) {
    return static_cast<double>(x.data().numel()) * static_cast<double>(item_size(x.dtype()));
  }));
  tensor.function("_data", guarded([](const Variable& x) { return from_tensor(x.data()); }));
  tensor.function("_item", guarded([](const Variable& x) { return item("item", x.data()); }));
  tensor.function("_toString", guarded([](const Variable& x) { return to_string(x); }));
  tensor.function("_clone", guarded([](const Variable& x) {
    return record("CloneBackward0", x.data().clone(), {x}, [](Backward& pass) { pass.give(0, pass.dy()); });
  }));
  tensor.function("_snapshot", guarded([](const Variable& x) { return x.snapshot(); }));
  tensor.function("_become", guarded([](Variable& x, const std::string& tag, const Variable& result) {
    become(tag.c_str(), x, result);
  }));
  tensor.function("_assign", guarded([](Variable& x, const Variable& values) { x.assign(values.data()); }));
  tensor.function("_convert", guarded([](Variable& x, const std::string& dtype) {
    x.convert(dtype_from_name(dtype));
  }));
  tensor.function("_to", guarded([](const Variable& x, const std::string& dtype) {
    return to(x, dtype_from_name(dtype));
  }));
}

void bind_autograd(TensorClass& tensor) {
  tensor.function("_requiresGrad", guarded([](const Variable& x) { return x.requires_grad(); }));
  tensor.function("_setRequiresGrad", guarded([](Variable& x, bool on) { x.set_requires_grad(on); }));
  tensor.function("_isLeaf", guarded([](const Variable& x) { return x.is_leaf(); }));
  tensor.function("_gradFn", guarded([](const Variable& x) { return std::string(x.grad_fn()); }));
  tensor.function("_grad", guarded([](const Variable& x) {
    return x.grad().defined() ? val(Variable(x.grad())) : val::null();
  }));
  tensor.function("_setGrad", guarded([](Variable& x, const Variable& gradient) { x.set_grad(gradient.data()); }));
  tensor.function("_zeroGrad", guarded([](Variable& x, bool to_none) { x.zero_grad(to_none); }));
  tensor.function("_backward", guarded([](const Variable& x, bool retain) { x.backward(Tensor(), retain); }));
  tensor.function("_backwardFrom", guarded([](const Variable& x, const Variable& gradient, bool retain) {
    x.backward(gradient.data(), retain);
  }));
  tensor.function("_detach", guarded([](const Variable& x) { return x.detach(); }));
}

// Grad mode as a switch: web/api sets it back in a finally block.
bool set_grad_enabled(bool enabled) {
  const bool before = GradMode::enabled();
  GradMode::set(enabled);
  return before;
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_tensor) {
  TensorClass tensor("_Tensor");
  bind_values(tensor);
  bind_autograd(tensor);
  bind_operations(tensor);
  emscripten::function("_setGradEnabled", &set_grad_enabled);
  emscripten::function("_memory", guarded([] {
    val out = val::object();
    out.set("storages", static_cast<double>(memory_use().storages));
    out.set("bytes", static_cast<double>(memory_use().bytes));
    out.set("nodes", static_cast<double>(live_nodes()));
    return out;
  }));
}

}  // namespace normlab::bindings
