#pragma once

#include <utility>
#include <vector>

#include "normlab/autograd/variable.hpp"
#include "normlab/core/random.hpp"

namespace normlab::train {

// Remembers buffers (running statistics, counters) and the default generator, and sets them back at its end: a forward
// pass in between leaves no trace.
class StateGuard {
 public:
  explicit StateGuard(const std::vector<Variable>& buffers);
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

  // Sets everything back now; the guard goes on.
  void restore();
  // Leaves everything as it is at the end.
  void dismiss() { dismissed_ = true; }

 private:
  std::vector<std::pair<Variable, Tensor>> buffers_;
  Generator generator_;
  bool dismissed_ = false;
};

}  // namespace normlab::train
