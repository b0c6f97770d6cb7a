#include "normlab/train/trainer.hpp"

namespace normlab::train {

Trainer::Trainer(std::shared_ptr<nn::Layer> model, std::shared_ptr<optim::Optimizer> optimizer,
                 std::shared_ptr<nn::Loss> loss, std::shared_ptr<data::DataLoader> loader)
    : model_(std::move(model)), optimizer_(std::move(optimizer)), loss_(std::move(loss)), loader_(std::move(loader)) {
  check(loader_->tensors_per_batch() == 2, ErrorKind::argument, "Trainer",
        "expected a loader of (x, y) batches, got ", loader_->tensors_per_batch(), " tensors per batch");
  check(loader_->size() > 0, ErrorKind::argument, "Trainer", "expected a loader with at least one batch, got none");
  progress_.steps_per_epoch = loader_->size();
}

Index Trainer::run(Index epochs, Index max_steps) {
  Index done = 0;
  for (; done < max_steps && progress_.epoch < epochs; ++done) {
    if (progress_.step % progress_.steps_per_epoch == 0) {
      model_->train();
      loader_->start();
    }
    const std::vector<Tensor> batch = loader_->next();
    step(batch[0], batch[1]);
    if (progress_.step % progress_.steps_per_epoch == 0) {
      loader_->next();  // the end of the epoch: a loader with its own generator draws here
      ++progress_.epoch;
    }
  }
  return done;
}

void Trainer::step(const Tensor& x, const Tensor& y) {
  optimizer_->zero_grad();
  const Variable loss = loss_->forward(model_->forward(Variable(x)), Variable(y));
  loss.backward();
  optimizer_->step();
  progress_.loss = item("Trainer", loss.data());
  ++progress_.step;
}

}  // namespace normlab::train
