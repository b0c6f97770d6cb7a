// Tensors as xtensor expressions over the same memory. The one place that includes xtensor: only sources include this
// header, so that its templates are not compiled again with every user of Tensor.
#pragma once

#include <array>

#include <xtensor/xadapt.hpp>
#include <xtensor/xbuffer_adaptor.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xvectorize.hpp>

#include "normlab/core/tensor.hpp"

namespace normlab {

// The elements of a contiguous tensor in one row.
template <class T>
auto flat(const Tensor& tensor) {
  const std::array<std::size_t, 1> shape{static_cast<std::size_t>(tensor.numel())};
  return xt::adapt(tensor.data<T>(), shape[0], xt::no_ownership(), shape);
}
template <class T>
auto flat(Tensor& tensor) {
  const std::array<std::size_t, 1> shape{static_cast<std::size_t>(tensor.numel())};
  return xt::adapt(tensor.data<T>(), shape[0], xt::no_ownership(), shape);
}

}  // namespace normlab
