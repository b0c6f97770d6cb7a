#include "normlab/nn/residual.hpp"

#include "normlab/autograd/arithmetic.hpp"

namespace normlab::nn {

ResidualConnection::ResidualConnection(std::shared_ptr<Layer> sublayer, std::shared_ptr<Layer> norm,
                                       std::shared_ptr<Layer> dropout, NormPlace place)
    : sublayer_(register_module("sublayer", std::move(sublayer))),
      norm_(register_module("norm", std::move(norm))),
      dropout_(register_module("dropout", std::move(dropout))),
      place_(place) {}

Variable ResidualConnection::forward(const Variable& x) {
  const bool pre = place_ == NormPlace::pre;
  const Variable branch = (*dropout_)((*sublayer_)(pre ? (*norm_)(x) : x));
  check(branch.shape() == x.shape(), ErrorKind::shape, "ResidualConnection",
        "expected a sub-layer that keeps the shape ", x.shape(), ", got ", branch.shape());
  const Variable y = add(x, branch);
  return pre ? y : (*norm_)(y);
}

}  // namespace normlab::nn
