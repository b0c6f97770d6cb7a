#pragma once

#include "normlab/autograd/losses.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

// A module from predictions and targets to one number (or, with Reduction::none, one a sample).
class Loss : public Module {
 public:
  virtual Variable forward(const Variable& prediction, const Variable& target) = 0;
};

// See cross_entropy in autograd/losses.hpp.
class CrossEntropyLoss : public Loss {
 public:
  explicit CrossEntropyLoss(const CrossEntropyOptions& options = {}) : options_(options) {}
  Variable forward(const Variable& logits, const Variable& target) override {
    return cross_entropy(logits, target, options_);
  }
  std::string class_name() const override { return "CrossEntropyLoss"; }

 private:
  CrossEntropyOptions options_;
};

// See mse_loss in autograd/losses.hpp.
class MSELoss : public Loss {
 public:
  explicit MSELoss(Reduction reduction = Reduction::mean) : reduction_(reduction) {}
  Variable forward(const Variable& prediction, const Variable& target) override {
    return mse_loss(prediction, target, reduction_);
  }
  std::string class_name() const override { return "MSELoss"; }

 private:
  Reduction reduction_;
};

}  // namespace normlab::nn
