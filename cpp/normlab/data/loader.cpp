#include "normlab/data/loader.hpp"

namespace normlab::data {

DataLoader::DataLoader(TensorDataset dataset, const DataLoaderOptions& options, Generator* generator)
    : dataset_(std::move(dataset)),
      generator_(generator),
      sampler_(dataset_.size(), {options.batch_size, options.shuffle, options.drop_last, generator != nullptr}) {}

Generator& DataLoader::generator() { return generator_ != nullptr ? *generator_ : default_generator(); }

void DataLoader::start() { sampler_.begin(generator()); }

std::vector<Tensor> DataLoader::next() {
  std::vector<std::int64_t> examples;
  if (!sampler_.next(generator(), examples)) return {};
  return dataset_.batch(examples);
}

}  // namespace normlab::data
