#include "normlab/core/rng.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>

#include "normlab/core/check.hpp"
#include "normlab/core/math.hpp"
#include "normlab/core/normal_fill.hpp"

namespace normlab {
namespace {

// 24 bits as a number in [0, 1). The signed conversion is one instruction in SSE2 and wasm, the unsigned one is not.
float float_unit(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word & 0xffffff)) * 0x1p-24f;
}

// From here on torch draws permutations in another way.
constexpr Index largest_permutation = 0xffffffff / 20;

void check_count(const char* tag, Index count) {
  check(count >= 0, ErrorKind::shape, tag, "expected a number of elements of at least 0, got ", count);
}

void check_probability(const char* tag, double p) {
  check(p >= 0 && p <= 1, ErrorKind::argument, tag, "expected a probability p in 0..1, got ", p);
}

template <class T>
void check_bounds(double low, double high) {
  constexpr double largest = std::numeric_limits<T>::max();
  for (double bound : {low, high}) {
    check(bound >= -largest && bound <= largest, ErrorKind::argument, "uniform_",
          "expected finite bounds within the range of the tensor's type, got ", low, " and ", high);
  }
  check(low <= high, ErrorKind::argument, "uniform_", "expected low <= high, got ", low, " and ", high);
  check(high - low <= largest, ErrorKind::argument, "uniform_", "expected high - low to be finite, got ", low, " and ",
        high);
}

}  // namespace

void Generator::restart(std::uint64_t seed) {
  seed_ = seed;
  engine_.seed(static_cast<std::uint32_t>(seed));
  has_cached_normal_ = false;
}

void Generator::manual_seed(double seed) {
  check(seed >= -0x1p63 && seed < 0x1p64, ErrorKind::argument, "manual_seed", "expected a seed in -2^63..2^64-1, got ",
        seed);
  restart(seed < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(seed)) : static_cast<std::uint64_t>(seed));
}

void Generator::uniform(float* out, Index count, double low, double high) {
  check_count("uniform_", count);
  check_bounds<float>(low, high);
  const float start = static_cast<float>(low);
  const float width = static_cast<float>(high) - start;
  const bool standard = start == 0 && width == 1;
  std::uint32_t words[512];
  while (count > 0) {
    const Index part = std::min<Index>(count, 512);
    engine_.fill(words, part);
    for (Index i = 0; i < part; ++i) out[i] = float_unit(words[i]);
    if (!standard) {
      for (Index i = 0; i < part; ++i) out[i] = math::fused_multiply_add(out[i], width, start);
    }
    out += part;
    count -= part;
  }
}

void Generator::uniform(double* out, Index count, double low, double high) {
  check_count("uniform_", count);
  check_bounds<double>(low, high);
  const double width = high - low;
  for (Index i = 0; i < count; ++i) out[i] = math::fused_multiply_add(unit(), width, low);
}

template <class T>
void Generator::fill_normal(T* out, Index count, double mean, double std) {
  check_count("normal_", count);
  check(std >= 0, ErrorKind::argument, "normal_", "expected std >= 0, got ", std);
  if (count < normal_block) {
    for (Index i = 0; i < count; ++i) out[i] = static_cast<T>(math::fused_multiply_add(normal(), std, mean));
    return;
  }
  const T rounded_mean = static_cast<T>(mean);
  const T rounded_std = static_cast<T>(std);
  uniform(out, count);
  normal_from_uniform(out, count / normal_block, rounded_mean, rounded_std);
  if (count % normal_block != 0) {
    // The tail is a block of its own: it overwrites numbers that are already done.
    T* tail = out + count - normal_block;
    uniform(tail, normal_block);
    normal_from_uniform(tail, 1, rounded_mean, rounded_std);
  }
}

void Generator::normal(float* out, Index count, double mean, double std) { fill_normal(out, count, mean, std); }
void Generator::normal(double* out, Index count, double mean, double std) { fill_normal(out, count, mean, std); }

double Generator::normal() {
  if (has_cached_normal_) {
    has_cached_normal_ = false;
    return cached_normal_;
  }
  const double u1 = unit();
  const double u2 = unit();
  const double radius = std::sqrt(-2 * math::log1p(-u2));
  const double turn = 2 * math::pi * u1;
  cached_normal_ = radius * math::sin(turn);
  has_cached_normal_ = true;
  return radius * math::cos(turn);
}

void Generator::randint(std::int64_t* out, Index count, std::int64_t low, std::int64_t high) {
  check_count("randint", count);
  check(low < high, ErrorKind::argument, "randint", "expected low < high, got low ", low, " and high ", high);
  const std::uint64_t start = static_cast<std::uint64_t>(low);
  const std::uint64_t range = static_cast<std::uint64_t>(high) - start;
  if (range < (std::uint64_t{1} << 32)) {
    const std::uint32_t short_range = static_cast<std::uint32_t>(range);
    for (Index i = 0; i < count; ++i) out[i] = static_cast<std::int64_t>(start + u32() % short_range);
  } else {
    for (Index i = 0; i < count; ++i) out[i] = static_cast<std::int64_t>(start + u64() % range);
  }
}

void Generator::random(std::int64_t* out, Index count) {
  check_count("random_", count);
  for (Index i = 0; i < count; ++i) out[i] = random();
}

