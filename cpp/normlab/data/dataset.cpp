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

std::vector<Tensor> TensorDataset::batch(const std::vector<Index>& examples) const {
  std::vector<Tensor> out;
  for (const Tensor& tensor : tensors_) {
    out.push_back(take_rows(tensor, examples.data(), static_cast<Index>(examples.size())));
  }
  return out;
}

}  // namespace normlab::data
