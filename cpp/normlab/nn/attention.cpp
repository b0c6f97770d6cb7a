#include "normlab/nn/attention.hpp"

#include "normlab/nn/init.hpp"

namespace normlab::nn {

namespace {

// The name that PyTorch prints.
class NonDynamicallyQuantizableLinear : public Linear {
 public:
  using Linear::Linear;
  std::string class_name() const override { return "NonDynamicallyQuantizableLinear"; }
};

}  // namespace

MultiheadAttention::MultiheadAttention(Index embed_dim, Index num_heads, const MultiheadAttentionOptions& options,
                                       Generator& generator)
    : num_heads_(num_heads), options_(options) {
  check(embed_dim > 0 && num_heads > 0 && embed_dim % num_heads == 0, ErrorKind::argument, "MultiheadAttention",
        "expected embed_dim to be a multiple of num_heads, got ", embed_dim, " and ", num_heads);
  out_proj = std::make_shared<NonDynamicallyQuantizableLinear>(embed_dim, embed_dim, options.bias, generator);
  if (options.bias) out_proj->bias.assign(Tensor::zeros({embed_dim}, DType::float32));
  Tensor start = Tensor::empty({3 * embed_dim, embed_dim}, DType::float32);
  init::xavier_uniform(start.data<float>(), start.numel(), embed_dim, 3 * embed_dim, generator);
  in_proj_weight = register_parameter("in_proj_weight", std::move(start));
  if (options.bias) in_proj_bias = register_parameter("in_proj_bias", Tensor::zeros({3 * embed_dim}, DType::float32));
  register_module("out_proj", out_proj);
}

Variable MultiheadAttention::forward(const Variable& query, const Variable& key, const Variable& value,
                                     const AttentionMasks& masks) {
  const AttentionWeights weights{in_proj_weight, in_proj_bias, out_proj->weight, out_proj->bias};
  return multi_head_attention(query, key, value, num_heads_, weights,
                              {masks.attn_mask, masks.key_padding_mask, masks.causal,
                               training() ? options_.dropout : 0, options_.batch_first});
}

}  // namespace normlab::nn
