#pragma once

#include "normlab/nn/module.hpp"

namespace normlab::nn {

// y = f_n(… f_1(x)): layers one after another, named "0", "1", …
class Sequential : public Layer {
 public:
  Sequential() = default;
  explicit Sequential(const std::vector<std::shared_ptr<Layer>>& layers);

  void append(std::shared_ptr<Layer> layer);
  Variable forward(const Variable& x) override;
  std::string class_name() const override { return "Sequential"; }

 private:
  std::vector<std::shared_ptr<Layer>> layers_;
};

}  // namespace normlab::nn
