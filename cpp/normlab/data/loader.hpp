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

// One way through the batches of a loader, with an order and a place of its own: any number of them are under way at
// the same time. It needs the loader no longer. Source: torch.utils.data.dataloader._SingleProcessDataLoaderIter.
class DataLoaderIterator {
 public:
  // The next batch; empty at the end.
  std::vector<Tensor> next();
  // Where the examples of the last batch are in the dataset's tensors.
  std::vector<Index> batch_rows() const { return dataset_->rows(examples_); }

 private:
  friend class DataLoader;
  DataLoaderIterator(std::shared_ptr<const TensorDataset> dataset, std::shared_ptr<Generator> generator,
                     EpochSampler sampler);

  std::shared_ptr<const TensorDataset> dataset_;
  std::shared_ptr<Generator> generator_;
  EpochSampler sampler_;
  std::vector<std::int64_t> examples_;  // of the last batch
};

// Batches of a dataset in PyTorch's order, seed for seed. Source: torch.utils.data.DataLoader with num_workers=0.
class DataLoader {
 public:
  // `generator`: the loader's own (DataLoader(generator=…)); null draws from the default one.
  // Errors: batch_size below 1, shuffling an empty dataset (argument).
  DataLoader(TensorDataset dataset, const DataLoaderOptions& options, std::shared_ptr<Generator> generator = nullptr);

  // Number of batches in an epoch.
  Index size() const { return sampler_.batch_count(); }
  std::size_t tensors_per_batch() const { return dataset_->tensor_count(); }

  // Begins an epoch, as Python's iter(): the base seed is drawn now, the order with the first batch.
  DataLoaderIterator iter() const { return {dataset_, generator_, sampler_}; }

 private:
  std::shared_ptr<const TensorDataset> dataset_;
  std::shared_ptr<Generator> generator_;
  EpochSampler sampler_;  // never begun
};

}  // namespace normlab::data
