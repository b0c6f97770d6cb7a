// The limit: what a training step of the lesson's digits network costs when nothing stands between the numbers and the
// processor. Benchmarks show the engine's step beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace normlab::bench {

inline constexpr int limit_depth = 8;
inline constexpr int limit_width = 64;  // also the number of inputs
inline constexpr int limit_classes = 10;
inline constexpr int limit_batch = 64;

enum class LimitNorm { none, batch, layer, rms };

struct LimitState;

// 8 x [Linear 64 -> 64, norm, tanh], Linear 64 -> 10, mean cross entropy, SGD without momentum, batch 64, in float32:
// forward, backward and update fused by hand for these sizes. No graph, no allocation in a step, no gradient that is
// kept. The same arithmetic as the engine's step but for its order and the precision of statistics (float here, double
// there), so losses agree to rounding.
class Limit {
 public:
  explicit Limit(LimitNorm norm);
  ~Limit();
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

  // Takes over all parameters, one after the other in the order and the layout of the engine's parameters().
  void load(const float* parameters);
  std::size_t parameter_count() const;

  // One step; returns the loss before its update. x: (64, 64), labels: (64) in 0..9.
  float step(const float* x, const std::uint8_t* labels, float learning_rate);

 private:
  std::unique_ptr<LimitState> state_;
};

}  // namespace normlab::bench
