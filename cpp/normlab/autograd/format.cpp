#include "normlab/autograd/format.hpp"

#include "normlab/core/format.hpp"

namespace normlab {

std::string to_string(const Variable& x) {
  if (!x.defined()) return "None";
  if (!x.is_leaf()) return to_string(x.data(), text("grad_fn=<", x.grad_fn(), ">"));
  return to_string(x.data(), x.requires_grad() ? "requires_grad=True" : "");
}

}  // namespace normlab
