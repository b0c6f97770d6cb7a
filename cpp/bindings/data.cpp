// Random streams, data and training.
#include <emscripten/bind.h>

#include <cstdlib>

#include "convert.hpp"
#include "guard.hpp"
#include "normlab/core/random.hpp"
#include "normlab/data/load_digits.hpp"
#include "normlab/data/loader.hpp"
#include "normlab/data/split.hpp"
#include "normlab/train/trainer.hpp"

namespace normlab::bindings {

namespace {

using emscripten::class_;

// A whole number in −2^63..2^64−1, checked by web/api; a string because JavaScript numbers end at 2^53.
void seed_default_generator(const std::string& seed) {
  if (seed[0] == '-') default_generator().manual_seed(std::strtoll(seed.c_str(), nullptr, 10));
  else default_generator().manual_seed(std::strtoull(seed.c_str(), nullptr, 10));
}

void bind_random() {
  using emscripten::function;
  function("_manualSeed", guarded([](const std::string& seed) { seed_default_generator(seed); }));
  function("_initialSeed", guarded([] { return std::to_string(default_generator().initial_seed()); }));
  function("_uniform", guarded([](const val& shape, const std::string& dtype, double low, double high) {
    return Variable(uniform(to_shape(shape), dtype_from_name(dtype), low, high));
  }));
  function("_normal", guarded([](const val& shape, const std::string& dtype, double mean, double std) {
    return Variable(normal(to_shape(shape), dtype_from_name(dtype), mean, std));
  }));
  function("_randint", guarded([](double low, double high, const val& shape) {
    return Variable(randint(static_cast<Index>(low), static_cast<Index>(high), to_shape(shape)));
  }));
  function("_randperm", guarded([](int n) { return Variable(randperm(n)); }));
}

std::vector<Tensor> to_tensors(const val& raw_tensors) {
  std::vector<Tensor> out;
  for (const Variable& variable : to_variables(raw_tensors)) out.push_back(variable.data());
  return out;
}

void bind_data() {
  class_<data::DataLoader> loader("_DataLoader");
  loader.smart_ptr<std::shared_ptr<data::DataLoader>>("_DataLoaderPointer");
  loader.class_function("_make", guarded([](const val& tensors, const val& options) {
    return std::make_shared<data::DataLoader>(
        data::TensorDataset(to_tensors(tensors)),
        data::DataLoaderOptions{options["batchSize"].as<int>(), options["shuffle"].as<bool>(),
                                options["dropLast"].as<bool>()});
  }));
  loader.function("_size", guarded([](data::DataLoader& self) { return static_cast<double>(self.size()); }));
  loader.function("_start", guarded([](data::DataLoader& self) { self.start(); }));
  loader.function("_next", guarded([](data::DataLoader& self) {
    val batch = val::array();
    for (const Tensor& tensor : self.next()) batch.call<void>("push", val(Variable(tensor)));
    return batch;
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
}

void bind_trainer() {
  class_<train::Trainer> trainer("_Trainer");
  trainer.smart_ptr<std::shared_ptr<train::Trainer>>("_TrainerPointer");
  trainer.class_function("_make", guarded([](std::shared_ptr<nn::Layer> model,
                                             std::shared_ptr<optim::Optimizer> optimizer,
                                             std::shared_ptr<nn::Loss> loss,
                                             std::shared_ptr<data::DataLoader> loader) {
    return std::make_shared<train::Trainer>(std::move(model), std::move(optimizer), std::move(loss),
                                            std::move(loader));
  }));
  trainer.function("_run", guarded([](train::Trainer& self, int epochs, int max_steps) {
    return static_cast<double>(self.run(epochs, max_steps));
  }));
  trainer.function("_progress", guarded([](train::Trainer& self) {
    const train::Progress& progress = self.progress();
    val out = val::object();
    out.set("epoch", static_cast<double>(progress.epoch));
    out.set("step", static_cast<double>(progress.step));
    out.set("stepsPerEpoch", static_cast<double>(progress.steps_per_epoch));
    out.set("loss", progress.loss);
    return out;
  }));
}

}  // namespace

EMSCRIPTEN_BINDINGS(normlab_data) {
  bind_random();
  bind_data();
  bind_trainer();
}

}  // namespace normlab::bindings
