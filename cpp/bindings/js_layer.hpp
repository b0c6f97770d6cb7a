#pragma once

#include <emscripten/val.h>

#include "normlab/nn/module.hpp"

namespace normlab::bindings {

// A layer whose forward is a JavaScript function: lets native chains and trainers run a learner's own modules.
class JsLayer : public nn::Layer {
 public:
  explicit JsLayer(emscripten::val callbacks) : callbacks_(std::move(callbacks)) {}

  Variable forward(const Variable& x) override {
    // As a val, x belongs to JavaScript; an argument passed as it is would be deleted when the call returns.
    return callbacks_.call<Variable>("forward", emscripten::val(x));
  }
  void train(bool on = true) override {
    Layer::train(on);
    callbacks_.call<void>("train", on);
  }
  std::string class_name() const override { return "Module"; }

 private:
  emscripten::val callbacks_;
};

}  // namespace normlab::bindings
