#include "normlab/nn/sequential.hpp"

namespace normlab::nn {

Sequential::Sequential(const std::vector<std::shared_ptr<Layer>>& layers) {
  for (const auto& layer : layers) append(layer);
}

void Sequential::append(std::shared_ptr<Layer> layer) {
  layers_.push_back(register_module(std::to_string(layers_.size()), std::move(layer)));
}

Variable Sequential::forward(const Variable& x) {
  Variable y = x;
  for (const auto& layer : layers_) y = (*layer)(y);
  return y;
}

}  // namespace normlab::nn
