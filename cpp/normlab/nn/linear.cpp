#include "normlab/nn/linear.hpp"

#include "normlab/autograd/linear.hpp"
#include "normlab/nn/init.hpp"

namespace normlab::nn {

Linear::Linear(Index in_features, Index out_features, bool with_bias, Generator& generator)
    : in_features_(in_features), out_features_(out_features) {
  check(in_features >= 0 && out_features >= 0, ErrorKind::argument, "Linear",
        "expected in_features and out_features of at least 0, got ", in_features, " and ", out_features);
  Tensor start = Tensor::empty({out_features, in_features}, DType::float32);
  init::linear_weight(start.data<float>(), out_features, in_features, generator);
  weight = register_parameter("weight", std::move(start));
  if (!with_bias) return;
  start = Tensor::empty({out_features}, DType::float32);
  init::linear_bias(start.data<float>(), out_features, in_features, generator);
  bias = register_parameter("bias", std::move(start));
}

Variable Linear::forward(const Variable& x) { return linear(x, weight, bias); }

std::string Linear::extra_repr() const {
  return text("in_features=", in_features_, ", out_features=", out_features_,
              ", bias=", bias.defined() ? "True" : "False");
}

}  // namespace normlab::nn
