#include "normlab/optim/sgd.hpp"

namespace normlab::optim {

namespace {

template <class T>
void descend(const SGDOptions& options, double learning_rate, const Shape& shape, T* p, const T* g, Tensor& velocity) {
  const Index count = shape.numel();
  const T lr = static_cast<T>(learning_rate);
  const T decay = static_cast<T>(options.weight_decay);
  const T momentum = static_cast<T>(options.momentum);
  if (options.momentum == 0) {
    if (options.weight_decay == 0) {
      for (Index i = 0; i < count; ++i) p[i] -= lr * g[i];
    } else {
      for (Index i = 0; i < count; ++i) p[i] -= lr * (g[i] + decay * p[i]);
    }
    return;
  }
  const bool first = !velocity.defined();
  const T keep = first ? T(0) : momentum;
  const T take = first ? T(1) : static_cast<T>(1 - options.dampening);
  if (first) velocity = Tensor::zeros(shape, dtype_of<T>);
  T* v = velocity.data<T>();
  for (Index i = 0; i < count; ++i) {
    const T slope = g[i] + decay * p[i];
    v[i] = keep * v[i] + take * slope;
    p[i] -= lr * (options.nesterov ? slope + momentum * v[i] : v[i]);
  }
}

}  // namespace

SGD::SGD(std::vector<Variable> parameters, const SGDOptions& options)
    : Optimizer("SGD", std::move(parameters), options.lr), options_(options) {
  check_not_negative(name(), "momentum", options.momentum);
  check_not_negative(name(), "dampening", options.dampening);
  check_not_negative(name(), "weight_decay", options.weight_decay);
  check(!options.nesterov || (options.momentum > 0 && options.dampening == 0), ErrorKind::argument, name(),
        "expected momentum above 0 and no dampening with nesterov, got momentum ", options.momentum, ", dampening ",
        options.dampening);
}

void SGD::update(Tensor& data, const Tensor& grad, ParameterState& state) {
  dispatch_floating(name(), data.dtype(), [&](auto zero) {
    using T = decltype(zero);
    descend(options_, learning_rate(), data.shape(), data.data<T>(), grad.data<T>(), state.first);
  });
}

}  // namespace normlab::optim
