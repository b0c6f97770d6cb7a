#pragma once

#include <optional>

#include "normlab/autograd/embedding.hpp"
#include "normlab/core/random.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

// A table of vectors: int64 or int32 indices of any shape → (…indices, embedding_dim). The weight
// (num_embeddings, embedding_dim) starts with PyTorch's standard normal draws; the row padding_idx (negative: counted
// from the end) starts at 0 and gets no gradient. Errors: see embedding in autograd. Source: torch.nn.Embedding.
class Embedding : public Layer {
 public:
  Embedding(Index num_embeddings, Index embedding_dim, std::optional<Index> padding_idx = std::nullopt,
            Generator& generator = default_generator());

  Variable forward(const Variable& indices) override { return embedding(indices.data(), weight, padding_idx_); }
  std::string class_name() const override { return "Embedding"; }
  std::string extra_repr() const override;

  Variable weight;

 private:
  std::optional<Index> padding_idx_;
};

}  // namespace normlab::nn
