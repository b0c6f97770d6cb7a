#include "normlab/nn/norm_table.hpp"

#include "normlab/autograd/composed.hpp"

namespace normlab::nn {

namespace {

template <class Norm>
std::shared_ptr<Layer> make(Index features) {
  if constexpr (std::is_constructible_v<Norm, Shape>) return std::make_shared<Norm>(Shape{features});
  else return std::make_shared<Norm>(features);
}

}  // namespace

const std::vector<NormEntry>& norm_table() {
  using kernels::NormGroups;
  static const std::vector<NormEntry> table = {
#define NORMLAB_NORM(kind, function, Class, groups, has_bias) \
  {#kind, #function, #Class, NormGroups::groups, has_bias, &normlab::function, &composed::function, &make<Class>},
#include "normlab/kernels/norms.inc"
#undef NORMLAB_NORM
  };
  return table;
}

const NormEntry& find_norm(const std::string& kind) {
  std::string kinds;
  for (const NormEntry& norm : norm_table()) {
    if (kind == norm.kind) return norm;
    kinds += kinds.empty() ? norm.kind : std::string(", ") + norm.kind;
  }
  fail(ErrorKind::argument, "norm", "expected one of ", kinds, ", got \"", kind, "\"");
}

}  // namespace normlab::nn
