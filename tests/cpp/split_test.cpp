// data/split against scikit-learn's train_test_split and torch's random_split.
#include "normlab/data/split.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "normlab/core/check.hpp"
#include "random_cases.hpp"

namespace normlab {
namespace {

using data::SplitSize;
using data::TrainTest;
using data::TrainTestOptions;
using testing::Json;

using Indices = std::vector<std::int64_t>;

const Json& more() {
  static const Json file = testing::golden("golden_rng_more.json");
  return file;
}

// A size as Python was given it: none, a float (written with a point) or an int.
SplitSize size_of(const Json& size) {
  if (size.is_null()) return {};
  const double value = size.get<double>();
  return value < 1 ? SplitSize::fraction(value) : SplitSize::count(static_cast<Index>(value));
}

TEST(train_test_split, golden_cases) {
  static const Json file = testing::golden("golden_rng.json");
  int stratified = 0;
  for (const Json& entry : file["train_test_split"]) {
    SCOPED_TRACE(::testing::Message() << entry);
    TrainTestOptions options;
    options.test_size = SplitSize::fraction(entry["test_size"].get<double>());
    RandomState random(entry["random_state"].get<std::int64_t>());
    if (entry.contains("stratify")) {
      const Indices labels = entry["stratify"].get<Indices>();
      options.stratify = labels.data();
      const TrainTest split = data::train_test_split(static_cast<Index>(labels.size()), options, random);
      EXPECT_EQ(split.train, entry["train"].get<Indices>());
      EXPECT_EQ(split.test, entry["test"].get<Indices>());
      ++stratified;
      continue;
    }
    const TrainTest split = data::train_test_split(entry["n"].get<Index>(), options, random);
    EXPECT_EQ(split.train.size(), entry["n_train"].get<std::size_t>());
    EXPECT_EQ(split.test.size(), entry["n_test"].get<std::size_t>());
    EXPECT_EQ(testing::hex_crc(testing::crc32(split.train)), entry["crc32_int64_train"].get<std::string>());
    EXPECT_EQ(testing::hex_crc(testing::crc32(split.test)), entry["crc32_int64_test"].get<std::string>());
  }
  EXPECT_EQ(file["train_test_split"].size(), 9u);
  EXPECT_EQ(stratified, 1);
}

TEST(train_test_split, golden_cases_with_sizes_and_classes) {
  ASSERT_EQ(more()["train_test_split"].size(), 73u);
  for (const Json& entry : more()["train_test_split"]) {
    TrainTestOptions options;
    options.test_size = size_of(entry["test_size"]);
    options.train_size = size_of(entry["train_size"]);
    options.shuffle = !entry.contains("shuffle");
    Indices labels;
    if (entry["stratify"].is_string()) {
      labels = more()["split_labels"][entry["stratify"].get<std::string>().c_str()].get<Indices>();
      options.stratify = labels.data();
    }
    SCOPED_TRACE(::testing::Message() << "test_size " << entry["test_size"] << " train_size " << entry["train_size"]
                                      << " stratify " << entry["stratify"] << " seed " << entry["random_state"]);
    RandomState random(entry["random_state"].get<std::int64_t>());
    const TrainTest split = data::train_test_split(60, options, random);
    EXPECT_EQ(split.train, entry["train"].get<Indices>());
    EXPECT_EQ(split.test, entry["test"].get<Indices>());
  }
}

std::string error_of(const TrainTestOptions& options, Index count = 10) {
  RandomState random(0);
  try {
    data::train_test_split(count, options, random);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::argument);
    return error.what();
  }
  return "no error";
}

TrainTestOptions sizes(SplitSize test_size, SplitSize train_size = {}) {
  TrainTestOptions options;
  options.test_size = test_size;
  options.train_size = train_size;
  return options;
}

TEST(train_test_split, refuses_sizes_that_do_not_fit) {
  const std::string form =
      "[train_test_split] expected test_size as a fraction between 0 and 1 or as a count from 1 to 9, got ";
  EXPECT_EQ(error_of(sizes(SplitSize::fraction(0))), form + "0");
  EXPECT_EQ(error_of(sizes(SplitSize::fraction(1))), form + "1");
  EXPECT_EQ(error_of(sizes(SplitSize::fraction(-0.5))), form + "-0.5");
  EXPECT_EQ(error_of(sizes(SplitSize::fraction(std::numeric_limits<double>::quiet_NaN()))), form + "nan");
  EXPECT_EQ(error_of(sizes(SplitSize::count(10))), form + "10");
  EXPECT_EQ(error_of(sizes(SplitSize::count(0))), form + "0");
  EXPECT_EQ(error_of(sizes({}, SplitSize::fraction(1.5))),
            "[train_test_split] expected train_size as a fraction between 0 and 1 or as a count from 1 to 9, got 1.5");
  EXPECT_EQ(error_of(sizes(SplitSize::fraction(0.6), SplitSize::fraction(0.75))),
            "[train_test_split] expected test_size + train_size of at most 1, got 1.35");
  EXPECT_EQ(error_of(sizes(SplitSize::count(6), SplitSize::count(5))),
            "[train_test_split] expected test_size + train_size of at most 10 samples, got 11");
  EXPECT_EQ(error_of(sizes(SplitSize::fraction(0.5)), 1),
            "[train_test_split] expected at least one sample to train with, got 0 of 1");
}

TEST(train_test_split, refuses_classes_that_cannot_be_split) {
  const Indices lonely = {0, 0, 0, 0, 0, 0, 0, 0, 0, 4};
  TrainTestOptions options = sizes(SplitSize::fraction(0.3));
  options.stratify = lonely.data();
  EXPECT_EQ(error_of(options), "[train_test_split] expected at least 2 samples of every class, got 1 of class 4");
  const Indices many = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4};
  options.stratify = many.data();
  EXPECT_EQ(error_of(options),
            "[train_test_split] expected both parts to hold at least one sample for each of 5 classes, got 7 to train "
            "and 3 to test");
  options.shuffle = false;
  EXPECT_EQ(error_of(options), "[train_test_split] expected shuffle = true with stratify, got false");
}

