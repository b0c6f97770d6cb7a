#pragma once

#include "normlab/core/tensor.hpp"

namespace normlab::data {

// Tensors whose first axis counts the examples, as torch.utils.data.TensorDataset.
class TensorDataset {
 public:
  // Errors: no tensors, 0-d tensors or different numbers of examples (shape).
  explicit TensorDataset(std::vector<Tensor> tensors);

  // Only the named examples of this dataset, in their order, as torch.utils.data.Subset; the tensors are shared.
  // Errors: an index out of range (shape).
  TensorDataset subset(const std::vector<Index>& examples) const;

  Index size() const { return is_subset_ ? static_cast<Index>(rows_.size()) : tensors_[0].size(0); }
  std::size_t tensor_count() const { return tensors_.size(); }
  // The named examples of each tensor, stacked along axis 0.
  std::vector<Tensor> batch(const std::vector<Index>& examples) const;
  // Where these examples are in the tensors.
  std::vector<Index> rows(const std::vector<Index>& examples) const;

 private:
  std::vector<Tensor> tensors_;
  bool is_subset_ = false;
  std::vector<Index> rows_;  // of a subset
};

}  // namespace normlab::data
