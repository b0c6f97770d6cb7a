// The kernels' tasks and the limit as a wasm module: plain functions over memory that the caller gets by malloc. The
// page or process ends with what it began, so nothing is freed.
#include "../limit.hpp"
#include "../task.hpp"

using normlab::bench::Limit;
using normlab::bench::LimitNorm;
using normlab::bench::Task;

namespace {

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = normlab::bench::kernel_tasks();
  return all;
}

std::function<double()>& prepared(int index) {
  static std::vector<std::function<double()>> all(tasks().size());
  return all[static_cast<std::size_t>(index)];
}

}  // namespace

extern "C" {

const char* bench_tasks() {
  static const std::string list = normlab::bench::task_list(tasks());
  return list.c_str();
}
void bench_prepare(int task) { prepared(task) = tasks()[static_cast<std::size_t>(task)].prepare(); }
void bench_run(int task, int count) {
  const std::function<double()>& repeat = prepared(task);
  for (int i = 0; i < count; ++i) repeat();
}

// norm: 0 none, 1 batch, 2 layer, 3 rms
Limit* limit_new(int norm) { return new Limit(static_cast<LimitNorm>(norm)); }
int limit_parameter_count(const Limit* limit) { return static_cast<int>(limit->parameter_count()); }
void limit_load(Limit* limit, const float* parameters) { limit->load(parameters); }
float limit_step(Limit* limit, const float* x, const unsigned char* labels, float learning_rate) {
  return limit->step(x, labels, learning_rate);
}

}  // extern "C"
