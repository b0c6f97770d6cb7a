#pragma once

#include "normlab/nn/attention.hpp"
#include "normlab/nn/dropout.hpp"

namespace normlab::nn {

struct TransformerEncoderLayerOptions {
  Index dim_feedforward = 2048;
  double dropout = 0.1;
  Variable (*activation)(const Variable&) = nullptr;  // nullptr: relu
  double layer_norm_eps = 1e-5;
  bool batch_first = false;
  bool norm_first = false;
  // Makes another norm of d_model features than a LayerNorm.
  std::function<std::shared_ptr<Layer>(Index)> norm;
};

// Self-attention and a feed-forward network linear2(activation(linear1(x))), each with a residual connection:
//   norm_first: x = x + f(norm(x)); else: x = norm(x + f(x)), with dropout on f and inside the feed-forward network.
// Draws: self_attn, linear1, linear2. Source: Vaswani et al. 2017, section 3.1; torch.nn.TransformerEncoderLayer.
class TransformerEncoderLayer : public Layer {
 public:
  TransformerEncoderLayer(Index d_model, Index nhead, const TransformerEncoderLayerOptions& options = {},
                          Generator& generator = default_generator());

  Variable forward(const Variable& x) override { return forward(x, {}); }
  Variable forward(const Variable& x, const AttentionMasks& masks);
  std::string class_name() const override { return "TransformerEncoderLayer"; }

  // A layer of its own with the same weights, dtypes and frozen parameters; draws nothing from the default generator.
  std::shared_ptr<TransformerEncoderLayer> clone() const;

 private:
  Variable attention(const Variable& x, const AttentionMasks& masks);
  Variable feed_forward(const Variable& x);

  Index d_model_;
  Index nhead_;
  TransformerEncoderLayerOptions options_;
  std::shared_ptr<MultiheadAttention> self_attn_;
  std::shared_ptr<Linear> linear1_;
  std::shared_ptr<Linear> linear2_;
  std::shared_ptr<Layer> norm1_;
  std::shared_ptr<Layer> norm2_;
  std::shared_ptr<Layer> dropout_;
  std::shared_ptr<Layer> dropout1_;
  std::shared_ptr<Layer> dropout2_;
};

// num_layers copies of a layer, one after another, then `norm` if there is one. As in PyTorch all copies start with the
// weights of `layer`, which is none of them. Source: torch.nn.TransformerEncoder.
class TransformerEncoder : public Layer {
 public:
  TransformerEncoder(const TransformerEncoderLayer& layer, Index num_layers, std::shared_ptr<Layer> norm = nullptr);

  Variable forward(const Variable& x) override { return forward(x, {}); }
  Variable forward(const Variable& x, const AttentionMasks& masks);
  std::string class_name() const override { return "TransformerEncoder"; }

 private:
  std::vector<std::shared_ptr<TransformerEncoderLayer>> layers_;
  std::shared_ptr<Layer> norm_;
};

}  // namespace normlab::nn
