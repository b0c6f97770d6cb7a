// Training and what is seen of it.
#include <emscripten/bind.h>

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/train/probes.hpp"
#include "normlab/train/state_guard.hpp"
#include "normlab/train/trainer.hpp"

namespace normlab::bindings {

namespace {

using emscripten::class_;

void bind_trainer() {
  class_<train::Trainer> trainer("_Trainer");
  trainer.smart_ptr<std::shared_ptr<train::Trainer>>("_TrainerPointer");
  trainer.class_function("_make", guarded([](std::shared_ptr<nn::Layer> model,
                                             std::shared_ptr<optim::Optimizer> optimizer,
                                             std::shared_ptr<nn::Loss> loss, std::shared_ptr<data::DataLoader> loader,
                                             const val& buffers, const val& find_layer) {
    return std::make_shared<train::Trainer>(
        std::move(model), std::move(optimizer), std::move(loss), std::move(loader), to_variables(buffers),
        [find_layer](const Variable& x) { return find_layer(val(x)).as<std::string>(); });
  }));
  trainer.function("_run", guarded([](train::Trainer& self, int epochs, int max_steps) {
    return static_cast<double>(self.run(epochs, max_steps));
  }));
  trainer.function("_progress", guarded([](train::Trainer& self) {
    const train::Progress& progress = self.progress();
    val out = val::object();
    out.set("epoch", static_cast<double>(progress.epoch));
    out.set("step", static_cast<double>(progress.step));
    out.set("stepsPerEpoch", static_cast<double>(progress.steps_per_epoch));
    out.set("loss", progress.loss);
    return out;
  }));
}

void bind_probes() {
  class_<train::LayerProbe> probe("_LayerProbe");
  probe.smart_ptr<std::shared_ptr<train::LayerProbe>>("_LayerProbePointer");
  probe.class_function("_make", guarded([](const val& weights) {
    return std::make_shared<train::LayerProbe>(to_variables(weights));
  }));
  // The layer does not keep the probe alive.
  probe.class_function("_attach", guarded([](std::shared_ptr<train::LayerProbe> self, std::shared_ptr<nn::Layer> layer) {
    return layer->register_forward_hook(
        [weak = std::weak_ptr<train::LayerProbe>(self)](const Variable&, const Variable& y) {
          const auto seeing = weak.lock();
          return seeing == nullptr ? Variable() : seeing->observe(y);
        });
  }));
  probe.function("_observe", guarded([](train::LayerProbe& self, const Variable& y) { return self.observe(y); }));
  probe.function("_output", guarded([](train::LayerProbe& self) {
    const train::OutputStatistics& output = self.output();
    val out = val::object();
    out.set("mean", output.mean);
    out.set("std", output.std);
    out.set("gradNorm", output.grad_norm);
    out.set("order", static_cast<double>(output.order));
    return out;
  }));
  probe.function("_weights", guarded([](train::LayerProbe& self) {
    val out = val::array();
    for (const train::WeightStatistics& weight : self.weights()) {
      val entry = val::object();
      entry.set("norm", weight.norm);
      entry.set("gradNorm", weight.grad_norm);
      entry.set("updateRatio", weight.update_ratio);
      out.call<void>("push", entry);
    }
    return out;
  }));

  class_<train::StateGuard> guard("_StateGuard");
  guard.smart_ptr<std::shared_ptr<train::StateGuard>>("_StateGuardPointer");
  guard.class_function("_make", guarded([](const val& buffers) {
    return std::make_shared<train::StateGuard>(to_variables(buffers));
  }));
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_train) {
  bind_trainer();
  bind_probes();
}

}  // namespace normlab::bindings
