// The lesson's training step on the digits by the engine, as train::Trainer makes it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "normlab/nn/loss.hpp"
#include "normlab/nn/norm_table.hpp"
#include "normlab/nn/sequential.hpp"
#include "normlab/optim/sgd.hpp"

namespace normlab::bench {

inline constexpr double learning_rate = 0.05;

struct DigitBatch {
  Tensor x;                          // (64, 64) float32
  Tensor y;                          // (64) int64
  std::vector<std::uint8_t> labels;  // y again, for the limit
};

// The 22 whole batches of the lesson's 1437 training digits, in the order of the split.
const std::vector<DigitBatch>& digit_batches();

class EngineRun {
 public:
  // The lesson's network with the norm (null: none) and the weights of seed 0.
  explicit EngineRun(const nn::NormEntry* norm);

  // One step; returns the loss before its update.
  double step(const DigitBatch& batch);
  std::vector<float> parameters() const;

 private:
  std::shared_ptr<nn::Sequential> model_;
  std::unique_ptr<optim::SGD> optimizer_;
  nn::CrossEntropyLoss loss_;
};

}  // namespace normlab::bench
