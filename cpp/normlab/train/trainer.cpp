#include "normlab/train/trainer.hpp"

#include "normlab/core/elementwise.hpp"
#include "normlab/optim/clip.hpp"
#include "normlab/train/probes.hpp"
#include "normlab/train/state_guard.hpp"

namespace normlab::train {

namespace {

bool is_finite(double value) { return value - value == 0; }

// The first row of a batch that holds NaN or infinity, or −1.
Index first_bad_row(const Tensor& batch) {
  if (all_finite(batch)) return -1;
  const Tensor values = cast(batch.contiguous(), DType::float64);
  const Index width = values.numel() / values.size(0);
  for (Index i = 0; i < values.numel(); ++i) {
    if (!is_finite(values.data<double>()[i])) return i / width;
  }
  return -1;
}

std::vector<Variable> buffers_of(const nn::Module& model) {
  std::vector<Variable> out;
  for (const auto& [name, buffer] : model.named_buffers()) out.push_back(buffer);
  return out;
}

}  // namespace

FindLayer find_layer_in(std::shared_ptr<nn::Layer> model) {
  return [model = std::move(model)](const Variable& x) {
    const Probe probe(model);
    (*model)(x);
    std::string found;
    Index first = -1;
    for (const LayerReport& layer : probe.read()) {
      // An output that was never observed has order −1.
      const bool bad = layer.output.order >= 0 && !is_finite(layer.output.mean);
      if (bad && (first < 0 || layer.output.order < first)) {
        found = layer.name.empty() ? layer.kind : text('"', layer.name, "\" (", layer.kind, ")");
        first = layer.output.order;
      }
    }
    return found;
  };
}

Trainer::Trainer(std::shared_ptr<nn::Layer> model, std::shared_ptr<optim::Optimizer> optimizer,
                 std::shared_ptr<nn::Loss> loss, std::shared_ptr<data::DataLoader> loader)
    : Trainer(model, std::move(optimizer), std::move(loss), std::move(loader), buffers_of(*model),
              find_layer_in(model)) {}

Trainer::Trainer(std::shared_ptr<nn::Layer> model, std::shared_ptr<optim::Optimizer> optimizer,
                 std::shared_ptr<nn::Loss> loss, std::shared_ptr<data::DataLoader> loader,
                 std::vector<Variable> buffers, FindLayer find_layer)
    : model_(std::move(model)),
      optimizer_(std::move(optimizer)),
      loss_(std::move(loss)),
      loader_(std::move(loader)),
      buffers_(std::move(buffers)),
      find_layer_(std::move(find_layer)) {
  check(loader_->tensors_per_batch() == 2, ErrorKind::argument, "Trainer",
        "expected a loader of (x, y) batches, got ", loader_->tensors_per_batch(), " tensors per batch");
  check(loader_->size() > 0, ErrorKind::argument, "Trainer", "expected a loader with at least one batch, got none");
  progress_.steps_per_epoch = loader_->size();
}

Index Trainer::run(Index epochs, Index max_steps) {
  Index done = 0;
  for (; done < max_steps && progress_.epoch < epochs; ++done) {
    const bool begins = progress_.step % progress_.steps_per_epoch == 0;
    if (begins) model_->train();
    if (batch_.empty()) {
      if (begins) batches_ = loader_->iter();
      batch_ = batches_->next();
    }
    step(batch_[0], batch_[1]);
    batch_.clear();
    if (progress_.step % progress_.steps_per_epoch == 0) {
      batches_->next();  // the end of the epoch: a loader with its own generator draws here
      ++progress_.epoch;
    }
  }
  return done;
}

void Trainer::step(const Tensor& x, const Tensor& y) {
  StateGuard guard(buffers_);
  const Variable input(x);
  optimizer_->zero_grad();
  const Variable loss = loss_->forward((*model_)(input), Variable(y));
  const double value = item("Trainer", loss.data());
  const char* what = "loss";
  double bad = value;
  if (is_finite(value)) {
    loss.backward();
    what = "gradient norm";
    bad = optim::grad_norm(optimizer_->parameters());
  }
  if (!is_finite(bad)) {
    guard.restore();  // so that the search for the cause draws the same random numbers
    const Index in_epoch = progress_.step % progress_.steps_per_epoch + 1;
    fail(ErrorKind::result, "Trainer", "expected a finite ", what, ", got ", bad, " in step ", progress_.step + 1,
         " (batch ", in_epoch, " of ", progress_.steps_per_epoch, " in epoch ", progress_.epoch + 1, "): ",
         find_cause(input, y), ". The model and the optimizer are as before this step");
  }
  optimizer_->step();
  guard.dismiss();
  progress_.loss = value;
  ++progress_.step;
}

std::string Trainer::find_cause(const Variable& x, const Tensor& y) const {
  const auto example = [this](const char* name, Index row) {
    return text(name, " of example ", batches_->batch_rows()[static_cast<std::size_t>(row)],
                " of the dataset holds NaN or infinity");
  };
  const Index bad_x = first_bad_row(x.data());
  if (bad_x >= 0) return example("the input data", bad_x);
  const Index bad_y = first_bad_row(y);
  if (bad_y >= 0) return example("the target data", bad_y);
  const GradMode no_grad(false);
  const std::string layer = find_layer_(x);
  if (!layer.empty()) return "NaN or infinity first arose in the output of the layer " + layer;
  return "the outputs of all layers are finite; NaN or infinity arose in the loss itself or on the way back from it";
}

}  // namespace normlab::train
