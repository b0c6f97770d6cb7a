// Training in slices: a few steps at a time, so that a page stays alive between them. No clocks, no printing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

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

// Names the first layer, in the order of the forward pass over x, whose output is not finite, as "\"3\" (Linear)"
// or, for the model itself, "Linear"; "" if there is none.
using FindLayer = std::function<std::string(const Variable& x)>;
FindLayer find_layer_in(std::shared_ptr<nn::Layer> model);

// Repeats: zero_grad, loss(model(x), y), backward, step, over the batches of a loader whose dataset is (x, y).
// A step whose loss or gradients are not finite throws a result error that names the step, the batch and where the
// number arose: the example, the layer, or the loss itself. A step that throws, for whatever reason, leaves weights,
// buffers, optimiser and default generator as they were; the next run begins with its batch again.
class Trainer {
 public:
  Trainer(std::shared_ptr<nn::Layer> model, std::shared_ptr<optim::Optimizer> optimizer,
          std::shared_ptr<nn::Loss> loss, std::shared_ptr<data::DataLoader> loader);
  // For a model whose layers and buffers are not all known in C++.
  Trainer(std::shared_ptr<nn::Layer> model, std::shared_ptr<optim::Optimizer> optimizer,
          std::shared_ptr<nn::Loss> loss, std::shared_ptr<data::DataLoader> loader, std::vector<Variable> buffers,
          FindLayer find_layer);

  // At most `max_steps` steps towards `epochs` whole epochs; returns the number done, 0 when there is nothing left.
  // Stopping is not calling again; the next call goes on where this one ended. Puts the model in training mode at
  // the start of each epoch.
  Index run(Index epochs, Index max_steps);

  const Progress& progress() const { return progress_; }

 private:
  void step(const Tensor& x, const Tensor& y);
  // What was not finite and where, for an error.
  std::string find_cause(const Variable& x, const Tensor& y) const;

  std::shared_ptr<nn::Layer> model_;
  std::shared_ptr<optim::Optimizer> optimizer_;
  std::shared_ptr<nn::Loss> loss_;
  std::shared_ptr<data::DataLoader> loader_;
  std::vector<Variable> buffers_;
  FindLayer find_layer_;
  std::optional<data::DataLoaderIterator> batches_;  // of the epoch under way
  std::vector<Tensor> batch_;                        // of a step that is not done yet
  Progress progress_;
};

}  // namespace normlab::train
