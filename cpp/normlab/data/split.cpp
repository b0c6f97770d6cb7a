#include "normlab/data/split.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "normlab/core/check.hpp"

namespace normlab::data {
namespace {

constexpr const char* tag = "train_test_split";

Index round_down(double value) { return static_cast<Index>(value); }

Index round_up(double value) {
  const Index whole = round_down(value);
  return static_cast<double>(whole) < value ? whole + 1 : whole;
}

void check_size(const char* name, SplitSize size, Index count) {
  if (!size.given()) return;
  const double limit = size.is_fraction() ? 1 : static_cast<double>(count);
  check(size.value() > 0 && size.value() < limit, ErrorKind::argument, tag, "expected ", name,
        " as a fraction between 0 and 1 or as a count from 1 to ", count - 1, ", got ", size.value());
}

struct Counts {
  Index train;
  Index test;
};

Counts split_counts(Index count, SplitSize train_size, SplitSize test_size) {
  if (!test_size.given() && !train_size.given()) test_size = SplitSize::fraction(0.25);
  check_size("test_size", test_size, count);
  check_size("train_size", train_size, count);
  check(!(test_size.is_fraction() && train_size.is_fraction()) || train_size.value() + test_size.value() <= 1,
        ErrorKind::argument, tag, "expected test_size + train_size of at most 1, got ",
        train_size.value() + test_size.value());

  const double all = static_cast<double>(count);
  Counts counts = {0, 0};
  if (test_size.given()) counts.test = round_up(test_size.is_fraction() ? test_size.value() * all : test_size.value());
  if (train_size.given()) {
    counts.train = round_down(train_size.is_fraction() ? train_size.value() * all : train_size.value());
  } else {
    counts.train = count - counts.test;
  }
  if (!test_size.given()) counts.test = count - counts.train;
  check(counts.train + counts.test <= count, ErrorKind::argument, tag, "expected test_size + train_size of at most ",
        count, " samples, got ", counts.train + counts.test);
  check(counts.train > 0, ErrorKind::argument, tag, "expected at least one sample to train with, got 0 of ", count);
  return counts;
}

// How many of `draws` samples come from each class: the floor of its share, then one more for the classes with the
// largest remainders. Classes with equal remainders are picked by a permutation, which is drawn even if all get one.
std::vector<Index> approximate_mode(const std::vector<Index>& class_counts, Index draws, RandomState& random) {
  const double total = static_cast<double>(std::accumulate(class_counts.begin(), class_counts.end(), Index{0}));
  std::vector<Index> chosen;
  std::vector<double> remainders;
  for (Index class_count : class_counts) {
    const double share = static_cast<double>(class_count) / total * static_cast<double>(draws);
    chosen.push_back(round_down(share));
    remainders.push_back(share - static_cast<double>(chosen.back()));
  }
  Index missing = draws - std::accumulate(chosen.begin(), chosen.end(), Index{0});

  std::vector<double> values = remainders;
  std::sort(values.begin(), values.end(), std::greater<>());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  for (double value : values) {
    if (missing <= 0) break;
    std::vector<std::size_t> tied;
    for (std::size_t i = 0; i < remainders.size(); ++i) {
      if (remainders[i] == value) tied.push_back(i);
    }
    const std::vector<std::int64_t> order = random.permutation(static_cast<Index>(tied.size()));
    const std::size_t picked = std::min(tied.size(), static_cast<std::size_t>(missing));
    for (std::size_t i = 0; i < picked; ++i) ++chosen[tied[static_cast<std::size_t>(order[i])]];
    missing -= static_cast<Index>(picked);
  }
  return chosen;
}

// The members of each class in index order, classes ascending.
std::vector<std::vector<std::int64_t>> members_by_class(const std::int64_t* labels, Index count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [labels](std::int64_t a, std::int64_t b) { return labels[a] < labels[b]; });
  std::vector<std::vector<std::int64_t>> classes;
  for (std::int64_t index : order) {
    if (classes.empty() || labels[classes.back().front()] != labels[index]) classes.emplace_back();
    classes.back().push_back(index);
  }
  return classes;
}

TrainTest stratified_split(Index count, Counts counts, const std::int64_t* labels, RandomState& random) {
  const std::vector<std::vector<std::int64_t>> classes = members_by_class(labels, count);
  const Index class_count = static_cast<Index>(classes.size());
  std::vector<Index> sizes;
  for (const auto& members : classes) {
    check(members.size() >= 2, ErrorKind::argument, tag, "expected at least 2 samples of every class, got 1 of class ",
          labels[members.front()]);
    sizes.push_back(static_cast<Index>(members.size()));
  }
  check(counts.train >= class_count && counts.test >= class_count, ErrorKind::argument, tag,
        "expected both parts to hold at least one sample for each of ", class_count, " classes, got ", counts.train,
        " to train and ", counts.test, " to test");

  const std::vector<Index> train_sizes = approximate_mode(sizes, counts.train, random);
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] -= train_sizes[i];
  const std::vector<Index> test_sizes = approximate_mode(sizes, counts.test, random);

