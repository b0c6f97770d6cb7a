// Random streams and data.
#include <emscripten/bind.h>

#include <cstdlib>

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/core/elementwise.hpp"
#include "normlab/core/random.hpp"
#include "normlab/data/load_digits.hpp"
#include "normlab/data/loader.hpp"
#include "normlab/data/split.hpp"

namespace normlab::bindings {

namespace {

using emscripten::class_;

using GeneratorPointer = std::shared_ptr<Generator>;

// A whole number in −2^63..2^64−1, checked by web/api; a string because JavaScript numbers end at 2^53.
void seed_generator(Generator& generator, const std::string& seed) {
  if (seed[0] == '-') generator.manual_seed(std::strtoll(seed.c_str(), nullptr, 10));
  else generator.manual_seed(std::strtoull(seed.c_str(), nullptr, 10));
}

void bind_random() {
  class_<Generator> generator("_Generator");
  generator.smart_ptr<GeneratorPointer>("_GeneratorPointer");
  generator.class_function("_make", guarded([] { return std::make_shared<Generator>(); }));
  // A handle to one that outlives every handle.
  generator.class_function("_default", guarded([] { return GeneratorPointer(&default_generator(), [](Generator*) {}); }));
  generator.function("_manualSeed", guarded([](Generator& self, const std::string& seed) {
    seed_generator(self, seed);
  }));
  generator.function("_initialSeed", guarded([](Generator& self) { return std::to_string(self.initial_seed()); }));
  generator.function("_uniform", guarded([](Generator& self, const val& shape, const std::string& dtype, double low,
                                            double high) {
    return Variable(uniform(to_shape(shape), dtype_from_name(dtype), low, high, self));
  }));
  generator.function("_normal", guarded([](Generator& self, const val& shape, const std::string& dtype, double mean,
                                           double std) {
    return Variable(normal(to_shape(shape), dtype_from_name(dtype), mean, std, self));
  }));
  generator.function("_randint", guarded([](Generator& self, double low, double high, const val& shape) {
    return Variable(randint(static_cast<Index>(low), static_cast<Index>(high), to_shape(shape), self));
  }));
  generator.function("_randperm", guarded([](Generator& self, int n) { return Variable(randperm(n, self)); }));
}

std::vector<Tensor> to_tensors(const val& raw_tensors) {
  std::vector<Tensor> out;
  for (const Variable& variable : to_variables(raw_tensors)) out.push_back(variable.data());
  return out;
}

void bind_data() {
  class_<data::DataLoaderIterator> iterator("_DataLoaderIterator");
  iterator.smart_ptr<std::shared_ptr<data::DataLoaderIterator>>("_DataLoaderIteratorPointer");
  iterator.function("_next", guarded([](data::DataLoaderIterator& self) {
    val batch = val::array();
    for (const Tensor& tensor : self.next()) batch.call<void>("push", val(Variable(tensor)));
    return batch;
  }));

  class_<data::DataLoader> loader("_DataLoader");
  loader.smart_ptr<std::shared_ptr<data::DataLoader>>("_DataLoaderPointer");
  // `rows`: those of a subset, or null.
  loader.class_function("_make", guarded([](const val& tensors, const val& rows, const val& options) {
    const data::TensorDataset all(to_tensors(tensors));
    const val generator = options["generator"];
    return std::make_shared<data::DataLoader>(
        rows.isNull() ? all : all.subset(to_indices(rows)),
        data::DataLoaderOptions{options["batchSize"].as<int>(), options["shuffle"].as<bool>(),
                                options["dropLast"].as<bool>()},
        generator.isNull() ? nullptr : generator.as<GeneratorPointer>());
  }));
  loader.function("_size", guarded([](data::DataLoader& self) { return static_cast<double>(self.size()); }));
  loader.function("_iter", guarded([](data::DataLoader& self) {
    return std::make_shared<data::DataLoaderIterator>(self.iter());
  }));

  emscripten::function("_unpackDigits", guarded([](const val& packed) {
    const std::vector<unsigned char> bytes = emscripten::convertJSArrayToNumberVector<unsigned char>(packed);
    const data::Digits digits = data::unpack_digits(bytes.data(), bytes.size());
    val out = val::object();
    out.set("data", Variable(digits.data));
    out.set("target", Variable(digits.target));
    return out;
  }));
  emscripten::function("_trainTestSplit", guarded([](double count, const val& options) {
    const auto size = [](const val& number) {
      return number.isNull() ? data::SplitSize() : data::SplitSize::from_number(number.as<double>());
    };
    data::TrainTestOptions split;
    split.test_size = size(options["testSize"]);
    split.train_size = size(options["trainSize"]);
    split.shuffle = options["shuffle"].as<bool>();
    Tensor classes;
    if (!options["stratify"].isNull()) {
      classes = cast(options["stratify"].as<Variable>().data(), DType::int64).contiguous();
      split.stratify = classes.data<std::int64_t>();
    }
    RandomState random(static_cast<std::uint32_t>(options["randomState"].as<double>()));
    const data::TrainTest parts = data::train_test_split(static_cast<Index>(count), split, random);
    const auto rows = [](const std::vector<std::int64_t>& indices) {
      return Variable(Tensor::from({static_cast<Index>(indices.size())}, indices));
    };
    val out = val::object();
    out.set("train", rows(parts.train));
    out.set("test", rows(parts.test));
    return out;
  }));
  emscripten::function("_randomSplit", guarded([](Generator& generator, double count, const val& lengths) {
    val out = val::array();
    for (const auto& part : data::random_split(static_cast<Index>(count),
                                               emscripten::convertJSArrayToNumberVector<double>(lengths), generator)) {
      out.call<void>("push", from_indices(part.data(), part.size()));
    }
    return out;
  }));
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_data) {
  bind_random();
  bind_data();
}

}  // namespace normlab::bindings
