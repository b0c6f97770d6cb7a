#include "normlab/optim/adam.hpp"

#include <cmath>

#include "normlab/core/math.hpp"

namespace normlab::optim {

namespace {

// The scalars of one update, in double as PyTorch has them; each is rounded once to the parameter's type.
struct Factors {
  double shrink, decay, beta1, beta2, step, root2, eps;
};

// The order of operations, and so of roundings, is PyTorch's: (1 − β₂) g g, √v / √(1 − β₂ᵗ) + eps, step m / that.
template <class T>
void descend(const Factors& factors, Index count, const T* g, T* p, T* m, T* v) {
  const T shrink = static_cast<T>(factors.shrink);
  const T decay = static_cast<T>(factors.decay);
  const T keep1 = static_cast<T>(factors.beta1);
  const T keep2 = static_cast<T>(factors.beta2);
  const T take1 = static_cast<T>(1 - factors.beta1);
  const T take2 = static_cast<T>(1 - factors.beta2);
  const T step = static_cast<T>(factors.step);
  const T root2 = static_cast<T>(factors.root2);
  const T eps = static_cast<T>(factors.eps);
  for (Index i = 0; i < count; ++i) {
    const T slope = g[i] + decay * p[i];
    m[i] = keep1 * m[i] + take1 * slope;
    v[i] = keep2 * v[i] + take2 * slope * slope;
    p[i] = shrink * p[i] - step * m[i] / (std::sqrt(v[i]) / root2 + eps);
  }
}

}  // namespace

Adam::Adam(const char* name, std::vector<Variable> parameters, const AdamOptions& options, bool decoupled)
    : Optimizer(name, std::move(parameters), options.lr), options_(options), decoupled_(decoupled) {
  check_not_negative(name, "eps", options.eps);
  check_not_negative(name, "weight_decay", options.weight_decay);
  for (double beta : {options.beta1, options.beta2}) {
    check(beta >= 0 && beta < 1, ErrorKind::argument, name, "expected betas in [0, 1), got ", beta);
  }
}

void Adam::update(Tensor& data, const Tensor& grad, ParameterState& state) {
  if (!state.first.defined()) state.first = Tensor::zeros(data.shape(), data.dtype());
  if (!state.second.defined()) state.second = Tensor::zeros(data.shape(), data.dtype());
  const double t = static_cast<double>(state.steps);
  Factors factors;
  factors.shrink = decoupled_ ? 1 - learning_rate() * options_.weight_decay : 1;
  factors.decay = decoupled_ ? 0 : options_.weight_decay;
  factors.beta1 = options_.beta1;
  factors.beta2 = options_.beta2;
  factors.step = learning_rate() / (1 - math::pow(options_.beta1, t));
  factors.root2 = std::sqrt(1 - math::pow(options_.beta2, t));
  factors.eps = options_.eps;
  dispatch_floating(name(), data.dtype(), [&](auto zero) {
    using T = decltype(zero);
    descend(factors, data.numel(), grad.data<T>(), data.data<T>(), state.first.data<T>(), state.second.data<T>());
  });
}

}  // namespace normlab::optim
