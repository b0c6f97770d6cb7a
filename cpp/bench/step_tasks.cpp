#include "limit_check.hpp"
#include "task.hpp"

namespace normlab::bench {

namespace {

template <class Step>
std::function<double()> each_batch(Step step) {
  return [step, next = std::size_t{0}]() mutable {
    const std::vector<DigitBatch>& batches = digit_batches();
    return step(batches[next++ % batches.size()]);
  };
}

void add_norm(std::vector<Task>& tasks, const nn::NormEntry* norm) {
  const std::string kind = norm == nullptr ? "none" : norm->kind;
  Task ours;
  ours.name = "step/ours/" + kind;
  ours.prepare = [norm] {
    return each_batch([run = std::make_shared<EngineRun>(norm)](const DigitBatch& batch) { return run->step(batch); });
  };
  tasks.push_back(ours);
  const std::optional<LimitNorm> limit_kind = limit_norm(norm);
  if (!limit_kind) return;
  Task limit;
  limit.name = "step/limit/" + kind;
  limit.prepare = [norm, limit_kind] {
    auto run = std::make_shared<Limit>(*limit_kind);
    run->load(EngineRun(norm).parameters().data());
    return each_batch([run](const DigitBatch& batch) {
      return double{run->step(batch.x.data<float>(), batch.labels.data(), static_cast<float>(learning_rate))};
    });
  };
  tasks.push_back(limit);
}

}  // namespace

std::vector<Task> step_tasks() {
  std::vector<Task> tasks;
  add_norm(tasks, nullptr);
  for (const nn::NormEntry& norm : nn::norm_table()) add_norm(tasks, &norm);
  return tasks;
}

}  // namespace normlab::bench
