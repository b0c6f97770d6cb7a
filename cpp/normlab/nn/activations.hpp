#pragma once

#include "normlab/autograd/activations.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

class Tanh : public Layer {
 public:
  Variable forward(const Variable& x) override { return tanh(x); }
  std::string class_name() const override { return "Tanh"; }
};

class ReLU : public Layer {
 public:
  Variable forward(const Variable& x) override { return relu(x); }
  std::string class_name() const override { return "ReLU"; }
};

class Sigmoid : public Layer {
 public:
  Variable forward(const Variable& x) override { return sigmoid(x); }
  std::string class_name() const override { return "Sigmoid"; }
};

}  // namespace normlab::nn
