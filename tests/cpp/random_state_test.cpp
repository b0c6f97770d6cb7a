// core/random_state against NumPy's RandomState.
#include "normlab/core/random_state.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "normlab/core/check.hpp"
#include "random_cases.hpp"

namespace normlab {
namespace {

using testing::Json;

std::string crc_text(const std::vector<std::int64_t>& values) { return testing::hex_crc(testing::crc32(values)); }

TEST(random_state, golden_cases) {
  static const Json file = testing::golden("golden_rng.json");
  ASSERT_EQ(file["numpy_RandomState"].size(), 3u);
  for (const Json& entry : file["numpy_RandomState"]) {
    const std::int64_t seed = entry["seed"].get<std::int64_t>();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    EXPECT_EQ(RandomState(seed).permutation(10), entry["permutation10"].get<std::vector<std::int64_t>>());
    EXPECT_EQ(crc_text(RandomState(seed).permutation(1797)), entry["permutation1797_crc32_int64"].get<std::string>());

    std::vector<double> values(5);
    RandomState(seed).random_sample(values.data(), 5);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(testing::hex(values[static_cast<std::size_t>(i)]), entry["random_sample5_hex"][i].get<std::string>());
    }
    RandomState(seed).randn(values.data(), 5);
    testing::expect_close(values, entry["standard_normal5_hex"], 0);

    RandomState random(seed);
    for (const Json& expected : entry["randint_0_10_x10"]) {
      EXPECT_EQ(random.randint(0, 10), expected.get<std::int64_t>());
    }
  }
}

TEST(random_state, golden_sequences) {
  static const Json file = testing::golden("golden_rng_more.json");
  ASSERT_EQ(file["numpy_RandomState"].size(), 3u);
  for (const Json& entry : file["numpy_RandomState"]) {
    SCOPED_TRACE(::testing::Message() << "seed " << entry["seed"]);
    RandomState random(entry["seed"].get<std::int64_t>());
    std::vector<double> values(7);
    random.random_sample(values.data(), 7);
    EXPECT_EQ(testing::hex_crc(testing::crc32(values)), entry["random_sample_crc32"].get<std::string>());
    // Three normal numbers, a uniform one, then two normal ones of which the first was waiting.
    random.randn(values.data(), 3);
    random.random_sample(values.data() + 3, 1);
    random.randn(values.data() + 4, 2);
    values.resize(6);
    testing::expect_close(values, entry["randn_hex"], 0);
    for (const Json& triple : entry["randint"]) {
      EXPECT_EQ(random.randint(triple[0].get<std::int64_t>(), triple[1].get<std::int64_t>()),
                triple[2].get<std::int64_t>());
    }
    std::vector<std::int64_t> shuffled(250);
    std::iota(shuffled.begin(), shuffled.end(), 100);
    random.shuffle(shuffled.data(), 250);
    EXPECT_EQ(crc_text(shuffled), entry["shuffle_crc32"].get<std::string>());
    int next = 0;
    for (Index count : {0, 1, 2, 1000}) {
      EXPECT_EQ(crc_text(random.permutation(count)), entry["permutations_crc32"][next++].get<std::string>());
    }
    EXPECT_EQ(random.randint(0, std::int64_t{1} << 31), entry["then_randint"].get<std::int64_t>());
  }
}

TEST(random_state, refuses_seeds_and_ranges) {
  EXPECT_THROW(RandomState(-1), Error);
  EXPECT_THROW(RandomState(std::int64_t{1} << 32), Error);
  RandomState random(0);
  EXPECT_THROW(random.randint(3, 3), Error);
  EXPECT_THROW(random.permutation(-1), Error);
}

}  // namespace
}  // namespace normlab
