// The norms as autograd operations and layers: kernels/norms.inc as a value, for code that treats them all alike.
#pragma once

#include <memory>
#include <vector>

#include "normlab/kernels/norm_table.hpp"
#include "normlab/nn/norms.hpp"

namespace normlab::nn {

struct NormEntry {
  using Function = Variable (*)(const Variable& x, const Variable& weight, const Variable& bias, double eps);

  const char* kind;        // "batch", "layer", "rms"
  const char* function;    // "batch_norm"
  const char* class_name;  // "BatchNorm1d"
  kernels::NormGroups groups;
  bool has_bias;
  Function fused;     // autograd/norms.hpp
  Function composed;  // autograd/composed.hpp
  std::shared_ptr<Layer> (*make)(Index features);
};

const std::vector<NormEntry>& norm_table();

// The entry of a kind; throws an argument error that lists the kinds.
const NormEntry& find_norm(const std::string& kind);

}  // namespace normlab::nn
