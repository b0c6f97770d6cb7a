// Operations of _Tensor. Those of one form share a function that takes their name: each bound function costs size.
#include "tensor.hpp"

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/autograd/activations.hpp"
#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/extremes.hpp"
#include "normlab/autograd/indexing.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/reductions.hpp"
#include "normlab/autograd/shaping.hpp"

namespace normlab::bindings {

namespace {

template <class F>
struct Entry {
  const char* name;
  F function;
};

template <class F, std::size_t count>
F find(const Entry<F> (&table)[count], const std::string& name) {
  for (const Entry<F>& entry : table) {
    if (name == entry.name) return entry.function;
  }
  fail(ErrorKind::internal, "tensor", "expected a known operation, got ", name);
}

using UnaryFunction = Variable (*)(const Variable&);
using BinaryFunction = Variable (*)(const Variable&, const Variable&);

const Entry<UnaryFunction> unary_table[] = {
    {"neg", neg},         {"abs", abs},       {"exp", exp},   {"log", log},   {"sqrt", sqrt},   {"rsqrt", rsqrt},
    {"reciprocal", reciprocal},
    {"sin", sin},         {"cos", cos},       {"erf", erf},   {"sign", sign}, {"floor", floor}, {"ceil", ceil},
    {"round", round},     {"tanh", tanh},     {"relu", relu}, {"max", max},   {"min", min},     {"squeeze", squeeze},
    {"sigmoid", sigmoid}, {"softmax", softmax}, {"logSoftmax", log_softmax},
};

const Entry<BinaryFunction> binary_table[] = {
    {"add", add}, {"sub", sub},         {"mul", mul},         {"div", div},
    {"pow", pow}, {"maximum", maximum}, {"minimum", minimum}, {"matmul", matmul},
};

const Entry<Compare> compare_table[] = {
    {"eq", Compare::eq}, {"ne", Compare::ne}, {"lt", Compare::lt},
    {"le", Compare::le}, {"gt", Compare::gt}, {"ge", Compare::ge},
};

void bind_maths(TensorClass& tensor) {
  tensor.function("_unary", guarded([](const Variable& x, const std::string& name) {
    return find(unary_table, name)(x);
  }));
  tensor.function("_binary", guarded([](const Variable& a, const std::string& name, const Variable& b) {
    return find(binary_table, name)(a, b);
  }));
  tensor.function("_binaryScalar", guarded([](const Variable& a, const std::string& name, double value, bool integral,
                                              bool reversed) {
    const Variable number = scalar_like(a, value, integral);
    return reversed ? find(binary_table, name)(number, a) : find(binary_table, name)(a, number);
  }));
  tensor.function("_compare", guarded([](const Variable& a, const std::string& name, const Variable& b) {
    return Variable(compare("compare", find(compare_table, name), a.data(), b.data()));
  }));
  tensor.function("_compareScalar", guarded([](const Variable& a, const std::string& name, double value,
                                               bool integral) {
    return Variable(compare("compare", find(compare_table, name), a.data(), scalar_like(a, value, integral).data()));
  }));
  tensor.function("_maskedFill", guarded([](const Variable& x, const Variable& mask, double value) {
    return masked_fill(x, mask.data(), value);
  }));
  tensor.function("_filled", guarded([](const Variable& x, double value) {
    return filled_like(x, value);
  }));
  tensor.function("_scalar", guarded([](const Variable& x, double value, bool integral) {
    return scalar_like(x, value, integral);
  }));
  tensor.function("_clamp", guarded([](const Variable& x, const val& low, const val& high) {
    const auto bound = [](const val& number) {
      return number.isNull() ? std::optional<double>() : number.as<double>();
    };
    return clamp(x, bound(low), bound(high));
  }));
}

using ReduceFunction = Variable (*)(const Variable&, const std::vector<Index>&, bool);
using FlatReduceFunction = Tensor (*)(const Tensor&, const std::vector<Index>&, bool);
using ArgFunction = Tensor (*)(const Tensor&, Index, bool);
using ExtremeFunction = Extreme (*)(const Variable&, Index, bool);
using SpreadFunction = Variable (*)(const Variable&, const std::vector<Index>&, double, bool);

const Entry<ReduceFunction> reduce_table[] = {{"sum", sum}, {"mean", mean}, {"amax", amax}, {"amin", amin}};
const Entry<FlatReduceFunction> flat_reduce_table[] = {{"any", any}, {"all", all}};
const Entry<ArgFunction> arg_table[] = {{"argmax", argmax}, {"argmin", argmin}};
const Entry<ExtremeFunction> extreme_table[] = {{"max", max}, {"min", min}};
const Entry<SpreadFunction> spread_table[] = {{"var", var}, {"std", std}};

void bind_reductions(TensorClass& tensor) {
  tensor.function("_reduce", guarded([](const Variable& x, const std::string& name, const val& dims, bool keepdim) {
    return find(reduce_table, name)(x, to_indices(dims), keepdim);
  }));
  tensor.function("_flatReduce", guarded([](const Variable& x, const std::string& name, const val& dims, bool keepdim) {
    return Variable(find(flat_reduce_table, name)(x.data(), to_indices(dims), keepdim));
  }));
  tensor.function("_spread", guarded([](const Variable& x, const std::string& name, const val& dims, double correction,
                                        bool keepdim) {
    return find(spread_table, name)(x, to_indices(dims), correction, keepdim);
  }));
  tensor.function("_norm", guarded([](const Variable& x, double p, const val& dims, bool keepdim) {
    return norm(x, p, to_indices(dims), keepdim);
  }));
  tensor.function("_arg", guarded([](const Variable& x, const std::string& name, int dim, bool keepdim) {
    return Variable(find(arg_table, name)(x.data(), dim, keepdim));
  }));
  tensor.function("_extreme", guarded([](const Variable& x, const std::string& name, int dim, bool keepdim) {
    const Extreme found = find(extreme_table, name)(x, dim, keepdim);
    val out = val::object();
    out.set("values", found.values);
    out.set("indices", Variable(found.indices));
    return out;
  }));
}

void bind_views(TensorClass& tensor) {
  tensor.function("_reshape", guarded([](const Variable& x, const val& shape) { return reshape(x, to_shape(shape)); }));
  tensor.function("_permute", guarded([](const Variable& x, const val& axes) { return permute(x, to_shape(axes)); }));
  tensor.function("_transpose", guarded([](const Variable& x, int a, int b) { return transpose(x, a, b); }));
  tensor.function("_unsqueeze", guarded([](const Variable& x, int axis) { return unsqueeze(x, axis); }));
  tensor.function("_squeezeAxis", guarded([](const Variable& x, int axis) { return squeeze(x, axis); }));
  tensor.function("_slice", guarded([](const Variable& x, int axis, int start, int stop, int step) {
    return slice(x, axis, start, stop, step);
  }));
  tensor.function("_select", guarded([](const Variable& x, int axis, int index) { return select(x, axis, index); }));
  tensor.function("_expand", guarded([](const Variable& x, const val& shape) { return expand(x, to_shape(shape)); }));
  tensor.class_function("_cat", guarded([](const val& parts, int axis) { return cat(to_variables(parts), axis); }));
  tensor.class_function("_stack", guarded([](const val& parts, int axis) { return stack(to_variables(parts), axis); }));
}

// Positions as numbers, slices as [start, stop, step], new axes as null, an ellipsis as "...", index tensors.
std::vector<IndexItem> to_items(const val& items) {
  std::vector<IndexItem> out;
  const unsigned count = items["length"].as<unsigned>();
  for (unsigned i = 0; i < count; ++i) {
    const val part = items[i];
    IndexItem item;
    if (part.isNull()) {
      item.kind = IndexItem::Kind::new_axis;
    } else if (part.isNumber()) {
      item.kind = IndexItem::Kind::position;
      item.start = static_cast<Index>(part.as<double>());
    } else if (part.isArray()) {
      item.kind = IndexItem::Kind::slice;
      const std::vector<Index> bounds = to_indices(part);
      item.start = bounds[0];
      item.stop = bounds[1];
      item.step = bounds[2];
    } else if (!part.isString()) {
      item.kind = IndexItem::Kind::tensor;
      item.tensor = part.as<Variable>().data();
    }
    out.push_back(item);
  }
  return out;
}

void bind_indexing(TensorClass& tensor) {
  tensor.function("_index", guarded([](const Variable& x, const val& items) { return index(x, to_items(items)); }));
  tensor.function("_indexPut", guarded([](Variable& x, const val& items, const Variable& values) {
    index_put(x, to_items(items), values);
  }));
  tensor.function("_indexRows", guarded([](const Variable& x, const Variable& rows) {
    return index_rows(x, rows.data());
  }));
  tensor.function("_gather", guarded([](const Variable& x, int axis, const Variable& positions) {
    return gather(x, axis, positions.data());
  }));
  tensor.class_function("_where", guarded([](const Variable& condition, const Variable& a, const Variable& b) {
    return where(condition.data(), a, b);
  }));
}

}  // namespace

void bind_operations(TensorClass& tensor) {
  bind_maths(tensor);
  bind_reductions(tensor);
  bind_views(tensor);
  bind_indexing(tensor);
}

}  // namespace normlab::bindings
