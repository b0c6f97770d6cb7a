#include "normlab/core/decimal.hpp"

#include <cstdint>
#include <vector>

#include "normlab/core/math.hpp"

namespace normlab {

namespace {

// An integer of at least 0 and any size, as 32-bit words from the lowest up, the highest not 0.
class Big {
 public:
  // value × 2^shift
  Big(std::uint64_t value, int shift) : words_(static_cast<std::size_t>(shift / 32), 0) {
    std::uint64_t carry = 0;
    for (int part = 0; part < 2; ++part) {
      carry |= (value >> (32 * part) & 0xffffffff) << shift % 32;
      words_.push_back(static_cast<std::uint32_t>(carry));
      carry >>= 32;
    }
    words_.push_back(static_cast<std::uint32_t>(carry));
    trim();
  }

  void times_ten() {
    std::uint64_t carry = 0;
    for (std::uint32_t& word : words_) {
      carry += std::uint64_t{word} * 10;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words_.push_back(static_cast<std::uint32_t>(carry));
  }

  Big operator+(const Big& other) const {
    Big sum = *this;
    if (sum.words_.size() < other.words_.size()) sum.words_.resize(other.words_.size(), 0);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < sum.words_.size(); ++i) {
      carry += std::uint64_t{sum.words_[i]} + other.word(i);
      sum.words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) sum.words_.push_back(static_cast<std::uint32_t>(carry));
    return sum;
  }

  // Takes off `other`, which must not be larger.
  void operator-=(const Big& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t difference = std::uint64_t{words_[i]} - other.word(i) - borrow;
      words_[i] = static_cast<std::uint32_t>(difference);
      borrow = difference >> 63;
    }
    trim();
  }

  // Negative, 0 or positive as this is less than, equal to or more than `other`.
  int compare(const Big& other) const {
    if (words_.size() != other.words_.size()) return words_.size() < other.words_.size() ? -1 : 1;
    for (std::size_t i = words_.size(); i-- > 0;) {
      if (words_[i] != other.words_[i]) return words_[i] < other.words_[i] ? -1 : 1;
    }
    return 0;
  }

 private:
  std::uint32_t word(std::size_t i) const { return i < words_.size() ? words_[i] : 0; }
  void trim() {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }

  std::vector<std::uint32_t> words_;
};

}  // namespace

Decimal shortest_decimal(double value) {
  if (value == 0) return {"0", 0};
  constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;
  const std::uint64_t bits = math::to_bits(value);
  const int field = static_cast<int>(bits >> 52);
  const std::uint64_t mantissa = field == 0 ? bits : hidden_bit | (bits & (hidden_bit - 1));
  const int power = (field == 0 ? 1 : field) - 1075;  // value = mantissa × 2^power
  const int above = power > 0 ? power : 0;
  const int below = power < 0 ? -power : 0;

  // value = rest / scale; what lies less than `down` below or `up` above it, over scale, reads back as value. Below a
  // power of two the doubles lie twice as close.
  Big rest(mantissa, above + 2);
  Big scale(1, below + 2);
  Big up(1, above + 1);
  Big down(1, mantissa == hidden_bit && field > 1 ? above : above + 1);
  // The ends of that interval are midpoints, which round to the even mantissa.
  const int included = mantissa % 2 == 0 ? 0 : 1;
  const auto upper_end_reaches = [&](const Big& limit) { return (rest + up).compare(limit) >= included; };
  const auto next_place = [&] {
    rest.times_ten();
    up.times_ten();
    down.times_ten();
  };

  Decimal out{"", 0};
  Big ten_scales = scale;
  ten_scales.times_ten();
  while (upper_end_reaches(ten_scales)) {
    scale = ten_scales;
    ten_scales.times_ten();
    ++out.exponent;
  }
  while (!upper_end_reaches(scale)) {
    next_place();
    --out.exponent;
  }
  for (;; next_place()) {
    char digit = '0';
    while (rest.compare(scale) >= 0) {
      rest -= scale;
      ++digit;
    }
    const bool may_end = down.compare(rest) >= included;
    const bool may_end_one_up = upper_end_reaches(scale);
    if (may_end_one_up) {
      const int half = (rest + rest).compare(scale);
      if (!may_end || half > 0 || (half == 0 && digit % 2 == 1)) ++digit;
    }
    out.digits += digit;
    if (may_end || may_end_one_up) return out;
  }
}

}  // namespace normlab