  TrainTest split;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::vector<std::int64_t>& members = classes[i];
    const std::vector<std::int64_t> order = random.permutation(static_cast<Index>(members.size()));
    for (Index j = 0; j < train_sizes[i] + test_sizes[i]; ++j) {
      const std::int64_t index = members[static_cast<std::size_t>(order[static_cast<std::size_t>(j)])];
      (j < train_sizes[i] ? split.train : split.test).push_back(index);
    }
  }
  random.shuffle(split.train.data(), static_cast<Index>(split.train.size()));
  random.shuffle(split.test.data(), static_cast<Index>(split.test.size()));
  return split;
}

}  // namespace

SplitSize SplitSize::from_number(double value) {
  const bool whole = value >= 1 && value < 0x1p53 && static_cast<double>(round_down(value)) == value;
  return whole ? count(round_down(value)) : fraction(value);
}

TrainTest train_test_split(Index count, const TrainTestOptions& options, RandomState& random) {
  const Counts counts = split_counts(count, options.train_size, options.test_size);
  if (options.stratify != nullptr) {
    check(options.shuffle, ErrorKind::argument, tag, "expected shuffle = true with stratify, got false");
    return stratified_split(count, counts, options.stratify, random);
  }
  TrainTest split;
  if (options.shuffle) {
    const std::vector<std::int64_t> order = random.permutation(count);
    const std::int64_t* train_begin = order.data() + counts.test;
    split.test.assign(order.data(), train_begin);
    split.train.assign(train_begin, train_begin + counts.train);
  } else {
    for (Index i = 0; i < counts.train + counts.test; ++i) (i < counts.train ? split.train : split.test).push_back(i);
  }
  return split;
}

std::vector<Index> random_split_lengths(Index count, const std::vector<double>& lengths) {
  const double total = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  std::vector<Index> parts;
  if (total <= 1 && total >= 1 - 1e-9) {
    for (double fraction : lengths) {
      check(fraction >= 0 && fraction <= 1, ErrorKind::argument, "random_split",
            "expected fractions between 0 and 1, got ", fraction);
      parts.push_back(round_down(static_cast<double>(count) * fraction));
    }
    const Index left = count - std::accumulate(parts.begin(), parts.end(), Index{0});
    for (Index i = 0; i < left; ++i) ++parts[static_cast<std::size_t>(i) % parts.size()];
  } else {
    for (double length : lengths) {
      check(length >= 0 && length < 0x1p53 && static_cast<double>(round_down(length)) == length, ErrorKind::argument,
            "random_split", "expected whole lengths that sum to ", count, ", or fractions that sum to 1, got ", length);
      parts.push_back(round_down(length));
    }
  }
  check(std::accumulate(parts.begin(), parts.end(), Index{0}) == count, ErrorKind::argument, "random_split",
        "expected lengths that sum to ", count, ", or fractions that sum to 1, got a sum of ", total);
  return parts;
}

std::vector<std::vector<std::int64_t>> random_split(Index count, const std::vector<double>& lengths,
                                                    Generator& generator) {
  const std::vector<Index> parts = random_split_lengths(count, lengths);
  const std::vector<std::int64_t> order = generator.randperm(count);
  std::vector<std::vector<std::int64_t>> split;
  const std::int64_t* begin = order.data();
  for (Index part : parts) {
    split.emplace_back(begin, begin + part);
    begin += part;
  }
  return split;
}

}  // namespace normlab::data
