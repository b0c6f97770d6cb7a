// The Mersenne Twister MT19937 (Matsumoto & Nishimura 1998), the engine behind torch's CPU generator and NumPy's
// RandomState: both seed it alike and read the same words.
#pragma once

#include <array>
#include <cstdint>

#include "normlab/core/shape.hpp"

namespace normlab {

class Mt19937 {
 public:
  static constexpr int word_count = 624;

  explicit Mt19937(std::uint32_t seed) { this->seed(seed); }

  void seed(std::uint32_t seed);

  // The next 32 random bits.
  std::uint32_t u32() {
    if (position_ >= word_count) twist();
    return temper(words_[position_++]);
  }

  // The next 64 random bits: the first word drawn is the high half.
  std::uint64_t u64() {
    const std::uint64_t high = u32();
    return high << 32 | u32();
  }

  // The next `count` words into `out`; faster than one by one.
  void fill(std::uint32_t* out, Index count);

  // The untempered words and how many of them are used up. `unused_seed` marks a state fresh from seed(), whose words
  // are not for output; as with 624, the next draw makes 624 new ones.
  static constexpr int unused_seed = word_count + 1;
  const std::array<std::uint32_t, word_count>& words() const { return words_; }
  int position() const { return position_; }
  void restore(const std::array<std::uint32_t, word_count>& words, int position);

 private:
  static std::uint32_t temper(std::uint32_t word) {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return word ^ (word >> 18);
  }

  void twist();

  std::array<std::uint32_t, word_count> words_;
  int position_;
};

}  // namespace normlab
