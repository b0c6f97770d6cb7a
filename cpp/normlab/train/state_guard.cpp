#include "normlab/train/state_guard.hpp"

namespace normlab::train {

StateGuard::StateGuard(const std::vector<Variable>& buffers) : generator_(default_generator()) {
  for (const Variable& buffer : buffers) buffers_.emplace_back(buffer, buffer.data().clone());
}

StateGuard::~StateGuard() {
  if (!dismissed_) restore();
}

void StateGuard::restore() {
  for (auto& [buffer, before] : buffers_) buffer.assign(before);
  default_generator() = generator_;
}

}  // namespace normlab::train
