// The order in which torch's DataLoader goes through a data set, as batches of indices, with every draw in its place.
// Source: PyTorch 1.13, torch/utils/data/{dataloader,sampler}.py.
#pragma once

#include <cstdint>
#include <vector>

#include "normlab/core/rng.hpp"

namespace normlab::data {

struct SamplerOptions {
  Index batch_size = 1;
  bool shuffle = false;
  bool drop_last = false;  // leave out a last batch that is not full
  // DataLoader(generator=...): the generator passed to begin() and next() is the loader's own, not the default one.
  bool own_generator = false;
};

// Usage: begin(), then next() until it returns false, for each epoch. All state is in the object, so that a copy goes
// on from the same batch (with a copy of the generator: in the same order).
//
// Draws: begin() takes a base seed (two words), with shuffle or not. With shuffle the first next() takes a seed for a
// private generator (two words) that makes the order; a loader with its own generator makes the order from that, and
// draws a second, unused order from it when the first is used up.
class EpochSampler {
 public:
  // Throws an argument error unless batch_size >= 1, and unless count >= 1 where shuffle is asked for.
  EpochSampler(Index count, const SamplerOptions& options);

  // Batches in an epoch.
  Index batch_count() const;

  // Starts an epoch, wherever the last one is.
  void begin(Generator& generator);

  // The indices of the next batch, or false at the end of the epoch.
  bool next(Generator& generator, std::vector<std::int64_t>& batch);

 private:
  void draw_order(Generator& generator);

  Index count_;
  SamplerOptions options_;
  std::vector<std::int64_t> order_;  // empty until the first batch, and without shuffle
  Index position_;                   // samples handed out
  bool finished_;
};

}  // namespace normlab::data
