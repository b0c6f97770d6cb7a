// Layers, losses and the functional forms.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "guard.hpp"
#include "js_layer.hpp"
#include "normlab/autograd/attention.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/dropout.hpp"
#include "normlab/nn/embedding.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/loss.hpp"
#include "normlab/nn/norm_table.hpp"
#include "normlab/nn/norms.hpp"
#include "normlab/nn/residual.hpp"
#include "normlab/nn/sequential.hpp"

namespace normlab::bindings {

namespace {

using emscripten::class_;
using LayerPointer = std::shared_ptr<nn::Layer>;

std::optional<double> to_optional(const val& number) {
  return number.isNull() ? std::nullopt : std::optional<double>(number.as<double>());
}

Variable to_optional_variable(const val& raw_tensor) {
  return raw_tensor.isNull() ? Variable() : raw_tensor.as<Variable>();
}

Tensor to_optional_tensor(const val& raw_tensor) {
  return raw_tensor.isNull() ? Tensor() : to_optional_variable(raw_tensor).data();
}

std::optional<Index> to_optional_index(const val& number) {
  return number.isNull() ? std::nullopt : std::optional<Index>(static_cast<Index>(number.as<double>()));
}

LayerPointer make_activation(const std::string& name) {
  if (name == "Tanh") return std::make_shared<nn::Tanh>();
  if (name == "ReLU") return std::make_shared<nn::ReLU>();
  if (name == "Sigmoid") return std::make_shared<nn::Sigmoid>();
  if (name == "SiLU") return std::make_shared<nn::SiLU>();
  if (name == "Identity") return std::make_shared<nn::Identity>();
  fail(ErrorKind::internal, "activation", "unknown activation ", name);
}

val find_tensor(const nn::Module& module, const std::string& name) {
  for (const auto& entries : {module.named_parameters(), module.named_buffers()}) {
    for (const auto& [key, value] : entries) {
      if (key == name) return val(value);
    }
  }
  return val::null();
}

void bind_layers() {
  class_<nn::Layer> layer("_Layer");
  layer.smart_ptr<LayerPointer>("_LayerPointer");
  layer.class_function("_linear", guarded([](double in_features, double out_features, bool bias) -> LayerPointer {
    return std::make_shared<nn::Linear>(static_cast<Index>(in_features), static_cast<Index>(out_features), bias);
  }));
  layer.class_function("_batchNorm", guarded([](int dimensions, double features, double eps, const val& momentum,
                                                bool affine, bool track_running_stats) -> LayerPointer {
    const nn::BatchNormOptions options{eps, to_optional(momentum), affine, track_running_stats};
    if (dimensions == 2) return std::make_shared<nn::BatchNorm2d>(static_cast<Index>(features), options);
    return std::make_shared<nn::BatchNorm1d>(static_cast<Index>(features), options);
  }));
  layer.class_function("_layerNorm", guarded([](const val& shape, double eps, bool affine, bool bias) -> LayerPointer {
    return std::make_shared<nn::LayerNorm>(to_shape(shape), nn::LayerNormOptions{eps, affine, bias});
  }));
  layer.class_function("_rmsNorm", guarded([](const val& shape, const val& eps, bool affine, bool bias) -> LayerPointer {
    return std::make_shared<nn::RMSNorm>(to_shape(shape), nn::RMSNormOptions{to_optional(eps), affine, bias});
  }));
  layer.class_function("_dropout", guarded([](double p) -> LayerPointer { return std::make_shared<nn::Dropout>(p); }));
  layer.class_function("_embedding", guarded([](double count, double dim, const val& padding_idx) -> LayerPointer {
    return std::make_shared<nn::Embedding>(static_cast<Index>(count), static_cast<Index>(dim),
                                           to_optional_index(padding_idx));
  }));
  layer.class_function("_residual", guarded([](LayerPointer sublayer, LayerPointer norm, LayerPointer dropout,
                                               bool pre) -> LayerPointer {
    return std::make_shared<nn::ResidualConnection>(std::move(sublayer), std::move(norm), std::move(dropout),
                                                    pre ? nn::NormPlace::pre : nn::NormPlace::post);
  }));
  layer.class_function("_gelu", guarded([](bool tanh) -> LayerPointer {
    return std::make_shared<nn::GELU>(tanh ? GeluApproximation::tanh : GeluApproximation::none);
  }));
  layer.class_function("_activation", guarded([](const std::string& name) { return make_activation(name); }));
  layer.class_function("_sequential", guarded([](const val& layers) -> LayerPointer {
    auto out = std::make_shared<nn::Sequential>();
    const unsigned count = layers["length"].as<unsigned>();
    for (unsigned i = 0; i < count; ++i) out->append(layers[i].as<LayerPointer>());
    return out;
  }));
  layer.class_function("_custom", guarded([](const val& callbacks) -> LayerPointer {
    return std::make_shared<JsLayer>(callbacks);
  }));
  layer.function("_forward", guarded([](nn::Layer& self, const Variable& x) { return self(x); }));
  layer.function("_onForward", guarded([](nn::Layer& self, const val& hook) {
    return self.register_forward_hook([hook](const Variable& x, const Variable& y) {
      return to_optional_variable(hook(val(x), val(y)));
    });
  }));
  layer.function("_removeHook", guarded([](nn::Layer& self, int id) { self.remove_forward_hook(id); }));
  layer.function("_train", guarded([](nn::Layer& self, bool on) { self.train(on); }));
  layer.function("_tensor", guarded([](nn::Layer& self, const std::string& name) { return find_tensor(self, name); }));
  layer.function("_toString", guarded([](nn::Layer& self) { return self.to_string(); }));
  layer.function("_setTracking", guarded([](nn::Layer& self, bool on) {
    dynamic_cast<nn::BatchNorm&>(self).set_track_running_stats(on);
  }));
}

void bind_losses() {
  // `reduction` counts as Reduction does: web/api has the same order.
  class_<nn::Loss> loss("_Loss");
  loss.smart_ptr<std::shared_ptr<nn::Loss>>("_LossPointer");
  loss.class_function("_crossEntropy", guarded([](double ignore_index, double smoothing, int reduction)
                                                   -> std::shared_ptr<nn::Loss> {
    return std::make_shared<nn::CrossEntropyLoss>(
        CrossEntropyOptions{static_cast<Index>(ignore_index), smoothing, static_cast<Reduction>(reduction)});
  }));
  loss.class_function("_mse", guarded([](int reduction) -> std::shared_ptr<nn::Loss> {
    return std::make_shared<nn::MSELoss>(static_cast<Reduction>(reduction));
  }));
  loss.function("_forward", guarded([](nn::Loss& self, const Variable& prediction, const Variable& target) {
    return self.forward(prediction, target);
  }));
  loss.function("_toString", guarded([](nn::Loss& self) { return self.to_string(); }));
}

void bind_functions() {
  using emscripten::function;
  function("_linear", guarded([](const Variable& x, const Variable& weight, const val& bias) {
    return linear(x, weight, to_optional_variable(bias));
  }));
  function("_batchNorm", guarded([](const Variable& x, const val& running_mean, const val& running_var,
                                    const val& weight, const val& bias, bool training, double momentum, double eps) {
    return batch_norm(x, {to_optional_tensor(running_mean), to_optional_tensor(running_var)},
                      to_optional_variable(weight), to_optional_variable(bias), training, momentum, eps);
  }));
  function("_layerNorm", guarded([](const Variable& x, const val& shape, const val& weight, const val& bias,
                                    double eps) {
    return layer_norm(x, to_shape(shape), to_optional_variable(weight), to_optional_variable(bias), eps);
  }));
  function("_rmsNorm", guarded([](const Variable& x, const val& shape, const val& weight, const val& bias,
                                  const val& eps) {
    return rms_norm(x, to_shape(shape), to_optional_variable(weight), to_optional_variable(bias), to_optional(eps));
  }));
  function("_embedding", guarded([](const Variable& indices, const Variable& weight, const val& padding_idx) {
    return embedding(indices.data(), weight, to_optional_index(padding_idx));
  }));
  function("_scaledDotProductAttention", guarded([](const Variable& q, const Variable& k, const Variable& v,
                                                    const val& mask, bool causal, double dropout) {
    return scaled_dot_product_attention(q, k, v, {to_optional_tensor(mask), causal, dropout});
  }));
  function("_multiHeadAttention", guarded([](const val& inputs, double heads, const val& weights, const val& masks,
                                             bool causal, double dropout, bool batch_first) {
    const std::vector<Variable> x = to_variables(inputs);
    const auto weight = [&](int at) { return to_optional_variable(weights[at]); };
    const MultiheadOptions options{to_optional_tensor(masks[0]), to_optional_tensor(masks[1]), causal, dropout,
                                   batch_first};
    return multi_head_attention(x[0], x[1], x[2], static_cast<Index>(heads),
                                {weight(0), weight(1), weight(2), weight(3)}, options);
  }));
  function("_normKinds", guarded([] {
    val kinds = val::array();
    for (const nn::NormEntry& norm : nn::norm_table()) kinds.call<void>("push", std::string(norm.kind));
    return kinds;
  }));
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_nn) {
  bind_layers();
  bind_losses();
  bind_functions();
}

}  // namespace normlab::bindings
