// normlab_bench: Google Benchmark's options and rows, or with --serve one answer for each line of input (serve.hpp).
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

#include "limit_check.hpp"
#include "serve.hpp"

namespace {

#if defined(__clang__)
const char compiler[] = "clang++ " __clang_version__;
#else
const char compiler[] = "g++ " __VERSION__;
#endif

void measure(benchmark::State& state, const normlab::bench::Task& task) {
  const auto repeat = task.prepare();
  for (auto _ : state) benchmark::DoNotOptimize(repeat());
  const auto repetitions = static_cast<double>(state.iterations());
  if (task.bytes > 0) state.SetBytesProcessed(static_cast<std::int64_t>(repetitions * task.bytes));
  if (task.flops > 0) {
    state.counters["flops"] = benchmark::Counter(repetitions * task.flops, benchmark::Counter::kIsRate);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace normlab::bench;
  const std::string trouble = limit_trouble();
  if (!trouble.empty()) {
    std::fprintf(stderr, "normlab_bench: nothing is measured, %s\n", trouble.c_str());
    return 1;
  }
  std::vector<Task> tasks = step_tasks();
  for (Task& task : kernel_tasks()) tasks.push_back(std::move(task));
  if (argc == 2 && std::string(argv[1]) == "--serve") {
    serve(tasks, compiler);
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::AddCustomContext("compiler", compiler);
  for (const Task& task : tasks) {
    benchmark::RegisterBenchmark(task.name.c_str(), [&task](benchmark::State& state) {
      measure(state, task);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
