// numpy.random.RandomState, the generator behind scikit-learn's random_state, bit for bit. Reference: NumPy 1.24.
#pragma once

#include <cstdint>
#include <vector>

#include "normlab/core/mt19937.hpp"

namespace normlab {

class RandomState {
 public:
  // seed: 0..2^32-1.
  explicit RandomState(std::int64_t seed);

  // A random order of 0 .. count-1.
  std::vector<std::int64_t> permutation(Index count);
  void shuffle(std::int64_t* values, Index count);

  // Uniform in [0, 1) with 53 bits.
  double random_sample();
  void random_sample(double* out, Index count);

  // Standard normal by the polar method; every second number comes from a cache.
  double randn();
  void randn(double* out, Index count);

  // Integers in [low, high).
  std::int64_t randint(std::int64_t low, std::int64_t high);

 private:
  // 0 .. largest without bias: draws as many bits as `largest` has, until they fit.
  std::uint64_t interval(std::uint64_t largest);

  Mt19937 engine_;
  double cached_normal_ = 0;
  bool has_cached_normal_ = false;
};

}  // namespace normlab
