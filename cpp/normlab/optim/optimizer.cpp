#include "normlab/optim/optimizer.hpp"

#include <limits>

namespace normlab::optim {

Optimizer::Optimizer(const char* name, std::vector<Variable> parameters, double lr)
    : name_(name), parameters_(std::move(parameters)), state_(parameters_.size()) {
  check(!parameters_.empty(), ErrorKind::argument, "optimizer", "expected at least one parameter, got an empty list");
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Variable& parameter = parameters_[i];
    check(parameter.is_leaf() && parameter.requires_grad(), ErrorKind::argument, "optimizer",
          "expected leaf tensors that require grad, got one that ",
          parameter.is_leaf() ? "does not require grad" : "is the result of an operation");
    for (std::size_t j = 0; j < i; ++j) {
      check(!parameter.same_as(parameters_[j]), ErrorKind::argument, "optimizer",
            "expected each parameter once, got one at positions ", j, " and ", i);
    }
  }
  set_learning_rate(lr);
}

void Optimizer::set_learning_rate(double learning_rate) {
  check_not_negative(name_, "lr", learning_rate);
  lr_ = learning_rate;
}

void Optimizer::zero_grad(bool set_to_none) {
  for (Variable& parameter : parameters_) parameter.zero_grad(set_to_none);
}

void Optimizer::step() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!parameters_[i].grad().defined()) continue;
    // Updates run along memory: a parameter that is a strided view is updated in a copy.
    Tensor target = parameters_[i].data();
    Tensor data = target.contiguous();
    ++state_[i].steps;
    update(data, parameters_[i].grad().contiguous(), state_[i]);
    if (!data.shares_storage(target)) copy_into(target, data);
    target.bump_version();
  }
}

void Optimizer::load_state(const std::vector<ParameterState>& state) {
  check(state.size() == parameters_.size(), ErrorKind::argument, name_, "expected the state of ", parameters_.size(),
        " parameters, got ", state.size());
  std::vector<ParameterState> loaded = state;
  for (std::size_t i = 0; i < loaded.size(); ++i) {
    for (Tensor* part : {&loaded[i].first, &loaded[i].second}) {
      if (!part->defined()) continue;
      const Variable& parameter = parameters_[i];
      check(part->shape() == parameter.shape() && part->dtype() == parameter.dtype(), ErrorKind::shape, name_,
            "expected state of ", parameter.dtype(), parameter.shape(), " for parameter ", i, ", got ", part->dtype(),
            part->shape());
      *part = part->clone();
    }
  }
  state_ = std::move(loaded);
}

void check_not_negative(const char* tag, const char* name, double value) {
  check(value >= 0 && value <= std::numeric_limits<double>::max(), ErrorKind::argument, tag, "expected ", name,
        " to be a finite number of at least 0, got ", value);
}

}  // namespace normlab::optim
