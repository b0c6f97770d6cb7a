#include "normlab/autograd/dropout.hpp"

#include "normlab/autograd/arithmetic.hpp"

namespace normlab {

Variable dropout(const Variable& x, double p, bool training, Generator& generator) {
  check(p >= 0 && p <= 1, ErrorKind::argument, "dropout", "expected p in 0..1, got ", p);
  if (!training || p == 0 || x.data().numel() == 0) return x;
  Tensor mask = Tensor::empty(x.shape(), x.dtype());
  dispatch_floating("dropout", x.dtype(), [&](auto zero) {
    generator.dropout_mask(mask.data<decltype(zero)>(), mask.numel(), p);
  });
  return mul(x, Variable(std::move(mask)));
}

}  // namespace normlab
