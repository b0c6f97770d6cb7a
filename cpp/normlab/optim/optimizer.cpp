#include "normlab/optim/optimizer.hpp"

#include <limits>

namespace normlab::optim {

Optimizer::Optimizer(std::vector<Variable> parameters) : parameters_(std::move(parameters)) {
  check(!parameters_.empty(), ErrorKind::argument, "optimizer", "expected at least one parameter, got an empty list");
  for (const Variable& parameter : parameters_) {
    check(parameter.is_leaf() && parameter.requires_grad(), ErrorKind::argument, "optimizer",
          "expected leaf tensors that require grad, got one that ",
          parameter.is_leaf() ? "does not require grad" : "is the result of an operation");
  }
}

void Optimizer::zero_grad(bool set_to_none) {
  for (Variable& parameter : parameters_) parameter.zero_grad(set_to_none);
}

void check_not_negative(const char* tag, const char* name, double value) {
  check(value >= 0 && value <= std::numeric_limits<double>::max(), ErrorKind::argument, tag, "expected ", name,
        " to be a finite number of at least 0, got ", value);
}

}  // namespace normlab::optim
