// Optimisers, gradient clipping and learning rate schedules.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/optim/adam.hpp"
#include "normlab/optim/clip.hpp"
#include "normlab/optim/schedules.hpp"
#include "normlab/optim/sgd.hpp"

namespace normlab::bindings {

namespace {

using emscripten::class_;
using OptimizerPointer = std::shared_ptr<optim::Optimizer>;

double number(const val& options, const char* name) { return options[name].as<double>(); }

val from_state_tensor(const Tensor& tensor) { return tensor.defined() ? val(Variable(tensor.clone())) : val::null(); }

Tensor to_state_tensor(const val& raw_tensor) {
  return raw_tensor.isNull() ? Tensor() : raw_tensor.as<Variable>().data();
}

// Each parameter's state as [steps, first, second].
val from_state(const std::vector<optim::ParameterState>& state) {
  val out = val::array();
  for (const optim::ParameterState& entry : state) {
    val row = val::array();
    row.set(0, static_cast<double>(entry.steps));
    row.set(1, from_state_tensor(entry.first));
    row.set(2, from_state_tensor(entry.second));
    out.call<void>("push", row);
  }
  return out;
}

std::vector<optim::ParameterState> to_state(const val& rows) {
  std::vector<optim::ParameterState> out(rows["length"].as<unsigned>());
  for (unsigned i = 0; i < out.size(); ++i) {
    const val row = rows[i];
    out[i] = {static_cast<Index>(row[0].as<double>()), to_state_tensor(row[1]), to_state_tensor(row[2])};
  }
  return out;
}

void bind_optimizers() {
  class_<optim::Optimizer> optimizer("_Optimizer");
  optimizer.smart_ptr<OptimizerPointer>("_OptimizerPointer");
  optimizer.class_function("_sgd", guarded([](const val& parameters, const val& options) -> OptimizerPointer {
    return std::make_shared<optim::SGD>(
        to_variables(parameters),
        optim::SGDOptions{number(options, "lr"), number(options, "momentum"), number(options, "dampening"),
                          number(options, "weightDecay"), options["nesterov"].as<bool>()});
  }));
  optimizer.class_function("_adam", guarded([](const val& parameters, const val& options, bool decoupled)
                                                -> OptimizerPointer {
    const optim::AdamOptions adam{number(options, "lr"), number(options, "beta1"), number(options, "beta2"),
                                  number(options, "eps"), number(options, "weightDecay")};
    if (decoupled) return std::make_shared<optim::AdamW>(to_variables(parameters), adam);
    return std::make_shared<optim::Adam>(to_variables(parameters), adam);
  }));
  optimizer.function("_step", guarded([](optim::Optimizer& self) { self.step(); }));
  optimizer.function("_zeroGrad", guarded([](optim::Optimizer& self, bool to_none) { self.zero_grad(to_none); }));
  optimizer.function("_learningRate", guarded([](optim::Optimizer& self) { return self.learning_rate(); }));
  optimizer.function("_setLearningRate", guarded([](optim::Optimizer& self, double value) {
    self.set_learning_rate(value);
  }));
  optimizer.function("_state", guarded([](optim::Optimizer& self) { return from_state(self.state()); }));
  optimizer.function("_loadState", guarded([](optim::Optimizer& self, const val& rows) {
    self.load_state(to_state(rows));
  }));
}

// t and the lengths are whole numbers that web/api has checked.
Index whole(double number) { return static_cast<Index>(number); }

void bind_functions() {
  using emscripten::function;
  function("_clipGradNorm", guarded([](const val& parameters, double max_norm, double norm_type, bool must_be_finite) {
    return optim::clip_grad_norm_(to_variables(parameters), max_norm, norm_type, must_be_finite);
  }));
  function("_constantLr", guarded([](double lr, double t, double factor, double total) {
    return optim::constant_lr(lr, whole(t), factor, whole(total));
  }));
  function("_linearLr", guarded([](double lr, double t, double start, double end, double total) {
    return optim::linear_lr(lr, whole(t), start, end, whole(total));
  }));
  function("_cosineLr", guarded([](double lr, double t, double base, double t_max, double eta_min) {
    return optim::cosine_annealing_lr(lr, whole(t), base, whole(t_max), eta_min);
  }));
  function("_stepLr", guarded([](double lr, double t, double step_size, double gamma) {
    return optim::step_lr(lr, whole(t), whole(step_size), gamma);
  }));
  function("_warmup", guarded([](double t, double warmup) { return optim::warmup_factor(whole(t), whole(warmup)); }));
  function("_warmupCosine", guarded([](double t, double warmup, double total) {
    return optim::warmup_cosine_factor(whole(t), whole(warmup), whole(total));
  }));
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_optim) {
  bind_optimizers();
  bind_functions();
}

}  // namespace normlab::bindings
