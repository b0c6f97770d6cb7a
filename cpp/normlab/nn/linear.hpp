#pragma once

#include "normlab/core/random.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

// y = x Wᵀ + b: x (…, in_features) → (…, out_features), weight (out_features, in_features), bias (out_features).
// Starting values are PyTorch's draws: kaiming_uniform with a = √5 for weight, U(±1/√in_features) for bias.
// Source: torch.nn.Linear.
class Linear : public Layer {
 public:
  Linear(Index in_features, Index out_features, bool bias = true, Generator& generator = default_generator());

  Variable forward(const Variable& x) override;
  std::string class_name() const override { return "Linear"; }
  std::string extra_repr() const override;

  Variable weight;
  Variable bias;  // undefined without bias

 private:
  Index in_features_;
  Index out_features_;
};

}  // namespace normlab::nn
