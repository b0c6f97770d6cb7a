#pragma once

#include "normlab/autograd/attention.hpp"
#include "normlab/nn/linear.hpp"

namespace normlab::nn {

struct MultiheadAttentionOptions {
  double dropout = 0;  // of the attention weights, in training
  bool bias = true;
  bool batch_first = false;
};

// What each call of an attention layer may restrict; see MultiheadOptions in autograd.
struct AttentionMasks {
  Tensor attn_mask;
  Tensor key_padding_mask;
  bool causal = false;
};

// See multi_head_attention in autograd. in_proj_weight starts with Xavier's uniform draws, the biases with 0;
// out_proj, which is drawn before it, as a Linear. As a Layer: self-attention without masks.
// Errors: embed_dim that is not a multiple of num_heads (argument). Source: torch.nn.MultiheadAttention.
class MultiheadAttention : public Layer {
 public:
  MultiheadAttention(Index embed_dim, Index num_heads, const MultiheadAttentionOptions& options = {},
                     Generator& generator = default_generator());

  Variable forward(const Variable& x) override { return forward(x, x, x, {}); }
  Variable forward(const Variable& query, const Variable& key, const Variable& value, const AttentionMasks& masks);
  std::string class_name() const override { return "MultiheadAttention"; }

  Variable in_proj_weight;
  Variable in_proj_bias;  // undefined without bias
  std::shared_ptr<Linear> out_proj;

 private:
  Index num_heads_;
  MultiheadAttentionOptions options_;
};

}  // namespace normlab::nn
