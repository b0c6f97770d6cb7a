#include "limit_check.hpp"

#include <cmath>

#include "normlab/core/text.hpp"

namespace normlab::bench {

namespace {

constexpr std::size_t compared_steps = 8;
constexpr int epochs = 5;

// Other orders of sums and float statistics leave the first loss within 4 units in the last place of a number in 2..4.
// From there a rounding error grows, about tenfold every 5 steps where training is chaotic (LayerNorm, RMSNorm).
double tolerance(std::size_t step) { return 1e-6 * std::pow(10, static_cast<double>(step) / 5); }

std::string trouble_of(const nn::NormEntry* norm, LimitNorm limit_kind) {
  const std::string name = norm == nullptr ? "none" : norm->kind;
  EngineRun engine(norm);
  Limit limit(limit_kind);
  const std::vector<float> parameters = engine.parameters();
  if (parameters.size() != limit.parameter_count()) {
    return text("the limit of ", name, " has ", static_cast<Index>(limit.parameter_count()), " parameters, the engine ",
                static_cast<Index>(parameters.size()));
  }
  limit.load(parameters.data());
  const std::vector<DigitBatch>& batches = digit_batches();
  double epoch_loss = 0;
  for (std::size_t step = 0; step < epochs * batches.size(); ++step) {
    if (step % batches.size() == 0) epoch_loss = 0;
    const DigitBatch& batch = batches[step % batches.size()];
    const double loss = limit.step(batch.x.data<float>(), batch.labels.data(), static_cast<float>(learning_rate));
    epoch_loss += loss / static_cast<double>(batches.size());
    if (step >= compared_steps) continue;
    const double expected = engine.step(batch);
    if (!(std::abs(loss - expected) <= tolerance(step))) {
      return text("the limit of ", name, " has loss ", loss, " at step ", static_cast<Index>(step), ", the engine ",
                  expected);
    }
  }
  // Without a norm the network learns nothing, which is what the lesson is about.
  if (norm != nullptr && !(epoch_loss < 1)) {
    return text("the limit of ", name, " does not learn: mean loss ", epoch_loss, " in epoch ", Index(epochs));
  }
  return "";
}

}  // namespace

std::optional<LimitNorm> limit_norm(const nn::NormEntry* norm) {
  const std::string kind = norm == nullptr ? "none" : norm->kind;
  if (kind == "none") return LimitNorm::none;
  if (kind == "batch") return LimitNorm::batch;
  if (kind == "layer") return LimitNorm::layer;
  if (kind == "rms") return LimitNorm::rms;
  return std::nullopt;
}

std::string limit_trouble() {
  std::string trouble = trouble_of(nullptr, LimitNorm::none);
  for (const nn::NormEntry& norm : nn::norm_table()) {
    const std::optional<LimitNorm> kind = limit_norm(&norm);
    if (trouble.empty() && kind) trouble = trouble_of(&norm, *kind);
  }
  return trouble;
}

}  // namespace normlab::bench
