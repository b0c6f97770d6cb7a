// Trains an eight-layer tanh network on the handwritten digits, without normalization and with each norm layer.
#include <cstdio>
#include <memory>

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/core/views.hpp"
#include "normlab/data/load_digits.hpp"
#include "normlab/data/split.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/linear.hpp"
#include "normlab/nn/norm_table.hpp"
#include "normlab/nn/sequential.hpp"
#include "normlab/optim/sgd.hpp"
#include "normlab/train/trainer.hpp"

namespace {

using namespace normlab;

constexpr Index features = 64;
constexpr Index epochs = 5;

struct Examples {
  Tensor x;
  Tensor y;
};

Examples training_examples() {
  const data::Digits digits = data::load_digits();
  const Tensor sixteen = Tensor::full({}, 16, DType::float64);
  const Tensor x = cast(binary("div", Binary::div, digits.data, sixteen), DType::float32);
  data::TrainTestOptions options;
  options.test_size = data::SplitSize::fraction(0.2);
  RandomState random(0);
  const std::vector<std::int64_t> rows = data::train_test_split(x.size(0), options, random).train;
  const Index count = static_cast<Index>(rows.size());
  return {take_rows(x, rows.data(), count), take_rows(digits.target, rows.data(), count)};
}

std::shared_ptr<nn::Sequential> deep_network(const nn::NormEntry* norm) {
  auto network = std::make_shared<nn::Sequential>();
  for (int block = 0; block < 8; ++block) {
    network->append(std::make_shared<nn::Linear>(features, features));
    if (norm != nullptr) network->append(norm->make(features));
    network->append(std::make_shared<nn::Tanh>());
  }
  network->append(std::make_shared<nn::Linear>(features, 10));
  return network;
}

double final_loss(const Examples& examples, const nn::NormEntry* norm) {
  default_generator().manual_seed(0);
  const auto network = deep_network(norm);
  const auto optimizer = std::make_shared<optim::SGD>(network->parameters(), optim::SGDOptions{0.05});
  const auto loss = std::make_shared<nn::CrossEntropyLoss>();
  const auto loader = std::make_shared<data::DataLoader>(data::TensorDataset({examples.x, examples.y}),
                                                         data::DataLoaderOptions{64, true, false});
  train::Trainer(network, optimizer, loss, loader).run(epochs, epochs * loader->size());
  network->eval();
  const GradMode no_recording(false);
  return item("loss", loss->forward(network->forward(Variable(examples.x)), Variable(examples.y)).data());
}

}  // namespace

int main() {
  const Examples examples = training_examples();
  std::printf("loss after %d epochs\n", static_cast<int>(epochs));
  std::printf("  %-18s %.3f\n", "no normalization", final_loss(examples, nullptr));
  for (const nn::NormEntry& norm : nn::norm_table()) {
    std::printf("  %-18s %.3f\n", norm.class_name, final_loss(examples, &norm));
  }
  return 0;
}
