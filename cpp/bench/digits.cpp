#include "digits.hpp"

#include <algorithm>
#include <iterator>

#include "limit.hpp"
#include "normlab/core/elementwise.hpp"
#include "normlab/core/views.hpp"
#include "normlab/data/load_digits.hpp"
#include "normlab/data/split.hpp"
#include "normlab/nn/activations.hpp"
#include "normlab/nn/linear.hpp"

namespace normlab::bench {

const std::vector<DigitBatch>& digit_batches() {
  static const std::vector<DigitBatch> batches = [] {
    const data::Digits digits = data::load_digits();
    const Tensor white_to_black = Tensor::full({}, 16, DType::float64);
    const Tensor x = cast(binary("div", Binary::div, digits.data, white_to_black), DType::float32);
    RandomState random(0);
    data::TrainTestOptions options;
    options.test_size = data::SplitSize::fraction(0.2);
    const std::vector<std::int64_t> train = data::train_test_split(x.size(0), options, random).train;
    std::vector<DigitBatch> out;
    for (std::size_t at = 0; at + limit_batch <= train.size(); at += limit_batch) {
      DigitBatch batch;
      batch.x = take_rows(x, &train[at], limit_batch);
      batch.y = take_rows(digits.target, &train[at], limit_batch);
      const std::int64_t* y = batch.y.data<std::int64_t>();
      std::transform(y, y + limit_batch, std::back_inserter(batch.labels),
                     [](std::int64_t label) { return static_cast<std::uint8_t>(label); });
      out.push_back(std::move(batch));
    }
    return out;
  }();
  return batches;
}

EngineRun::EngineRun(const nn::NormEntry* norm) : model_(std::make_shared<nn::Sequential>()) {
  default_generator().manual_seed(0);
  for (int i = 0; i < limit_depth; ++i) {
    model_->append(std::make_shared<nn::Linear>(limit_width, limit_width));
    if (norm != nullptr) model_->append(norm->make(limit_width));
    model_->append(std::make_shared<nn::Tanh>());
  }
  model_->append(std::make_shared<nn::Linear>(limit_width, limit_classes));
  optimizer_ = std::make_unique<optim::SGD>(model_->parameters(), optim::SGDOptions{learning_rate});
}

double EngineRun::step(const DigitBatch& batch) {
  optimizer_->zero_grad();
  const Variable loss = loss_.forward(model_->forward(Variable(batch.x)), Variable(batch.y));
  loss.backward();
  optimizer_->step();
  return item("loss", loss.data());
}

std::vector<float> EngineRun::parameters() const {
  std::vector<float> values;
  for (const Variable& parameter : model_->parameters()) {
    const float* p = parameter.data().data<float>();
    values.insert(values.end(), p, p + parameter.data().numel());
  }
  return values;
}

}  // namespace normlab::bench
