#pragma once

#include <memory>

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
  // `generator`: the loader's own (DataLoader(generator=…)); null draws from the default one.
  // Errors: batch_size below 1, shuffling an empty dataset (argument).
  DataLoader(TensorDataset dataset, const DataLoaderOptions& options, std::shared_ptr<Generator> generator = nullptr);

  // Number of batches in an epoch.
  Index size() const { return sampler_.batch_count(); }
  std::size_t tensors_per_batch() const { return dataset_.tensor_count(); }

  // Begins an epoch (Python's iter()).
  void start();
  // The next batch; empty at the end of the epoch.
  std::vector<Tensor> next();
  // Where the examples of the last batch are in the dataset's tensors.
  std::vector<Index> batch_rows() const { return dataset_.rows(examples_); }

 private:
  Generator& generator();

  TensorDataset dataset_;
  std::shared_ptr<Generator> generator_;
  EpochSampler sampler_;
  std::vector<std::int64_t> examples_;  // of the last batch
};

}  // namespace normlab::data
