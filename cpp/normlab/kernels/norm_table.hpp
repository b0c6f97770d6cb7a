// norms.inc as a value: for code that treats all norms alike (parity tests, benchmarks).
#pragma once

#include <vector>

#include "normlab/kernels/norms.hpp"

namespace normlab::kernels {

enum class NormGroups { rows, columns };

template <class T>
struct NormKernel {
  const char* kind;
  const char* function;
  const char* class_name;
  NormGroups groups;
  bool has_bias;
  void (*forward)(const NormInputs<T>&, T* y, NormSaved);
  void (*backward)(const NormInputs<T>&, const T* dy, NormSaved, NormGradients<T>);

  // How many values of mean and rstd a (rows, cols) matrix has.
  Index group_count(Index rows, Index cols) const { return groups == NormGroups::rows ? rows : cols; }
};

template <class T>
const std::vector<NormKernel<T>>& norm_kernels() {
  static const std::vector<NormKernel<T>> table = {
#define NORMLAB_NORM(kind, function, Class, groups, has_bias) \
  {#kind, #function, #Class, NormGroups::groups, has_bias, &function<T>, &function##_backward<T>},
#include "normlab/kernels/norms.inc"
#undef NORMLAB_NORM
  };
  return table;
}

}  // namespace normlab::kernels
