// Running the "cases" of the golden files of random streams: the draw that each one names, by our functions.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "crc32.hpp"
#include "golden.hpp"
#include "normlab/core/rng.hpp"
#include "normlab/nn/init.hpp"

namespace normlab::testing {

using Drawn = std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>>;

// The bits of a float or double as the golden files write them.
template <class T>
std::string hex(T value) {
  char text[20];
  if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    std::snprintf(text, sizeof text, "%08x", bits);
  } else {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(bits));
  }
  return text;
}

inline std::string hex_crc(std::uint32_t crc) {
  char text[20];
  std::snprintf(text, sizeof text, "%08x", crc);
  return text;
}

inline double double_of_hex(const std::string& hex) {
  const std::uint64_t bits = std::strtoull(hex.c_str(), nullptr, 16);
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// A seed of the files: -2^63 .. 2^64-1.
inline void seed_from(Generator& generator, const Json& seed) {
  const bool negative = seed.get<std::int64_t>() < 0 && seed.get<double>() < 0;
  if (negative) {
    generator.manual_seed(seed.get<std::int64_t>());
  } else {
    generator.manual_seed(seed.get<std::uint64_t>());
  }
}

// torch.rand(2), which tells where in its stream the generator is.
inline std::vector<std::string> then_rand2(Generator& generator) {
  float values[2];
  generator.uniform(values, 2);
  return {hex(values[0]), hex(values[1])};
}

template <class T, class Fill>
std::vector<T> filled(Index count, Fill fill) {
  std::vector<T> values(static_cast<std::size_t>(count));
  fill(values.data());
  return values;
}

template <class T>
std::vector<T> linear_weight_then_bias(const Json& args, Generator& generator) {
  const Index fan_in = args["in"].get<Index>();
  const Index fan_out = args["out"].get<Index>();
  return filled<T>(fan_out * (fan_in + 1), [&](T* out) {
    init::linear_weight(out, fan_out, fan_in, generator);
    init::linear_bias(out + fan_out * fan_in, fan_out, fan_in, generator);
  });
}

// The weight of xavier_* and kaiming_* cases: rows x cols, so that fan_in is cols and fan_out is rows.
template <class Fill>
std::vector<float> weight(const Json& args, Fill fill) {
  const Index rows = args["rows"].get<Index>();
  const Index cols = args["cols"].get<Index>();
  return filled<float>(rows * cols, [&](float* out) { fill(out, rows * cols, cols, rows); });
}

// Small and large fills of both types in turn, all as float.
inline std::vector<float> interleaved(Generator& generator) {
  std::vector<float> all;
  const auto append = [&all](const auto& values) {
    for (auto value : values) all.push_back(static_cast<float>(value));
  };
  append(filled<float>(3, [&](float* out) { generator.normal(out, 3); }));
  append(filled<double>(1, [&](double* out) { generator.normal(out, 1); }));
  append(filled<float>(1, [&](float* out) { generator.normal(out, 1, 5, 2); }));
  append(filled<float>(3, [&](float* out) { generator.uniform(out, 3); }));
  append(filled<float>(16, [&](float* out) { generator.normal(out, 16); }));
  append(filled<double>(3, [&](double* out) { generator.normal(out, 3, -1, 0.5); }));
  append(filled<double>(17, [&](double* out) { generator.normal(out, 17); }));
  append(generator.randperm(5));
  append(filled<float>(2, [&](float* out) { generator.normal(out, 2); }));
  return all;
}

inline Drawn draw(const std::string& op, const Json& args, Generator& g) {
  const Index n = args.contains("n") ? args["n"].get<Index>() : 0;
  const auto number = [&args](const char* name) { return args[name].get<double>(); };
  if (op == "rand") return filled<float>(n, [&](float* out) { g.uniform(out, n); });
  if (op == "rand_f64") return filled<double>(n, [&](double* out) { g.uniform(out, n); });
  if (op == "uniform_") return filled<float>(n, [&](float* out) { g.uniform(out, n, number("low"), number("high")); });
  if (op == "uniform_f64") {
    return filled<double>(n, [&](double* out) { g.uniform(out, n, number("low"), number("high")); });
  }
  if (op == "randn") return filled<float>(n, [&](float* out) { g.normal(out, n); });
  if (op == "randn_f64") return filled<double>(n, [&](double* out) { g.normal(out, n); });
  if (op == "normal_") return filled<float>(n, [&](float* out) { g.normal(out, n, number("mean"), number("std")); });
  if (op == "normal_f64") {
    return filled<double>(n, [&](double* out) { g.normal(out, n, number("mean"), number("std")); });
  }
  if (op == "randn_sequence_3_5_20_1_2") {
    return filled<float>(31, [&](float* out) {
      for (Index part : {3, 5, 20, 1, 2}) {
        g.normal(out, part);
        out += part;
      }
    });
  }
  if (op == "interleaved") return interleaved(g);
  if (op == "randint") {
    return filled<std::int64_t>(n, [&](std::int64_t* out) {
      g.randint(out, n, args["low"].get<std::int64_t>(), args["high"].get<std::int64_t>());
    });
  }
  if (op == "random_int64") return filled<std::int64_t>(n, [&](std::int64_t* out) { g.random(out, n); });
  if (op == "randperm") return g.randperm(n);
  if (op == "bernoulli_scalar") return filled<float>(n, [&](float* out) { g.bernoulli(out, n, number("p")); });
  if (op == "bernoulli_tensor_f32") {
    const std::vector<float> p(static_cast<std::size_t>(n), static_cast<float>(number("p")));
    return filled<float>(n, [&](float* out) { g.bernoulli(out, p.data(), n); });
  }
  if (op == "bernoulli_tensor_f64") {
    const std::vector<double> p(static_cast<std::size_t>(n), number("p"));
    return filled<double>(n, [&](double* out) { g.bernoulli(out, p.data(), n); });
  }
  if (op == "dropout_ones") return filled<float>(n, [&](float* out) { g.dropout_mask(out, n, number("p")); });
  if (op == "dropout_ones_f64") return filled<double>(n, [&](double* out) { g.dropout_mask(out, n, number("p")); });
  if (op == "exponential_") return filled<float>(n, [&](float* out) { g.exponential(out, n, number("lambd")); });
  if (op == "linear_weight_then_bias") return linear_weight_then_bias<float>(args, g);
  if (op == "linear_weight_then_bias_f64") return linear_weight_then_bias<double>(args, g);
  if (op == "embedding") {
    const Index rows = args["num"].get<Index>();
    const Index columns = args["dim"].get<Index>();
    const Index padding = args.contains("padding_idx") ? args["padding_idx"].get<Index>() : -1;
    return filled<float>(rows * columns, [&](float* out) { init::embedding(out, rows, columns, g, padding); });
  }
  const auto fan = [&](auto fill) { return weight(args, fill); };
  if (op == "xavier_uniform_") {
    return fan([&](float* w, Index count, Index in, Index out) { init::xavier_uniform(w, count, in, out, g); });
  }
  if (op == "xavier_normal_") {
    return fan([&](float* w, Index count, Index in, Index out) { init::xavier_normal(w, count, in, out, g); });
  }
  if (op == "kaiming_uniform_relu") {
    return fan(
        [&](float* w, Index count, Index in, Index) { init::kaiming_uniform(w, count, in, g, init::relu_gain()); });
  }
  if (op == "kaiming_normal_relu") {
    return fan(
        [&](float* w, Index count, Index in, Index) { init::kaiming_normal(w, count, in, g, init::relu_gain()); });
  }
  throw std::runtime_error("golden file: no draw named " + op);
}

// Normal numbers in double come from libm in torch; ours may differ by a few ulp, magnified where mean and deviation
// nearly cancel.
inline void expect_close(const std::vector<double>& got, const Json& expected_hex, double mean) {
  ASSERT_EQ(got.size(), expected_hex.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double expected = double_of_hex(expected_hex[i].get<std::string>());
    const double bound = 4 * std::numeric_limits<double>::epsilon() * (std::fabs(expected) + std::fabs(mean));
    EXPECT_NEAR(got[i], expected, bound) << "element " << i;
  }
}

inline void expect_case(const Json& entry) {
  const std::string op = entry["op"].get<std::string>();
  SCOPED_TRACE(::testing::Message() << op << ' ' << entry["args"] << " seed " << entry["seed"]);
  Generator generator;
  seed_from(generator, entry["seed"]);
  const Drawn drawn = draw(op, entry["args"], generator);
  if (op == "randn_f64" || op == "normal_f64") {
    const Json& args = entry["args"];
    expect_close(std::get<std::vector<double>>(drawn), entry["hex"],
                 args.contains("mean") ? args["mean"].get<double>() : 0);
  } else {
    std::visit(
        [&](const auto& values) {
          EXPECT_EQ(values.size(), entry["n"].get<std::size_t>());
          EXPECT_EQ(hex_crc(crc32(values)), entry["crc32_le_bytes"].get<std::string>());
        },
        drawn);
  }
  EXPECT_EQ(then_rand2(generator), entry["then_rand2_hex"].get<std::vector<std::string>>()) << "the stream after it";
}

}  // namespace normlab::testing
