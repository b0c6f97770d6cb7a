#pragma once

#include "normlab/nn/module.hpp"

namespace normlab::nn {

// Where a residual block normalizes: what goes into its sub-layer, or the sum.
enum class NormPlace { pre, post };

// A residual connection around any sub-layer f:
//   pre:  y = x + dropout(f(norm(x)))
//   post: y = norm(x + dropout(f(x)))
// Errors: a sub-layer that changes the shape of x (shape): the sum would broadcast without a word.
// Source: He et al. 2015; the two places: Xiong et al. 2020, "On Layer Normalization in the Transformer Architecture".
class ResidualConnection : public Layer {
 public:
  ResidualConnection(std::shared_ptr<Layer> sublayer, std::shared_ptr<Layer> norm, std::shared_ptr<Layer> dropout,
                     NormPlace place);

  Variable forward(const Variable& x) override;
  std::string class_name() const override { return "ResidualConnection"; }
  std::string extra_repr() const override { return place_ == NormPlace::pre ? "place='pre'" : "place='post'"; }

 private:
  std::shared_ptr<Layer> sublayer_;
  std::shared_ptr<Layer> norm_;
  std::shared_ptr<Layer> dropout_;
  NormPlace place_;
};

}  // namespace normlab::nn
