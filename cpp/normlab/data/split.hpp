// Splitting a data set by index: scikit-learn's train_test_split and torch's random_split, in their exact orders.
#pragma once

#include <cstdint>
#include <vector>

#include "normlab/core/random_state.hpp"
#include "normlab/core/rng.hpp"

namespace normlab::data {

// How large a part of a split is: not given, a fraction of all samples, or a number of samples.
class SplitSize {
 public:
  SplitSize() = default;
  static SplitSize fraction(double value) { return SplitSize(Kind::fraction, value); }
  static SplitSize count(Index value) { return SplitSize(Kind::count, static_cast<double>(value)); }
  // For callers with one number type: whole numbers from 1 on are counts, all else is a fraction.
  static SplitSize from_number(double value);

  bool given() const { return kind_ != Kind::none; }
  bool is_fraction() const { return kind_ == Kind::fraction; }
  double value() const { return value_; }

 private:
  enum class Kind { none, fraction, count };
  SplitSize(Kind kind, double value) : kind_(kind), value_(value) {}

  Kind kind_ = Kind::none;
  double value_ = 0;
};

struct TrainTestOptions {
  SplitSize test_size;   // default: what train_size leaves, or 0.25 if that is not given either
  SplitSize train_size;  // default: what test_size leaves
  bool shuffle = true;   // false: the first samples train, the next ones test; draws nothing
  // One class per sample, or null. With classes both parts keep their proportions, as nearly as whole samples allow.
  const std::int64_t* stratify = nullptr;
};

struct TrainTest {
  std::vector<std::int64_t> train;
  std::vector<std::int64_t> test;
};

// The indices 0 .. count-1 in two parts. Fractions: test rounds up, train rounds down. Throws an argument error for
// sizes that are out of range or leave a part empty, and for classes too small to split.
// Source: scikit-learn 1.2, model_selection/_split.py.
TrainTest train_test_split(Index count, const TrainTestOptions& options, RandomState& random);

// The lengths that random_split makes of its argument: fractions that sum to 1 are rounded down, and what is left goes
// one by one to the parts from the first on; anything else must be lengths that sum to `count`.
// Source: PyTorch, torch/utils/data/dataset.py.
std::vector<Index> random_split_lengths(Index count, const std::vector<double>& lengths);

// Consecutive slices of one random order of 0 .. count-1; count - 1 words of the generator.
std::vector<std::vector<std::int64_t>> random_split(Index count, const std::vector<double>& lengths,
                                                    Generator& generator);

}  // namespace normlab::data