TEST(train_test_split, without_shuffle_draws_nothing) {
  RandomState random(5);
  TrainTestOptions options;
  options.shuffle = false;
  const TrainTest split = data::train_test_split(8, options, random);
  EXPECT_EQ(split.train, (Indices{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(split.test, (Indices{6, 7}));
  EXPECT_EQ(random.randint(0, 1 << 30), RandomState(5).randint(0, 1 << 30));
}

TEST(split_size, from_one_number) {
  EXPECT_TRUE(SplitSize::from_number(0.2).is_fraction());
  EXPECT_FALSE(SplitSize::from_number(1).is_fraction());
  EXPECT_FALSE(SplitSize::from_number(20).is_fraction());
  EXPECT_TRUE(SplitSize::from_number(1.5).is_fraction());
  EXPECT_TRUE(SplitSize::from_number(-3).is_fraction());
  EXPECT_EQ(SplitSize::from_number(20).value(), 20);
  EXPECT_FALSE(SplitSize().given());
}

TEST(random_split, golden_cases) {
  ASSERT_EQ(more()["random_split"].size(), 7u);
  for (const Json& entry : more()["random_split"]) {
    SCOPED_TRACE(::testing::Message() << entry);
    Generator generator(3);
    const auto parts =
        data::random_split(entry["n"].get<Index>(), entry["lengths"].get<std::vector<double>>(), generator);
    EXPECT_EQ(parts, entry["parts"].get<std::vector<Indices>>());
    EXPECT_EQ(testing::then_rand2(generator), entry["then_rand2_hex"].get<std::vector<std::string>>());
  }
}

TEST(random_split, refuses_lengths_that_do_not_fit) {
  EXPECT_THROW(data::random_split_lengths(10, {3, 6}), Error);
  EXPECT_THROW(data::random_split_lengths(10, {0.5, 0.4}), Error);
  EXPECT_THROW(data::random_split_lengths(10, {1.5, -0.5}), Error);
  EXPECT_THROW(data::random_split_lengths(10, {12, -2}), Error);
  EXPECT_THROW(data::random_split_lengths(10, {1e300}), Error);
  EXPECT_THROW(data::random_split_lengths(10, {}), Error);
  EXPECT_EQ(data::random_split_lengths(11, {0.5, 0.25, 0.25}), (std::vector<Index>{6, 3, 2}));
}

}  // namespace
}  // namespace normlab
