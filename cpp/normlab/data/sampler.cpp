#include "normlab/data/sampler.hpp"

#include <algorithm>
#include <numeric>

#include "normlab/core/check.hpp"

namespace normlab::data {

EpochSampler::EpochSampler(Index count, const SamplerOptions& options)
    : count_(count), options_(options), position_(0), finished_(true) {
  check(options.batch_size >= 1, ErrorKind::argument, "DataLoader", "expected batch_size of at least 1, got ",
        options.batch_size);
  check(count >= (options.shuffle ? 1 : 0), ErrorKind::argument, "DataLoader",
        "expected at least one sample to shuffle, got ", count);
}

Index EpochSampler::batch_count() const {
  const Index full = count_ / options_.batch_size;
  return options_.drop_last || count_ % options_.batch_size == 0 ? full : full + 1;
}

void EpochSampler::begin(Generator& generator) {
  generator.random();  // the base seed of worker processes: drawn even if there are none
  order_.clear();
  position_ = 0;
  finished_ = false;
}

void EpochSampler::draw_order(Generator& generator) {
  if (options_.own_generator) {
    order_ = generator.randperm(count_);
  } else {
    order_ = Generator(static_cast<std::uint64_t>(generator.random())).randperm(count_);
  }
}

bool EpochSampler::next(Generator& generator, std::vector<std::int64_t>& batch) {
  if (finished_) return false;
  if (options_.shuffle && order_.empty()) draw_order(generator);
  const Index left = count_ - position_;
  if (left < options_.batch_size) {
    // The sampler is asked for more than it has, and RandomSampler draws again before it notices.
    finished_ = true;
    if (options_.shuffle && options_.own_generator) generator.randperm(count_);
    if (left == 0 || options_.drop_last) return false;
  }
  const Index size = std::min(left, options_.batch_size);
  batch.resize(static_cast<std::size_t>(size));
  if (options_.shuffle) {
    std::copy_n(order_.data() + position_, size, batch.data());
  } else {
    std::iota(batch.begin(), batch.end(), position_);
  }
  position_ += size;
  return true;
}

}  // namespace normlab::data
