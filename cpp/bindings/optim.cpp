// Optimisers.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/optim/sgd.hpp"

namespace normlab::bindings {

namespace {

using emscripten::class_;

void bind_optimizers() {
  class_<optim::Optimizer> optimizer("_Optimizer");
  optimizer.smart_ptr<std::shared_ptr<optim::Optimizer>>("_OptimizerPointer");
  optimizer.class_function("_sgd", guarded([](const val& parameters, const val& options)
                                               -> std::shared_ptr<optim::Optimizer> {
    return std::make_shared<optim::SGD>(
        to_variables(parameters),
        optim::SGDOptions{options["lr"].as<double>(), options["momentum"].as<double>(),
                          options["dampening"].as<double>(), options["weightDecay"].as<double>(),
                          options["nesterov"].as<bool>()});
  }));
  optimizer.function("_step", guarded([](optim::Optimizer& self) { self.step(); }));
  optimizer.function("_zeroGrad", guarded([](optim::Optimizer& self, bool to_none) { self.zero_grad(to_none); }));
  optimizer.function("_learningRate", guarded([](optim::Optimizer& self) { return self.learning_rate(); }));
  optimizer.function("_setLearningRate", guarded([](optim::Optimizer& self, double value) {
    self.set_learning_rate(value);
  }));
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_optim) { bind_optimizers(); }

}  // namespace normlab::bindings
