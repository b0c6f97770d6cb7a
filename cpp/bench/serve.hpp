// Measuring on demand, so that a caller can let several programs take turns.
#pragma once

#include <string>
#include <vector>

#include "task.hpp"

namespace normlab::bench {

// Answers each line of stdin with a line of JSON, {"value":…} or {"error":"…"}, until the input ends:
//   about             the compiler's name
//   kernels           task_list
//   run NAME COUNT    {"wall","cpu"}: milliseconds for COUNT repetitions by the clock and of this process; a task is
//                     prepared at its first run and goes on from there
//   losses NAME COUNT what the first repetitions of a newly prepared task return
void serve(const std::vector<Task>& tasks, const std::string& about);

}  // namespace normlab::bench
