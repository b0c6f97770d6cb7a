// step/digits/<norm>/native beside step/digits/<norm>/limit: one training step, the batches of an epoch in turn.
#include <benchmark/benchmark.h>

#include "benches.hpp"
#include "limit_check.hpp"

namespace normlab::bench {

namespace {

void engine_step(benchmark::State& state, const nn::NormEntry* norm) {
  EngineRun run(norm);
  const std::vector<DigitBatch>& batches = digit_batches();
  std::size_t step = 0;
  for (auto _ : state) benchmark::DoNotOptimize(run.step(batches[step++ % batches.size()]));
}

void limit_step(benchmark::State& state, const nn::NormEntry* norm) {
  Limit limit(*limit_norm(norm));
  limit.load(EngineRun(norm).parameters().data());
  const std::vector<DigitBatch>& batches = digit_batches();
  std::size_t step = 0;
  for (auto _ : state) {
    const DigitBatch& batch = batches[step++ % batches.size()];
    benchmark::DoNotOptimize(
        limit.step(batch.x.data<float>(), batch.labels.data(), static_cast<float>(learning_rate)));
  }
}

void register_norm(const nn::NormEntry* norm) {
  const std::string row = std::string("step/digits/") + (norm == nullptr ? "none" : norm->kind);
  benchmark::RegisterBenchmark((row + "/native").c_str(), engine_step, norm)->Unit(benchmark::kMillisecond);
  if (!limit_norm(norm)) return;
  benchmark::RegisterBenchmark((row + "/limit").c_str(), limit_step, norm)->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_step_benches() {
  register_norm(nullptr);
  for (const nn::NormEntry& norm : nn::norm_table()) register_norm(&norm);
}

}  // namespace normlab::bench
