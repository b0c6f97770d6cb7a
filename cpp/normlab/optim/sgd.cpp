#include "normlab/optim/sgd.hpp"

namespace normlab::optim {

SGD::SGD(std::vector<Variable> parameters, const SGDOptions& options)
    : Optimizer(std::move(parameters)), options_(options), velocities_(parameters_.size()) {
  check_not_negative("SGD", "lr", options.lr);
  check_not_negative("SGD", "momentum", options.momentum);
  check_not_negative("SGD", "dampening", options.dampening);
  check_not_negative("SGD", "weight_decay", options.weight_decay);
  check(!options.nesterov || (options.momentum > 0 && options.dampening == 0), ErrorKind::argument, "SGD",
        "expected momentum above 0 and no dampening with nesterov, got momentum ", options.momentum, ", dampening ",
        options.dampening);
}

void SGD::set_learning_rate(double learning_rate) {
  check_not_negative("SGD", "lr", learning_rate);
  options_.lr = learning_rate;
}

void SGD::step() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!parameters_[i].grad().defined()) continue;
    dispatch_floating("SGD", parameters_[i].dtype(), [&](auto zero) {
      update<decltype(zero)>(parameters_[i], velocities_[i]);
    });
  }
}

template <class T>
void SGD::update(Variable& parameter, Tensor& velocity) {
  // The loops below run along memory: a parameter that is a strided view is updated in a copy.
  Tensor data = parameter.data().contiguous();
  const Tensor grad = parameter.grad().contiguous();
  const Index count = data.numel();
  T* p = data.data<T>();
  const T* g = grad.data<T>();
  const T lr = static_cast<T>(options_.lr);
  const T decay = static_cast<T>(options_.weight_decay);
  const T momentum = static_cast<T>(options_.momentum);
  if (options_.momentum == 0) {
    if (options_.weight_decay == 0) {
      for (Index i = 0; i < count; ++i) p[i] -= lr * g[i];
    } else {
      for (Index i = 0; i < count; ++i) p[i] -= lr * (g[i] + decay * p[i]);
    }
  } else {
    const bool first = !velocity.defined();
    const T keep = first ? T(0) : momentum;
    const T take = first ? T(1) : static_cast<T>(1 - options_.dampening);
    if (first) velocity = Tensor::zeros(data.shape(), data.dtype());
    T* v = velocity.data<T>();
    for (Index i = 0; i < count; ++i) {
      const T slope = g[i] + decay * p[i];
      v[i] = keep * v[i] + take * slope;
      p[i] -= lr * (options_.nesterov ? slope + momentum * v[i] : v[i]);
    }
  }
  Tensor target = parameter.data();
  if (!data.shares_storage(target)) copy_into(target, data);
  target.bump_version();
}

}  // namespace normlab::optim
