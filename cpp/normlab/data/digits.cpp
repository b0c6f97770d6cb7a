#include "normlab/data/digits.hpp"

#include <cstddef>
#include <vector>

namespace normlab::embedded {

// Generated from digits.bin by embed.cmake.
extern const unsigned char digits[];

}  // namespace normlab::embedded

namespace normlab::data {
namespace {

constexpr std::size_t pixel_total = static_cast<std::size_t>(digits_count * digits_pixel_count);
constexpr std::size_t label_bytes = static_cast<std::size_t>(digits_count);
constexpr std::size_t mask_bytes = pixel_total / 8;

// digits.bin: the labels, one byte each; one bit per pixel, lowest bit first, set where it is not 0; then those pixels
// minus 1, four bits each, lower half first.
std::vector<std::uint8_t> unpack_pixels() {
  const unsigned char* mask = embedded::digits + label_bytes;
  const unsigned char* nibbles = mask + mask_bytes;
  std::vector<std::uint8_t> pixels(pixel_total);
  std::size_t used = 0;
  for (std::size_t i = 0; i < pixel_total; ++i) {
    if ((mask[i / 8] >> (i % 8) & 1) == 0) continue;
    pixels[i] = static_cast<std::uint8_t>((nibbles[used / 2] >> (used % 2 * 4) & 15) + 1);
    ++used;
  }
  return pixels;
}

}  // namespace

const std::uint8_t* digits_pixels() {
  static const std::vector<std::uint8_t> pixels = unpack_pixels();
  return pixels.data();
}

const std::uint8_t* digits_labels() { return embedded::digits; }

}  // namespace normlab::data
