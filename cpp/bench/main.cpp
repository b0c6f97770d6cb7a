// normlab_bench: Google Benchmark's options; scripts/bench.mjs reads its JSON.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>

#include "benches.hpp"
#include "limit_check.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const std::string trouble = normlab::bench::limit_trouble();
  if (!trouble.empty()) {
    std::fprintf(stderr, "normlab_bench: nothing is measured, %s\n", trouble.c_str());
    return 1;
  }
#if defined(__clang__)
  benchmark::AddCustomContext("compiler", "clang++ " __clang_version__);
#else
  benchmark::AddCustomContext("compiler", "g++ " __VERSION__);
#endif
  normlab::bench::register_step_benches();
  normlab::bench::register_norm_benches();
  normlab::bench::register_gemm_benches();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
