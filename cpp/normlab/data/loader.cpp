#include "normlab/data/loader.hpp"

namespace normlab::data {

DataLoader::DataLoader(TensorDataset dataset, const DataLoaderOptions& options, std::shared_ptr<Generator> generator)
    : dataset_(std::move(dataset)),
      generator_(std::move(generator)),
      sampler_(dataset_.size(), {options.batch_size, options.shuffle, options.drop_last, generator_ != nullptr}) {}

Generator& DataLoader::generator() { return generator_ != nullptr ? *generator_ : default_generator(); }

void DataLoader::start() { sampler_.begin(generator()); }

std::vector<Tensor> DataLoader::next() {
  if (!sampler_.next(generator(), examples_)) return {};
  return dataset_.batch(examples_);
}

}  // namespace normlab::data
