#include "normlab/data/loader.hpp"

namespace normlab::data {

namespace {

Generator& or_default(const std::shared_ptr<Generator>& generator) {
  return generator != nullptr ? *generator : default_generator();
}

}  // namespace

DataLoaderIterator::DataLoaderIterator(std::shared_ptr<const TensorDataset> dataset,
                                       std::shared_ptr<Generator> generator, EpochSampler sampler)
    : dataset_(std::move(dataset)), generator_(std::move(generator)), sampler_(std::move(sampler)) {
  sampler_.begin(or_default(generator_));
}

std::vector<Tensor> DataLoaderIterator::next() {
  if (!sampler_.next(or_default(generator_), examples_)) return {};
  return dataset_->batch(examples_);
}

DataLoader::DataLoader(TensorDataset dataset, const DataLoaderOptions& options, std::shared_ptr<Generator> generator)
    : dataset_(std::make_shared<TensorDataset>(std::move(dataset))),
      generator_(std::move(generator)),
      sampler_(dataset_->size(), {options.batch_size, options.shuffle, options.drop_last, generator_ != nullptr}) {}

}  // namespace normlab::data
