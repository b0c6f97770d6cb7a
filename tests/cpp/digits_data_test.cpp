// The digits lesson up to its first step, as PyTorch and scikit-learn made it: data, split, weights and batch order.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "normlab/data/digits.hpp"
#include "normlab/data/sampler.hpp"
#include "normlab/data/split.hpp"
#include "random_cases.hpp"

namespace normlab {
namespace {

using testing::Json;

const Json& golden() {
  static const Json file = testing::golden("golden_digits.json");
  return file;
}

data::TrainTest lesson_split() {
  data::TrainTestOptions options;
  options.test_size = data::SplitSize::fraction(0.2);
  RandomState random(0);
  return data::train_test_split(data::digits_count, options, random);
}

std::vector<float> scaled_pixels(const std::vector<std::int64_t>& samples) {
  std::vector<float> x;
  for (std::int64_t sample : samples) {
    const std::uint8_t* pixels = data::digits_pixels() + sample * data::digits_pixel_count;
    for (Index i = 0; i < data::digits_pixel_count; ++i) x.push_back(static_cast<float>(pixels[i]) / 16);
  }
  return x;
}

std::vector<std::int64_t> labels(const std::vector<std::int64_t>& samples) {
  std::vector<std::int64_t> y;
  for (std::int64_t sample : samples) y.push_back(data::digits_labels()[sample]);
  return y;
}

template <class T>
std::string crc_text(const std::vector<T>& values) {
  return testing::hex_crc(testing::crc32(values));
}

TEST(digits_data, is_the_set_of_scikit_learn) {
  // First image, a 0.
  const std::uint8_t first_rows[16] = {0, 0, 5, 13, 9, 1, 0, 0, 0, 0, 13, 15, 10, 15, 5, 0};
  EXPECT_TRUE(std::equal(first_rows, first_rows + 16, data::digits_pixels()));
  EXPECT_EQ(data::digits_labels()[0], 0);
  int per_digit[10] = {};
  for (Index i = 0; i < data::digits_count; ++i) ++per_digit[data::digits_labels()[i]];
  const int expected[10] = {178, 182, 177, 183, 181, 182, 181, 179, 174, 180};
  EXPECT_TRUE(std::equal(per_digit, per_digit + 10, expected));
  const std::uint8_t* pixels = data::digits_pixels();
  EXPECT_EQ(*std::max_element(pixels, pixels + data::digits_count * data::digits_pixel_count), 16);
}

TEST(digits_data, train_and_validation_parts) {
  const Json& data = golden()["data"];
  const data::TrainTest split = lesson_split();
  EXPECT_EQ(split.train.size(), golden()["meta"]["n_train"].get<std::size_t>());
  EXPECT_EQ(split.test.size(), golden()["meta"]["n_val"].get<std::size_t>());
  EXPECT_EQ(crc_text(scaled_pixels(split.train)), data["X_train_crc32_f32"].get<std::string>());
  EXPECT_EQ(crc_text(scaled_pixels(split.test)), data["X_val_crc32_f32"].get<std::string>());
  EXPECT_EQ(crc_text(labels(split.train)), data["y_train_crc32_i64"].get<std::string>());
  std::vector<std::int64_t> y_val = labels(split.test);
  y_val.resize(20);
  EXPECT_EQ(y_val, data["y_val_first20"].get<std::vector<std::int64_t>>());
}

TEST(digits_data, initial_weights_and_batch_order) {
  Generator generator(0);
  const Json& init = golden()["init"];
  ASSERT_EQ(init["linear_weights_crc32"].size(), 9u);
  for (int layer = 0; layer < 9; ++layer) {
    const Index fan_out = layer < 8 ? 64 : 10;
    std::vector<float> weight(static_cast<std::size_t>(fan_out * 64));
    std::vector<float> bias(static_cast<std::size_t>(fan_out));
    init::linear_weight(weight.data(), fan_out, 64, generator);
    init::linear_bias(bias.data(), fan_out, 64, generator);
    EXPECT_EQ(crc_text(weight), init["linear_weights_crc32"][layer].get<std::string>()) << "layer " << layer;
    EXPECT_EQ(crc_text(bias), init["linear_bias_crc32"][layer].get<std::string>()) << "layer " << layer;
  }

  data::SamplerOptions options;
  options.batch_size = 64;
  options.shuffle = true;
  data::EpochSampler sampler(golden()["meta"]["n_train"].get<Index>(), options);
  EXPECT_EQ(sampler.batch_count(), golden()["meta"]["steps_per_epoch"].get<Index>());
  ASSERT_EQ(golden()["batches"]["epoch_order_crc32_i64"].size(), 5u);
  for (int epoch = 0; epoch < 5; ++epoch) {
    std::vector<std::int64_t> order;
    std::vector<std::int64_t> batch;
    sampler.begin(generator);
    while (sampler.next(generator, batch)) order.insert(order.end(), batch.begin(), batch.end());
    EXPECT_EQ(batch.size(), golden()["meta"]["last_batch"].get<std::size_t>());
    EXPECT_EQ(crc_text(order), golden()["batches"]["epoch_order_crc32_i64"][epoch].get<std::string>());
    order.resize(8);
    EXPECT_EQ(order, golden()["batches"]["epoch_first_batch_first8"][epoch].get<std::vector<std::int64_t>>());
  }
}

}  // namespace
}  // namespace normlab
