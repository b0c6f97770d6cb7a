#include "normlab/data/digits.hpp"

namespace normlab::embedded {

// Generated from digits.bin by embed.cmake.
extern const unsigned char digits[];
extern const std::size_t digits_size;

}  // namespace normlab::embedded

namespace normlab::data {

const std::uint8_t* digits_pixels() {
  static const std::vector<std::uint8_t> pixels = [] {
    std::vector<std::uint8_t> unpacked;
    unpack_pixels(embedded::digits, embedded::digits_size, unpacked);
    return unpacked;
  }();
  return pixels.data();
}

const std::uint8_t* digits_labels() { return embedded::digits; }

}  // namespace normlab::data
