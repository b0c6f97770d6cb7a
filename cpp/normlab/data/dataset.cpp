#include "normlab/data/dataset.hpp"

#include "normlab/core/views.hpp"

namespace normlab::data {

TensorDataset::TensorDataset(std::vector<Tensor> tensors) : tensors_(std::move(tensors)) {
  check(!tensors_.empty(), ErrorKind::argument, "TensorDataset", "expected at least one tensor, got none");
  for (const Tensor& tensor : tensors_) {
    check(tensor.rank() >= 1, ErrorKind::shape, "TensorDataset",
          "expected tensors with at least one axis, got a 0-d one");
    check(tensor.size(0) == tensors_[0].size(0), ErrorKind::shape, "TensorDataset",
          "expected tensors with equally many examples, got ", tensors_[0].size(0), " and ", tensor.size(0));
  }
}

TensorDataset TensorDataset::subset(const std::vector<Index>& examples) const {
  TensorDataset out = *this;
  out.rows_ = rows(examples);
  out.is_subset_ = true;
  return out;
}

std::vector<Index> TensorDataset::rows(const std::vector<Index>& examples) const {
  std::vector<Index> out = examples;
  for (Index& example : out) {
    check(example >= 0 && example < size(), ErrorKind::shape, "TensorDataset", "expected examples in 0..", size() - 1,
          ", got ", example);
    if (is_subset_) example = rows_[static_cast<std::size_t>(example)];
  }
  return out;
}

std::vector<Tensor> TensorDataset::batch(const std::vector<Index>& examples) const {
  const std::vector<Index> from = rows(examples);
  std::vector<Tensor> out;
  for (const Tensor& tensor : tensors_) {
    out.push_back(take_rows(tensor, from.data(), static_cast<Index>(from.size())));
  }
  return out;
}

}  // namespace normlab::data
