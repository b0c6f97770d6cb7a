#pragma once

#include "normlab/optim/optimizer.hpp"

namespace normlab::optim {

struct SGDOptions {
  double lr = 0.001;
  double momentum = 0;
  double dampening = 0;
  double weight_decay = 0;
  bool nesterov = false;
};

// g ← g + weight_decay · p;  v ← g at the first step, then momentum · v + (1 − dampening) · g;
// p ← p − lr · v, or p − lr · (g + momentum · v) with nesterov; p − lr · g without momentum.
// Errors: negative or non-finite options, nesterov without momentum or with dampening (argument).
// Source: torch.optim.SGD; Sutskever et al. 2013 with PyTorch's velocity (lr outside v).
class SGD : public Optimizer {
 public:
  SGD(std::vector<Variable> parameters, const SGDOptions& options);

 private:
  void update(Tensor& data, const Tensor& grad, ParameterState& state) override;

  SGDOptions options_;
};

}  // namespace normlab::optim
