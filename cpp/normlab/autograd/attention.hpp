// Attention: products, a masked softmax and dropout.
#pragma once

#include "normlab/autograd/variable.hpp"
#include "normlab/core/random.hpp"

namespace normlab {

struct AttentionOptions {
  // Broadcasts to the scores (…, L, S). Bool: true where a query may look at a key; floats are added to the scores.
  Tensor mask;
  bool causal = false;  // query i sees the keys 0..i only
  double dropout = 0;   // of the weights, with probability p
};

// softmax(q kᵀ / √E + mask) v: q (…, L, E), k (…, S, E), v (…, S, F) → (…, L, F). A query that may look at no key gets
// zeros, and gives zero gradients (PyTorch: NaN). Errors: shapes that do not fit (shape), a mask of integers (argument).
// Source: Vaswani et al. 2017, equation 1; torch.nn.functional.scaled_dot_product_attention.
Variable scaled_dot_product_attention(const Variable& q, const Variable& k, const Variable& v,
                                      const AttentionOptions& options = {},
                                      Generator& generator = default_generator());

// The weights of multi-head attention for E features; the biases may be undefined.
struct AttentionWeights {
  Variable in_proj_weight;   // (3 E, E): for queries, keys and values
  Variable in_proj_bias;     // (3 E)
  Variable out_proj_weight;  // (E, E)
  Variable out_proj_bias;    // (E)
};

struct MultiheadOptions {
  Tensor attn_mask;         // (L, S) or (N · heads, L, S); bool: true where a query may NOT look, as in PyTorch
  Tensor key_padding_mask;  // (N, S), or (S) without batch; bool: true for keys that nobody looks at
  bool causal = false;
  double dropout = 0;
  bool batch_first = false;
};

// Attention of `heads` heads side by side, each over E / heads of the features: query (L, N, E), key and value
// (S, N, E) → (L, N, E); with batch_first (N, L, E) and so on; without N, (L, E). Masks of floats are added.
// Errors: shapes that do not fit (shape), a mask of integers (argument).
// Source: Vaswani et al. 2017, section 3.2.2; torch.nn.functional.multi_head_attention_forward.
Variable multi_head_attention(const Variable& query, const Variable& key, const Variable& value, Index heads,
                              const AttentionWeights& weights, const MultiheadOptions& options = {},
                              Generator& generator = default_generator());

}  // namespace normlab
