// Training in slices: a few steps at a time, so that a page stays alive between them. No clocks, no printing.
#pragma once

#include <memory>

#include "normlab/data/loader.hpp"
#include "normlab/nn/loss.hpp"
#include "normlab/optim/optimizer.hpp"

namespace normlab::train {

// What the last step left behind.
struct Progress {
  Index epoch = 0;            // whole epochs done
  Index step = 0;             // steps done, over all epochs
  Index steps_per_epoch = 0;
  double loss = 0;            // of the last step's batch, before its update
};

// Repeats: zero_grad, loss(model(x), y), backward, step, over the batches of a loader whose dataset is (x, y).
class Trainer {
 public:
  Trainer(std::shared_ptr<nn::Layer> model, std::shared_ptr<optim::Optimizer> optimizer,
          std::shared_ptr<nn::Loss> loss, std::shared_ptr<data::DataLoader> loader);

  // At most `max_steps` steps towards `epochs` whole epochs; returns the number done, 0 when there is nothing left.
  // Stopping is not calling again; the next call goes on where this one ended. Puts the model in training mode at
  // the start of each epoch.
  Index run(Index epochs, Index max_steps);

  const Progress& progress() const { return progress_; }

 private:
  void step(const Tensor& x, const Tensor& y);

  std::shared_ptr<nn::Layer> model_;
  std::shared_ptr<optim::Optimizer> optimizer_;
  std::shared_ptr<nn::Loss> loss_;
  std::shared_ptr<data::DataLoader> loader_;
  Progress progress_;
};

}  // namespace normlab::train
