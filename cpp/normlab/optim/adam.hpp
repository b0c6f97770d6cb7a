#pragma once

#include "normlab/optim/optimizer.hpp"

namespace normlab::optim {

struct AdamOptions {
  double lr = 0.001;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weight_decay = 0;
};

// g ← g + weight_decay · p;  m ← β₁ m + (1 − β₁) g;  v ← β₂ v + (1 − β₂) g²;
// p ← p − lr / (1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + eps) in the parameter's t-th update.
// Errors: negative or non-finite options, betas outside [0, 1) (argument).
// Source: Kingma & Ba 2015, algorithm 1, with torch.optim.Adam's places of eps and weight decay.
class Adam : public Optimizer {
 public:
  explicit Adam(std::vector<Variable> parameters, const AdamOptions& options = {})
      : Adam("Adam", std::move(parameters), options, false) {}

 protected:
  Adam(const char* name, std::vector<Variable> parameters, const AdamOptions& options, bool decoupled);

 private:
  void update(Tensor& data, const Tensor& grad, ParameterState& state) override;

  AdamOptions options_;
  bool decoupled_;  // weight decay acts on the parameter, not on the gradient
};

// Adam with decoupled weight decay: p ← p · (1 − lr · weight_decay) before the update, and g without it.
// Source: Loshchilov & Hutter 2019, algorithm 2, as torch.optim.AdamW (the decay is scaled by lr).
class AdamW : public Adam {
 public:
  explicit AdamW(std::vector<Variable> parameters, const AdamOptions& options = defaults())
      : Adam("AdamW", std::move(parameters), options, true) {}

  // As AdamOptions, with a weight decay of 0.01.
  static AdamOptions defaults() {
    AdamOptions options;
    options.weight_decay = 0.01;
    return options;
  }
};

}  // namespace normlab::optim
