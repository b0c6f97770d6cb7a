#pragma once

#include "normlab/core/tensor.hpp"

namespace normlab::data {

// Tensors whose first axis counts the examples, as torch.utils.data.TensorDataset.
class TensorDataset {
 public:
  // Errors: no tensors, 0-d tensors or different numbers of examples (shape).
  explicit TensorDataset(std::vector<Tensor> tensors);

  Index size() const { return tensors_[0].size(0); }
  std::size_t tensor_count() const { return tensors_.size(); }
  // The named examples of each tensor, stacked along axis 0.
  std::vector<Tensor> batch(const std::vector<Index>& examples) const;

 private:
  std::vector<Tensor> tensors_;
};

}  // namespace normlab::data
