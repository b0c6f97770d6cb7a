#pragma once

#include "normlab/autograd/dropout.hpp"
#include "normlab/core/format.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

// Sets elements to 0 with probability p and divides the others by 1 − p, in training only. Its masks are PyTorch's
// draws. Errors: p outside 0..1 or NaN (argument). Source: Srivastava et al. 2014; torch.nn.Dropout.
class Dropout : public Layer {
 public:
  explicit Dropout(double p = 0.5) : p_(p) {
    check(p >= 0 && p <= 1, ErrorKind::argument, "Dropout", "expected p in 0..1, got ", p);
  }
  Variable forward(const Variable& x) override { return dropout(x, p_, training()); }
  std::string class_name() const override { return "Dropout"; }
  std::string extra_repr() const override { return "p=" + python_float(p_) + ", inplace=False"; }

 private:
  double p_;
};

}  // namespace normlab::nn
