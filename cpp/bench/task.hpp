// What is measured, as work that can be repeated: by Google Benchmark (main.cpp), by scripts/bench.mjs in turns with
// others (serve.cpp), and as a wasm module (wasm/).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace normlab::bench {

struct Task {
  std::string name;
  // Makes everything ready; gives one repetition, which returns a training step's loss and elsewhere 0.
  std::function<std::function<double()>()> prepare;
  double bytes = 0;  // that a repetition must move, 0 where that is not counted
  double flops = 0;  // float operations of a repetition, 0 where they are not counted
};

// norm/<kind>/<rows>x<cols>: a fused kernel forward and backward, for every norm of the table.
// copy/<rows>x<cols>: the memory of that, copied. gemm/<m>x<n>x<k>: the matrix product. peak/multiply-add.
std::vector<Task> kernel_tasks();

// step/ours/<kind> and step/limit/<kind>: a training step of the digits network, the batches of an epoch in turn.
std::vector<Task> step_tasks();

// All tasks as JSON: [{"name":"…","bytes":…,"flops":…},…]
std::string task_list(const std::vector<Task>& tasks);

}  // namespace normlab::bench
