#include "normlab/core/random_state.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "normlab/core/check.hpp"
#include "normlab/core/math.hpp"

namespace normlab {

RandomState::RandomState(std::int64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {
  check(seed >= 0 && seed <= 0xffffffff, ErrorKind::argument, "RandomState", "expected a seed in 0..2^32-1, got ",
        seed);
}

std::uint64_t RandomState::interval(std::uint64_t largest) {
  if (largest == 0) return 0;
  std::uint64_t mask = largest;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  for (;;) {
    const std::uint64_t value = mask & (largest <= 0xffffffff ? engine_.u32() : engine_.u64());
    if (value <= largest) return value;
  }
}

std::vector<std::int64_t> RandomState::permutation(Index count) {
  check(count >= 0, ErrorKind::shape, "permutation", "expected a number of elements of at least 0, got ", count);
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  shuffle(order.data(), count);
  return order;
}

void RandomState::shuffle(std::int64_t* values, Index count) {
  for (Index i = count - 1; i > 0; --i) std::swap(values[i], values[interval(static_cast<std::uint64_t>(i))]);
}

double RandomState::random_sample() {
  const std::uint32_t high = engine_.u32() >> 5;
  const std::uint32_t low = engine_.u32() >> 6;
  return (high * 67108864.0 + low) * 0x1p-53;
}

void RandomState::random_sample(double* out, Index count) {
  for (Index i = 0; i < count; ++i) out[i] = random_sample();
}

double RandomState::randn() {
  if (has_cached_normal_) {
    has_cached_normal_ = false;
    return cached_normal_;
  }
  double x1;
  double x2;
  double square;
  do {
    x1 = 2 * random_sample() - 1;
    x2 = 2 * random_sample() - 1;
    square = x1 * x1 + x2 * x2;
  } while (square >= 1 || square == 0);
  const double factor = std::sqrt(-2 * math::log(square) / square);
  cached_normal_ = factor * x1;
  has_cached_normal_ = true;
  return factor * x2;
}

void RandomState::randn(double* out, Index count) {
  for (Index i = 0; i < count; ++i) out[i] = randn();
}

std::int64_t RandomState::randint(std::int64_t low, std::int64_t high) {
  check(low < high, ErrorKind::argument, "randint", "expected low < high, got low ", low, " and high ", high);
  const std::uint64_t start = static_cast<std::uint64_t>(low);
  return static_cast<std::int64_t>(start + interval(static_cast<std::uint64_t>(high) - 1 - start));
}

}  // namespace normlab
