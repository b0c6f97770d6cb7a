#include "normlab/autograd/in_place.hpp"

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/node.hpp"
#include "normlab/core/elementwise.hpp"

namespace normlab {

void become(const char* tag, Variable& x, const Variable& result) {
  check(result.shape() == x.shape(), ErrorKind::shape, tag, "expected a result of the tensor's own shape ", x.shape(),
        ", got ", result.shape());
  check(category(result.dtype()) <= category(x.dtype()), ErrorKind::argument, tag, "expected a result that fits ",
        x.dtype(), ", got ", result.dtype());
  const Variable fitting = to(result, x.dtype());
  x.rebase(tag, fitting);
}

}  // namespace normlab
