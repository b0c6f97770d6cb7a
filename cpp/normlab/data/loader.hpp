#pragma once

#include "normlab/core/random.hpp"
#include "normlab/data/dataset.hpp"
#include "normlab/data/sampler.hpp"

namespace normlab::data {

struct DataLoaderOptions {
  Index batch_size = 1;
  bool shuffle = false;
  bool drop_last = false;
};

// Batches of a dataset in PyTorch's order, seed for seed. Source: torch.utils.data.DataLoader with num_workers=0.
class DataLoader {
 public:
  // `generator`: the loader's own (DataLoader(generator=…)), which must outlive it; null draws from the default one.
  // Errors: batch_size below 1, shuffling an empty dataset (argument).
  DataLoader(TensorDataset dataset, const DataLoaderOptions& options, Generator* generator = nullptr);

  // Number of batches in an epoch.
  Index size() const { return sampler_.batch_count(); }
  std::size_t tensors_per_batch() const { return dataset_.tensor_count(); }

  // Begins an epoch (Python's iter()).
  void start();
  // The next batch; empty at the end of the epoch.
  std::vector<Tensor> next();

 private:
  Generator& generator();

  TensorDataset dataset_;
  Generator* generator_;
  EpochSampler sampler_;
};

}  // namespace normlab::data