void Generator::randperm(std::int64_t* out, Index count) {
  check_count("randperm", count);
  check(count < largest_permutation, ErrorKind::shape, "randperm", "expected fewer than ", largest_permutation,
        " elements, got ", count);
  std::iota(out, out + count, std::int64_t{0});
  for (Index i = 0; i < count - 1; ++i) {
    const std::uint32_t left = static_cast<std::uint32_t>(count - i);
    std::swap(out[i], out[i + u32() % left]);
  }
}

std::vector<std::int64_t> Generator::randperm(Index count) {
  check_count("randperm", count);
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  randperm(order.data(), count);
  return order;
}

template <class T>
void Generator::fill_choices(T* out, Index count, double p, T hit) {
  for (Index i = 0; i < count; ++i) out[i] = unit() < p ? hit : T{0};
}

void Generator::bernoulli(float* out, Index count, double p) {
  check_count("bernoulli_", count);
  check_probability("bernoulli_", p);
  fill_choices(out, count, p, 1.0f);
}

void Generator::bernoulli(double* out, Index count, double p) {
  check_count("bernoulli_", count);
  check_probability("bernoulli_", p);
  fill_choices(out, count, p, 1.0);
}

void Generator::bernoulli(float* out, const float* p, Index count) {
  check_count("bernoulli", count);
  for (Index i = 0; i < count; ++i) check_probability("bernoulli", p[i]);
  for (Index i = 0; i < count; ++i) out[i] = float_unit(u32()) < p[i] ? 1.0f : 0.0f;
}

void Generator::bernoulli(double* out, const double* p, Index count) {
  check_count("bernoulli", count);
  for (Index i = 0; i < count; ++i) check_probability("bernoulli", p[i]);
  for (Index i = 0; i < count; ++i) out[i] = unit() < p[i] ? 1.0 : 0.0;
}

template <class T>
void Generator::fill_dropout_mask(T* out, Index count, double p) {
  check_count("dropout", count);
  check_probability("dropout", p);
  if (p == 0 || p == 1) {
    std::fill(out, out + count, p == 0 ? T{1} : T{0});
  } else {
    fill_choices(out, count, 1 - p, T{1} / static_cast<T>(1 - p));
  }
}

void Generator::dropout_mask(float* out, Index count, double p) { fill_dropout_mask(out, count, p); }
void Generator::dropout_mask(double* out, Index count, double p) { fill_dropout_mask(out, count, p); }

template <class T>
void Generator::fill_exponential(T* out, Index count, double lambda) {
  check_count("exponential_", count);
  check(lambda >= 0, ErrorKind::argument, "exponential_", "expected lambda >= 0, got ", lambda);
  for (Index i = 0; i < count; ++i) out[i] = static_cast<T>(-1 / lambda * math::log(1 - unit()));
}

void Generator::exponential(float* out, Index count, double lambda) { fill_exponential(out, count, lambda); }
void Generator::exponential(double* out, Index count, double lambda) { fill_exponential(out, count, lambda); }

namespace {

// The bytes of torch.get_rng_state(): a C struct of torch's first versions, kept since, and two fields behind it.
struct TorchState {
  std::uint64_t seed;
  std::int32_t left;  // words until the next twist, plus 1
  std::int32_t seeded;
  std::uint64_t next;
  std::uint64_t words[Mt19937::word_count];
  double normal_x;
  double normal_y;  // the cached normal number
  double normal_rho;
  std::int32_t normal_is_valid;
  std::int32_t padding;
  float next_float_normal;
  std::int32_t next_float_normal_is_valid;
};
static_assert(sizeof(TorchState) == 5056, "the layout of torch.get_rng_state()");

}  // namespace

std::vector<std::uint8_t> Generator::state() const {
  TorchState state = {};
  const bool fresh = engine_.position() == Mt19937::unused_seed;
  state.seed = seed_;
  state.left = fresh ? 1 : Mt19937::word_count + 1 - engine_.position();
  state.seeded = 1;
  state.next = fresh ? 0 : static_cast<std::uint64_t>(engine_.position());
  std::copy(engine_.words().begin(), engine_.words().end(), state.words);
  state.normal_y = has_cached_normal_ ? cached_normal_ : 0;
  state.normal_is_valid = has_cached_normal_ ? 1 : 0;
  std::vector<std::uint8_t> bytes(sizeof state);
  std::memcpy(bytes.data(), &state, sizeof state);
  return bytes;
}

void Generator::set_state(const std::uint8_t* bytes, Index size) {
  check(size == static_cast<Index>(sizeof(TorchState)), ErrorKind::argument, "set_rng_state", "expected ",
        sizeof(TorchState), " bytes, got ", size);
  TorchState state;
  std::memcpy(&state, bytes, sizeof state);
  const bool fresh = state.left == 1 && state.next == 0;
  const bool running = state.left >= 1 && state.left <= Mt19937::word_count &&
                       state.next == static_cast<std::uint64_t>(Mt19937::word_count + 1 - state.left);
  check(state.seeded == 1 && (fresh || running), ErrorKind::argument, "set_rng_state",
        "expected the bytes of a generator's state, got a word position of ", state.next, " with ", state.left,
        " left");
  std::array<std::uint32_t, Mt19937::word_count> words;
  std::transform(std::begin(state.words), std::end(state.words), words.begin(),
                 [](std::uint64_t word) { return static_cast<std::uint32_t>(word); });
  engine_.restore(words, fresh ? Mt19937::unused_seed : static_cast<int>(state.next));
  seed_ = state.seed;
  has_cached_normal_ = state.normal_is_valid != 0;
  cached_normal_ = state.normal_y;
}

}  // namespace normlab
