// Layers, losses and the functional forms.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "guard.hpp"
#include "js_layer.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/loss.hpp"
#include "normlab/nn/norm_table.hpp"
#include "normlab/nn/norms.hpp"
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

LayerPointer make_activation(const std::string& name) {
  if (name == "Tanh") return std::make_shared<nn::Tanh>();
  if (name == "ReLU") return std::make_shared<nn::ReLU>();
  if (name == "Sigmoid") return std::make_shared<nn::Sigmoid>();
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
  layer.class_function("_batchNorm1d", guarded([](double features, double eps, const val& momentum, bool affine,
                                                  bool track_running_stats) -> LayerPointer {
    return std::make_shared<nn::BatchNorm1d>(
        static_cast<Index>(features),
        nn::BatchNormOptions{eps, to_optional(momentum), affine, track_running_stats});
  }));
  layer.class_function("_layerNorm", guarded([](const val& shape, double eps, bool affine, bool bias) -> LayerPointer {
    return std::make_shared<nn::LayerNorm>(to_shape(shape), nn::LayerNormOptions{eps, affine, bias});
  }));
  layer.class_function("_rmsNorm", guarded([](const val& shape, const val& eps, bool affine) -> LayerPointer {
    return std::make_shared<nn::RMSNorm>(to_shape(shape), nn::RMSNormOptions{to_optional(eps), affine});
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
  layer.function("_forward", guarded([](nn::Layer& self, const Variable& x) { return self.forward(x); }));
  layer.function("_train", guarded([](nn::Layer& self, bool on) { self.train(on); }));
  layer.function("_tensor", guarded([](nn::Layer& self, const std::string& name) { return find_tensor(self, name); }));
  layer.function("_toString", guarded([](nn::Layer& self) { return self.to_string(); }));
}

void bind_losses() {
  class_<nn::Loss> loss("_Loss");
  loss.smart_ptr<std::shared_ptr<nn::Loss>>("_LossPointer");
  loss.class_function("_crossEntropy", guarded([]() -> std::shared_ptr<nn::Loss> {
    return std::make_shared<nn::CrossEntropyLoss>();
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
  function("_rmsNorm", guarded([](const Variable& x, const val& shape, const val& weight, const val& eps) {
    return rms_norm(x, to_shape(shape), to_optional_variable(weight), to_optional(eps));
  }));
  function("_crossEntropy", guarded([](const Variable& logits, const Variable& target) {
    return cross_entropy(logits, target.data());
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
