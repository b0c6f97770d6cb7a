// data/sampler against torch's DataLoader: the batches, and the place in the generators' streams after them.
#include "normlab/data/sampler.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "normlab/core/check.hpp"
#include "random_cases.hpp"

namespace normlab {
namespace {

using data::EpochSampler;
using data::SamplerOptions;
using testing::Json;

using Batch = std::vector<std::int64_t>;
using Epoch = std::vector<Batch>;

// Up to `limit` batches of an epoch, as a loop that may be left early takes them.
Epoch run_epoch(EpochSampler& sampler, Generator& generator, std::size_t limit = 1000) {
  Epoch epoch;
  Batch batch;
  sampler.begin(generator);
  while (epoch.size() < limit && sampler.next(generator, batch)) epoch.push_back(batch);
  return epoch;
}

Batch flat(const Epoch& epoch) {
  Batch all;
  for (const Batch& batch : epoch) all.insert(all.end(), batch.begin(), batch.end());
  return all;
}

bool flag(const Json& entry, const char* name) { return entry.contains(name) && entry[name].get<bool>(); }

TEST(sampler, golden_cases) {
  static const Json file = testing::golden("golden_rng.json");
  ASSERT_EQ(file["dataloader"].size(), 14u);
  for (const Json& entry : file["dataloader"]) {
    SCOPED_TRACE(::testing::Message() << entry);
    Generator fallback;
    testing::seed_from(fallback, entry["seed"]);
    Generator own(0);
    const bool uses_own = entry.contains("generator_seed");
    if (uses_own) testing::seed_from(own, entry["generator_seed"]);
    SamplerOptions options;
    options.batch_size = entry["batch_size"].get<Index>();
    options.shuffle = flag(entry, "shuffle");
    options.drop_last = flag(entry, "drop_last");
    options.own_generator = uses_own;
    EpochSampler sampler(entry["n"].get<Index>(), options);
    Generator& generator = uses_own ? own : fallback;
    if (entry.contains("epochs")) {
      for (const Json& epoch : entry["epochs"]) EXPECT_EQ(run_epoch(sampler, generator), epoch.get<Epoch>());
      EXPECT_EQ(testing::then_rand2(fallback), entry["then_rand2_hex"].get<std::vector<std::string>>());
    } else {
      for (const Json& crc : entry["crc32_int64_le_all_indices_per_epoch"]) {
        EXPECT_EQ(testing::hex_crc(testing::crc32(flat(run_epoch(sampler, generator)))), crc.get<std::string>());
      }
    }
    if (uses_own) {
      EXPECT_EQ(testing::then_rand2(own), entry["generator_then_rand2_hex"].get<std::vector<std::string>>());
    }
  }
}

TEST(sampler, golden_cases_left_early_and_with_own_generator) {
  static const Json file = testing::golden("golden_rng_more.json");
  ASSERT_EQ(file["dataloader"].size(), 72u);
  for (const Json& entry : file["dataloader"]) {
    SCOPED_TRACE(::testing::Message() << entry);
    Generator fallback(7);
    Generator own(11);
    SamplerOptions options;
    options.batch_size = entry["batch_size"].get<Index>();
    options.shuffle = true;
    options.drop_last = flag(entry, "drop_last");
    options.own_generator = flag(entry, "own_generator");
    EpochSampler sampler(entry["n"].get<Index>(), options);
    EXPECT_EQ(sampler.batch_count(), entry["length"].get<Index>());
    for (const Json& epoch : entry["epochs"]) {
      EXPECT_EQ(run_epoch(sampler, options.own_generator ? own : fallback, entry["taken"].get<std::size_t>()),
                epoch.get<Epoch>());
    }
    EXPECT_EQ(testing::then_rand2(fallback), entry["then_rand2_hex"].get<std::vector<std::string>>());
    EXPECT_EQ(testing::then_rand2(own), entry["generator_then_rand2_hex"].get<std::vector<std::string>>());
  }
}

TEST(sampler, copy_goes_on_where_the_original_was) {
  Generator generator(1);
  SamplerOptions options;
  options.batch_size = 4;
  options.shuffle = true;
  EpochSampler sampler(30, options);
  Batch batch;
  sampler.begin(generator);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(sampler.next(generator, batch));

  EpochSampler copy = sampler;
  Generator copied_generator = generator;
  const auto rest = [&batch](EpochSampler& from, Generator& with) {
    Epoch epoch;
    while (from.next(with, batch)) epoch.push_back(batch);
    return epoch;
  };
  const Epoch expected = rest(sampler, generator);
  EXPECT_EQ(expected.size(), 5u);
  EXPECT_EQ(rest(copy, copied_generator), expected);
  EXPECT_EQ(run_epoch(copy, copied_generator), run_epoch(sampler, generator));
}

TEST(sampler, needs_begin_before_batches) {
  Generator generator(1);
  EpochSampler sampler(3, {});
  Batch batch;
  EXPECT_FALSE(sampler.next(generator, batch));
  EXPECT_EQ(run_epoch(sampler, generator), (Epoch{{0}, {1}, {2}}));
  EXPECT_FALSE(sampler.next(generator, batch));
}

TEST(sampler, empty_data_gives_no_batch) {
  Generator generator(1);
  EpochSampler sampler(0, {});
  EXPECT_EQ(sampler.batch_count(), 0);
  EXPECT_TRUE(run_epoch(sampler, generator).empty());
}

TEST(sampler, refuses_what_torch_refuses) {
  SamplerOptions options;
  options.batch_size = 0;
  EXPECT_THROW(EpochSampler(3, options), Error);
  options.batch_size = 1;
  options.shuffle = true;
  EXPECT_THROW(EpochSampler(0, options), Error);
}

}  // namespace
}  // namespace normlab
