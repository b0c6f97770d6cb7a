#pragma once

#include "normlab/autograd/losses.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

// A module from predictions and targets to one number.
class Loss : public Module {
 public:
  virtual Variable forward(const Variable& prediction, const Variable& target) = 0;
};

// See cross_entropy in autograd/losses.hpp.
class CrossEntropyLoss : public Loss {
 public:
  Variable forward(const Variable& logits, const Variable& target) override {
    return cross_entropy(logits, target.data());
  }
  std::string class_name() const override { return "CrossEntropyLoss"; }
};

}  // namespace normlab::nn
