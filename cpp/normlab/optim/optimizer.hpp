#pragma once

#include <vector>

#include "normlab/autograd/variable.hpp"

namespace normlab::optim {

// What an optimiser remembers of one parameter.
struct ParameterState {
  Index steps = 0;  // updates done
  Tensor first;     // SGD: velocity ("momentum_buffer"); Adam: running mean of the gradient ("exp_avg")
  Tensor second;    // Adam: running mean of its square ("exp_avg_sq")
};

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // One update of every parameter that has a gradient; the others are left alone, with their state.
  void step();
  void zero_grad(bool set_to_none = false);

  double learning_rate() const { return lr_; }
  // Errors: not a finite number of at least 0 (argument).
  void set_learning_rate(double learning_rate);

  const std::vector<Variable>& parameters() const { return parameters_; }
  // One entry per parameter, in order. The tensors are the optimiser's own.
  const std::vector<ParameterState>& state() const { return state_; }
  // Goes on from a copy of `state`. Errors: another number of entries, shapes or dtypes (nothing is changed then).
  void load_state(const std::vector<ParameterState>& state);

 protected:
  // `name` must be a string literal. Errors: no parameters, one listed twice, one that is no leaf requiring grad, or
  // a bad learning rate (argument).
  Optimizer(const char* name, std::vector<Variable> parameters, double lr);

  // One update of `data`, contiguous as `grad` is, with state.steps counted already.
  virtual void update(Tensor& data, const Tensor& grad, ParameterState& state) = 0;

  const char* name() const { return name_; }

 private:
  const char* name_;
  std::vector<Variable> parameters_;
  std::vector<ParameterState> state_;
  double lr_ = 0;
};

// Throws unless `value` is finite and at least 0.
void check_not_negative(const char* tag, const char* name, double value);

}  // namespace normlab::optim
