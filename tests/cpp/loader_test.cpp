// data/dataset and data/loader: batches of several tensors in PyTorch's order, iterators side by side. Draws of one
// epoch and edge cases: sampler_test.
#include "normlab/data/loader.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "normlab/core/views.hpp"
#include "random_cases.hpp"
#include "tensors.hpp"

namespace normlab::data {
namespace {

using testing::counting;
using testing::Json;
using testing::numbers;
using testing::Numbers;
using testing::tensor;

// `count` examples of two numbers, 2 i and 2 i + 1, with the label i.
TensorDataset examples(Index count) { return TensorDataset({counting({count, 2}), counting({count}, DType::int64)}); }

// The labels of what is left of an epoch, batch by batch; every example must still be beside its label.
std::vector<Numbers> rest_of(DataLoaderIterator& batches) {
  std::vector<Numbers> labels;
  for (std::vector<Tensor> batch = batches.next(); !batch.empty(); batch = batches.next()) {
    EXPECT_EQ(batch.size(), 2u);
    labels.push_back(numbers(batch[1]));
    Numbers expected;
    for (double label : labels.back()) expected.insert(expected.end(), {2 * label, 2 * label + 1});
    EXPECT_EQ(numbers(batch[0]), expected);
    EXPECT_EQ(batch[0].shape(), Shape({static_cast<Index>(labels.back().size()), 2}));
    EXPECT_EQ(batch[1].dtype(), DType::int64);
  }
  return labels;
}

std::vector<Numbers> epoch_of(const DataLoader& loader) {
  DataLoaderIterator batches = loader.iter();
  return rest_of(batches);
}

TEST(tensor_dataset, takes_examples_from_each_tensor) {
  const TensorDataset dataset = examples(4);
  EXPECT_EQ(dataset.size(), 4);
  EXPECT_EQ(dataset.tensor_count(), 2u);
  const std::vector<Tensor> batch = dataset.batch({3, 0, 3});
  EXPECT_EQ(numbers(batch[0]), Numbers({6, 7, 0, 1, 6, 7}));
  EXPECT_EQ(numbers(batch[1]), Numbers({3, 0, 3}));
  EXPECT_EQ(dataset.batch({})[0].shape(), Shape({0, 2}));
  EXPECT_ERROR(dataset.batch({4}), ErrorKind::shape, "TensorDataset", "0..3", "got 4");
  EXPECT_ERROR(dataset.batch({-1}), ErrorKind::shape, "TensorDataset", "got -1");
}

TEST(tensor_dataset, has_subsets) {
  const TensorDataset part = examples(6).subset({5, 1, 2, 1});
  EXPECT_EQ(part.size(), 4);
  EXPECT_EQ(numbers(part.batch({0, 3})[1]), Numbers({5, 1}));
  const TensorDataset nested = part.subset({2, 0});
  EXPECT_EQ(numbers(nested.batch({0, 1})[0]), Numbers({4, 5, 10, 11}));
  EXPECT_EQ(nested.rows({1, 0}), std::vector<Index>({5, 2}));
  EXPECT_EQ(part.subset({}).size(), 0);
  EXPECT_ERROR(part.subset({4}), ErrorKind::shape, "TensorDataset", "0..3", "got 4");
  EXPECT_ERROR(nested.batch({2}), ErrorKind::shape, "TensorDataset", "0..1", "got 2");
  DataLoader loader(part, {3});
  DataLoaderIterator batches = loader.iter();
  EXPECT_EQ(rest_of(batches), std::vector<Numbers>({{5, 1, 2}, {1}}));
  EXPECT_EQ(batches.batch_rows(), std::vector<Index>({1}));
}

TEST(tensor_dataset, batches_are_copies) {
  const Tensor x = counting({3, 2});
  const Tensor turned = transpose(x, 0, 1);
  const TensorDataset dataset({turned});
  Tensor batch = dataset.batch({1, 0})[0];
  EXPECT_EQ(numbers(batch), Numbers({1, 3, 5, 0, 2, 4}));
  batch.data<float>()[0] = 100;
  EXPECT_EQ(numbers(x), Numbers({0, 1, 2, 3, 4, 5}));
}

TEST(tensor_dataset, names_tensors_that_do_not_fit) {
  EXPECT_ERROR(TensorDataset({}), ErrorKind::argument, "TensorDataset", "got none");
  EXPECT_ERROR(TensorDataset({counting({3}), counting({4})}), ErrorKind::shape, "TensorDataset", "got 3 and 4");
  EXPECT_ERROR(TensorDataset({counting({})}), ErrorKind::shape, "TensorDataset", "got a 0-d one");
}

TEST(loader, goes_in_order_without_shuffle) {
  DataLoader loader(examples(5), {2});
  EXPECT_EQ(loader.size(), 3);
  EXPECT_EQ(loader.tensors_per_batch(), 2u);
  const std::vector<Numbers> expected{{0, 1}, {2, 3}, {4}};
  EXPECT_EQ(epoch_of(loader), expected);
  EXPECT_EQ(epoch_of(loader), expected);
  DataLoader whole(examples(5), {2, false, true});
  EXPECT_EQ(epoch_of(whole), std::vector<Numbers>({{0, 1}, {2, 3}}));
}

// PyTorch 1.13: torch.manual_seed(0), then two epochs of the labels of
//   DataLoader(TensorDataset(X, torch.arange(7)), batch_size=3, shuffle=True), and the same with
//   generator=torch.Generator().manual_seed(5) and drop_last=True
TEST(loader, shuffles_as_pytorch) {
  Generator seeded(0);
  const GeneratorScope scope(seeded);
  DataLoader loader(examples(7), {3, true});
  EXPECT_EQ(epoch_of(loader), std::vector<Numbers>({{0, 4, 1}, {5, 2, 6}, {3}}));
  EXPECT_EQ(epoch_of(loader), std::vector<Numbers>({{3, 1, 4}, {2, 5, 0}, {6}}));
  const auto own = std::make_shared<Generator>(5);
  const std::vector<std::uint8_t> before = seeded.state();
  DataLoader with_own(examples(7), {3, true, true}, own);
  EXPECT_EQ(epoch_of(with_own), std::vector<Numbers>({{2, 4, 3}, {5, 0, 6}}));
  EXPECT_EQ(epoch_of(with_own), std::vector<Numbers>({{4, 1, 0}, {2, 3, 6}}));
  EXPECT_EQ(seeded.state(), before) << "the default generator is not drawn from";
}

TEST(loader, golden_cases_of_iterators_side_by_side) {
  static const Json file = testing::golden("golden_rng_more.json");
  ASSERT_EQ(file["interleaved"].size(), 72u);
  for (const Json& entry : file["interleaved"]) {
    SCOPED_TRACE(::testing::Message() << entry);
    Generator fallback(7);
    const GeneratorScope scope(fallback);
    const std::shared_ptr<Generator> generators[] = {std::make_shared<Generator>(11), std::make_shared<Generator>(12)};
    std::vector<DataLoader> loaders;
    for (const Json& options : entry["loaders"]) {
      const Json& own = options["generator"];
      loaders.emplace_back(examples(entry["n"].get<Index>()),
                           DataLoaderOptions{options["batch_size"].get<Index>(), options["shuffle"].get<bool>(),
                                             options["drop_last"].get<bool>()},
                           own.is_null() ? nullptr : generators[own.get<std::size_t>()]);
    }
    std::vector<DataLoaderIterator> iterators;
    for (const Json& step : entry["steps"]) {
      const auto at = step[1].get<std::size_t>();
      if (step[0].get<std::string>() == "iter") {
        iterators.push_back(loaders[at].iter());
        continue;
      }
      const std::vector<Tensor> batch = iterators[at].next();
      ASSERT_EQ(batch.empty(), step[2].is_null());
      if (!batch.empty()) EXPECT_EQ(numbers(batch[1]), step[2].get<Numbers>());
    }
    EXPECT_EQ(testing::then_rand2(fallback), entry["then_rand2_hex"].get<std::vector<std::string>>());
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(testing::then_rand2(*generators[i]),
                entry["generators_then_rand2_hex"][i].get<std::vector<std::string>>());
    }
  }
}

TEST(loader, iterators_outlive_their_loader) {
  auto loader = std::make_unique<DataLoader>(examples(5), DataLoaderOptions{2});
  DataLoaderIterator batches = loader->iter();
  batches.next();
  EXPECT_EQ(epoch_of(*loader), std::vector<Numbers>({{0, 1}, {2, 3}, {4}}));
  loader.reset();
  EXPECT_EQ(rest_of(batches), std::vector<Numbers>({{2, 3}, {4}}));
  EXPECT_TRUE(batches.next().empty()) << "ended";
}

// Cases B02: number of batches and the size of the last one.
TEST(loader, splits_into_batches) {
  struct Case {
    Index count, batch_size, batches, last, without_last;
  };
  const Case cases[] = {{129, 64, 3, 1, 2}, {201, 10, 21, 1, 20}, {5, 2, 3, 1, 2}, {700, 3, 234, 1, 233},
                        {64, 64, 1, 64, 1}, {1, 8, 1, 1, 0},      {0, 8, 0, 0, 0}};
  for (const Case& each : cases) {
    DataLoader all(examples(each.count), {each.batch_size});
    const std::vector<Numbers> batches = epoch_of(all);
    EXPECT_EQ(all.size(), each.batches) << each.count;
    EXPECT_EQ(static_cast<Index>(batches.size()), each.batches) << each.count;
    EXPECT_EQ(batches.empty() ? 0 : static_cast<Index>(batches.back().size()), each.last) << each.count;
    DataLoader full(examples(each.count), {each.batch_size, false, true});
    EXPECT_EQ(full.size(), each.without_last) << each.count;
    EXPECT_EQ(static_cast<Index>(epoch_of(full).size()), each.without_last) << each.count;
  }
}

TEST(loader, names_options_that_it_does_not_take) {
  EXPECT_ERROR(DataLoader(examples(3), {0}), ErrorKind::argument, "DataLoader", "batch_size", "got 0");
  EXPECT_ERROR(DataLoader(examples(0), {2, true}), ErrorKind::argument, "DataLoader", "got 0");
}

}  // namespace
}  // namespace normlab::data
