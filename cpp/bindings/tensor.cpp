// Variable as the JavaScript class _Tensor. No logic here: names, conversions and guards.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/autograd/format.hpp"

namespace normlab::bindings {

namespace {

using emscripten::class_;
using Tensor_ = class_<Variable>;

template <Variable (*op)(const Variable&, const Variable&)>
void bind_binary(Tensor_& tensor, const char* name, const char* scalar_name, const char* reversed_name) {
  tensor.function(name, guarded([](const Variable& a, const Variable& b) { return op(a, b); }));
  tensor.function(scalar_name, guarded([](const Variable& a, double value, bool integral) {
    return op(a, scalar_like(a, value, integral));
  }));
  tensor.function(reversed_name, guarded([](const Variable& a, double value, bool integral) {
    return op(scalar_like(a, value, integral), a);
  }));
}

template <Variable (*op)(const Variable&)>
void bind_unary(Tensor_& tensor, const char* name) {
  tensor.function(name, guarded([](const Variable& x) { return op(x); }));
}

template <Compare op>
void bind_compare(Tensor_& tensor, const char* name, const char* scalar_name) {
  tensor.function(name, guarded([](const Variable& a, const Variable& b) {
    return Variable(compare("compare", op, a.data(), b.data()));
  }));
  tensor.function(scalar_name, guarded([](const Variable& a, double value, bool integral) {
    return Variable(compare("compare", op, a.data(), scalar_like(a, value, integral).data()));
  }));
}

void bind_values(Tensor_& tensor) {
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
  tensor.function("_assign", guarded([](Variable& x, const Variable& values) { x.assign(values.data()); }));
  tensor.function("_convert", guarded([](Variable& x, const std::string& dtype) {
    x.convert(dtype_from_name(dtype));
  }));
  tensor.function("_to", guarded([](const Variable& x, const std::string& dtype) {
    return to(x, dtype_from_name(dtype));
  }));
}

void bind_autograd(Tensor_& tensor) {
  tensor.function("_requiresGrad", guarded([](const Variable& x) { return x.requires_grad(); }));
  tensor.function("_setRequiresGrad", guarded([](Variable& x, bool on) { x.set_requires_grad(on); }));
  tensor.function("_isLeaf", guarded([](const Variable& x) { return x.is_leaf(); }));
  tensor.function("_gradFn", guarded([](const Variable& x) { return std::string(x.grad_fn()); }));
  tensor.function("_grad", guarded([](const Variable& x) {
    return x.grad().defined() ? val(Variable(x.grad())) : val::null();
  }));
  tensor.function("_zeroGrad", guarded([](Variable& x, bool to_none) { x.zero_grad(to_none); }));
  tensor.function("_backward", guarded([](const Variable& x, bool retain) { x.backward(Tensor(), retain); }));
  tensor.function("_backwardFrom", guarded([](const Variable& x, const Variable& gradient, bool retain) {
    x.backward(gradient.data(), retain);
  }));
  tensor.function("_detach", guarded([](const Variable& x) { return x.detach(); }));
}

void bind_maths(Tensor_& tensor) {
  bind_binary<add>(tensor, "_add", "_addScalar", "_raddScalar");
  bind_binary<sub>(tensor, "_sub", "_subScalar", "_rsubScalar");
  bind_binary<mul>(tensor, "_mul", "_mulScalar", "_rmulScalar");
  bind_binary<div>(tensor, "_div", "_divScalar", "_rdivScalar");
  bind_binary<pow>(tensor, "_pow", "_powScalar", "_rpowScalar");
  bind_binary<maximum>(tensor, "_maximum", "_maximumScalar", "_rmaximumScalar");
  bind_binary<minimum>(tensor, "_minimum", "_minimumScalar", "_rminimumScalar");
  bind_unary<neg>(tensor, "_neg");
  bind_unary<abs>(tensor, "_abs");
  bind_unary<exp>(tensor, "_exp");
  bind_unary<log>(tensor, "_log");
  bind_unary<sqrt>(tensor, "_sqrt");
  bind_unary<tanh>(tensor, "_tanh");
  bind_unary<relu>(tensor, "_relu");
  bind_unary<sigmoid>(tensor, "_sigmoid");
  bind_unary<softmax>(tensor, "_softmax");
  bind_unary<log_softmax>(tensor, "_logSoftmax");
  bind_compare<Compare::eq>(tensor, "_eq", "_eqScalar");
  bind_compare<Compare::ne>(tensor, "_ne", "_neScalar");
  bind_compare<Compare::lt>(tensor, "_lt", "_ltScalar");
  bind_compare<Compare::le>(tensor, "_le", "_leScalar");
  bind_compare<Compare::gt>(tensor, "_gt", "_gtScalar");
  bind_compare<Compare::ge>(tensor, "_ge", "_geScalar");
  tensor.function("_matmul", guarded([](const Variable& a, const Variable& b) { return matmul(a, b); }));
}

void bind_reductions(Tensor_& tensor) {
  tensor.function("_sum", guarded([](const Variable& x, const val& dims, bool keepdim) {
    return sum(x, to_indices(dims), keepdim);
  }));
  tensor.function("_mean", guarded([](const Variable& x, const val& dims, bool keepdim) {
    return mean(x, to_indices(dims), keepdim);
  }));
  tensor.function("_var", guarded([](const Variable& x, const val& dims, double correction, bool keepdim) {
    return var(x, to_indices(dims), correction, keepdim);
  }));
  tensor.function("_std", guarded([](const Variable& x, const val& dims, double correction, bool keepdim) {
    return std(x, to_indices(dims), correction, keepdim);
  }));
  tensor.function("_max", guarded([](const Variable& x) { return max(x); }));
  tensor.function("_min", guarded([](const Variable& x) { return min(x); }));
  tensor.function("_argmax", guarded([](const Variable& x, int dim, bool keepdim) {
    return Variable(argmax(x.data(), dim, keepdim));
  }));
  tensor.function("_argmin", guarded([](const Variable& x, int dim, bool keepdim) {
    return Variable(argmin(x.data(), dim, keepdim));
  }));
}

void bind_views(Tensor_& tensor) {
  tensor.function("_reshape", guarded([](const Variable& x, const val& shape) { return reshape(x, to_shape(shape)); }));
  tensor.function("_permute", guarded([](const Variable& x, const val& axes) { return permute(x, to_shape(axes)); }));
  tensor.function("_transpose", guarded([](const Variable& x, int a, int b) { return transpose(x, a, b); }));
  tensor.function("_slice", guarded([](const Variable& x, int axis, int start, int stop, int step) {
    return slice(x, axis, start, stop, step);
  }));
  tensor.function("_select", guarded([](const Variable& x, int axis, int index) { return select(x, axis, index); }));
  tensor.function("_expand", guarded([](const Variable& x, const val& shape) { return expand(x, to_shape(shape)); }));
  tensor.function("_indexRows", guarded([](const Variable& x, const Variable& rows) {
    return index_rows(x, rows.data());
  }));
  tensor.class_function("_cat", guarded([](const val& parts, int axis) { return cat(to_variables(parts), axis); }));
  tensor.class_function("_where", guarded([](const Variable& condition, const Variable& a, const Variable& b) {
    return where(condition.data(), a, b);
  }));
}

// Grad mode as a switch: web/api sets it back in a finally block.
bool set_grad_enabled(bool enabled) {
  const bool before = GradMode::enabled();
  GradMode::set(enabled);
  return before;
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_tensor) {
  Tensor_ tensor("_Tensor");
  bind_values(tensor);
  bind_autograd(tensor);
  bind_maths(tensor);
  bind_reductions(tensor);
  bind_views(tensor);
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
