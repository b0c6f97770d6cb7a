#pragma once

#include "normlab/autograd/activations.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

// A layer without parameters that applies one function: see autograd/activations.hpp.
class Activation : public Layer {
 public:
  Variable forward(const Variable& x) override { return function_(x); }
  std::string class_name() const override { return name_; }

 protected:
  using Function = Variable (*)(const Variable&);
  Activation(const char* name, Function function) : name_(name), function_(function) {}

 private:
  const char* name_;
  Function function_;
};

class Tanh : public Activation {
 public:
  Tanh() : Activation("Tanh", tanh) {}
};

class ReLU : public Activation {
 public:
  ReLU() : Activation("ReLU", relu) {}
};

class Sigmoid : public Activation {
 public:
  Sigmoid() : Activation("Sigmoid", sigmoid) {}
};

class SiLU : public Activation {
 public:
  SiLU() : Activation("SiLU", silu) {}
};

// Gives x itself: a placeholder for a layer that is left out.
class Identity : public Activation {
 public:
  Identity() : Activation("Identity", [](const Variable& x) { return x; }) {}
};

class GELU : public Layer {
 public:
  explicit GELU(GeluApproximation approximation = GeluApproximation::none) : approximation_(approximation) {}
  Variable forward(const Variable& x) override { return gelu(x, approximation_); }
  std::string class_name() const override { return "GELU"; }
  std::string extra_repr() const override {
    return approximation_ == GeluApproximation::tanh ? "approximate='tanh'" : "approximate='none'";
  }

 private:
  GeluApproximation approximation_;
};

}  // namespace normlab::nn
