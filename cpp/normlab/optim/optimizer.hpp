#pragma once

#include <vector>

#include "normlab/autograd/variable.hpp"

namespace normlab::optim {

class Optimizer {
 public:
  // Errors: no parameters, or one that is no leaf requiring grad (argument).
  explicit Optimizer(std::vector<Variable> parameters);
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // One update of every parameter that has a gradient.
  virtual void step() = 0;
  void zero_grad(bool set_to_none = false);

  virtual double learning_rate() const = 0;
  // Errors: not a finite number of at least 0 (argument).
  virtual void set_learning_rate(double learning_rate) = 0;

 protected:
  std::vector<Variable> parameters_;
};

// Throws unless `value` is finite and at least 0.
void check_not_negative(const char* tag, const char* name, double value);

}  // namespace normlab::optim
