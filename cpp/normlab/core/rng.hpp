// torch's random streams on the CPU, bit for bit: class Generator is torch.Generator with the fills of torch.rand,
// torch.randn and so on. Reference: PyTorch 1.13, x86-64 with AVX2, no MKL. Every function states how many 32-bit words
// of the stream it uses, so that whatever is drawn after it matches too.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "normlab/core/mt19937.hpp"

namespace normlab {

class Generator {
 public:
  // What torch.Generator() reports as initial_seed() before manual_seed().
  static constexpr std::uint64_t default_seed = 67280421310721;

  explicit Generator(std::uint64_t seed = default_seed) : engine_(static_cast<std::uint32_t>(seed)), seed_(seed) {}

  // Restarts the stream and forgets the cached normal number. A negative seed k stands for k + 2^64. Only the low 32
  // bits reach the engine: seeds k and k + 2^32 give one stream, as in torch.
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  void manual_seed(Integer seed) {
    restart(static_cast<std::uint64_t>(seed));
  }
  // A seed that arrives as a floating point number: cut to an integer, which must lie in -2^63..2^64-1.
  void manual_seed(double seed);
  std::uint64_t initial_seed() const { return seed_; }

  // One or two words.
  std::uint32_t u32() { return engine_.u32(); }
  std::uint64_t u64() { return engine_.u64(); }

  // Uniform in [low, high). float: bounds are rounded to float first, 1 word a number; double: 2 words.
  void uniform(float* out, Index count, double low = 0, double high = 1);
  void uniform(double* out, Index count, double low = 0, double high = 1);

  // Normal with the given mean and standard deviation. From 16 numbers on: blocks (core/normal_fill), as many words as
  // uniform, and those of 16 numbers more if count is no multiple of 16. Fewer: one by one, see normal().
  void normal(float* out, Index count, double mean = 0, double std = 1);
  void normal(double* out, Index count, double mean = 0, double std = 1);

  // One standard normal number by Box-Muller in double. Two are made at a time from 4 words; the second waits for the
  // next call (of any dtype, mean and std), until manual_seed.
  double normal();

  // Integers in [low, high): low + word % (high - low), one word, or two where high - low >= 2^32.
  void randint(std::int64_t* out, Index count, std::int64_t low, std::int64_t high);

  // tensor.random_() for int64: 0 .. 2^63-1, two words.
  std::int64_t random() { return static_cast<std::int64_t>(u64() & 0x7fffffffffffffff); }
  void random(std::int64_t* out, Index count);

  // A random order of 0 .. count-1; count - 1 words.
  void randperm(std::int64_t* out, Index count);
  std::vector<std::int64_t> randperm(Index count);

  // 1 with probability p, else 0. One p for all (tensor.bernoulli_(p)): two words a number, also for float.
  void bernoulli(float* out, Index count, double p);
  void bernoulli(double* out, Index count, double p);
  // One p each (torch.bernoulli(p)): one word for float, two for double. `out` may be `p`.
  void bernoulli(float* out, const float* p, Index count);
  void bernoulli(double* out, const double* p, Index count);

  // What dropout with probability p multiplies by in training: 0 with probability p, else 1 / (1 - p). Two words a
  // number; none for p = 0 and p = 1.
  void dropout_mask(float* out, Index count, double p);
  void dropout_mask(double* out, Index count, double p);

  // Exponential distribution with rate lambda: -log(1 - u) / lambda. Two words a number.
  void exponential(float* out, Index count, double lambda = 1);
  void exponential(double* out, Index count, double lambda = 1);

  // The whole state, in the 5056 bytes of torch.get_rng_state(). A copied Generator serves as well.
  std::vector<std::uint8_t> state() const;
  void set_state(const std::uint8_t* bytes, Index size);

 private:
  void restart(std::uint64_t seed);
  double unit() { return static_cast<double>(u64() & 0x1fffffffffffff) * 0x1p-53; }

  template <class T>
  void fill_normal(T* out, Index count, double mean, double std);
  template <class T>
  void fill_choices(T* out, Index count, double p, T hit);
  template <class T>
  void fill_dropout_mask(T* out, Index count, double p);
  template <class T>
  void fill_exponential(T* out, Index count, double lambda);

  Mt19937 engine_;
  std::uint64_t seed_;
  double cached_normal_ = 0;
  bool has_cached_normal_ = false;
};

}  // namespace normlab
