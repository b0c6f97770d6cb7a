#include "normlab/nn/embedding.hpp"

#include "normlab/nn/init.hpp"

namespace normlab::nn {

Embedding::Embedding(Index num_embeddings, Index embedding_dim, std::optional<Index> padding_idx, Generator& generator)
    : padding_idx_(padding_idx) {
  check(num_embeddings >= 0 && embedding_dim >= 0, ErrorKind::argument, "Embedding",
        "expected num_embeddings and embedding_dim of at least 0, got ", num_embeddings, " and ", embedding_dim);
  if (padding_idx) {
    check(*padding_idx >= -num_embeddings && *padding_idx < num_embeddings, ErrorKind::argument, "Embedding",
          "expected padding_idx in ", -num_embeddings, "..", num_embeddings - 1, ", got ", *padding_idx);
    if (*padding_idx < 0) padding_idx_ = *padding_idx + num_embeddings;
  }
  Tensor start = Tensor::empty({num_embeddings, embedding_dim}, DType::float32);
  init::embedding(start.data<float>(), num_embeddings, embedding_dim, generator, padding_idx_.value_or(-1));
  weight = register_parameter("weight", std::move(start));
}

std::string Embedding::extra_repr() const {
  return text(weight.shape()[0], ", ", weight.shape()[1]) + (padding_idx_ ? text(", padding_idx=", *padding_idx_) : "");
}

}  // namespace normlab::nn
