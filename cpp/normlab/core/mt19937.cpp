#include "normlab/core/mt19937.hpp"

#include <algorithm>

namespace normlab {
namespace {

constexpr int shift = 397;

std::uint32_t twisted(std::uint32_t upper, std::uint32_t lower, std::uint32_t shifted) {
  const std::uint32_t word = (upper & 0x80000000) | (lower & 0x7fffffff);
  return shifted ^ (word >> 1) ^ ((0 - (word & 1)) & 0x9908b0df);
}

}  // namespace

void Mt19937::seed(std::uint32_t seed) {
  words_[0] = seed;
  for (std::uint32_t i = 1; i < word_count; ++i) {
    words_[i] = 1812433253 * (words_[i - 1] ^ (words_[i - 1] >> 30)) + i;
  }
  position_ = unused_seed;
}

void Mt19937::fill(std::uint32_t* out, Index count) {
  while (count > 0) {
    if (position_ >= word_count) twist();
    const int part = static_cast<int>(std::min<Index>(count, word_count - position_));
    const std::uint32_t* words = words_.data() + position_;
    for (int i = 0; i < part; ++i) out[i] = temper(words[i]);
    position_ += part;
    out += part;
    count -= part;
  }
}

void Mt19937::restore(const std::array<std::uint32_t, word_count>& words, int position) {
  words_ = words;
  position_ = position;
}

void Mt19937::twist() {
  std::uint32_t* words = words_.data();
  for (int i = 0; i < word_count - shift; ++i) words[i] = twisted(words[i], words[i + 1], words[i + shift]);
  for (int i = word_count - shift; i < word_count - 1; ++i) {
    words[i] = twisted(words[i], words[i + 1], words[i + shift - word_count]);
  }
  words[word_count - 1] = twisted(words[word_count - 1], words[0], words[shift - 1]);
  position_ = 0;
}

}  // namespace normlab
