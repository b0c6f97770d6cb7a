#include "normlab/data/digits.hpp"

namespace normlab::data {

// digits.bin: the labels, one byte each; one bit per pixel, lowest bit first, set where it is not 0; then those pixels
// minus 1, four bits each, lower half first.
bool unpack_pixels(const unsigned char* packed, std::size_t size, std::vector<std::uint8_t>& pixels) {
  constexpr std::size_t pixel_total = static_cast<std::size_t>(digits_count * digits_pixel_count);
  constexpr std::size_t label_bytes = static_cast<std::size_t>(digits_count);
  constexpr std::size_t mask_bytes = pixel_total / 8;
  if (size < label_bytes + mask_bytes) return false;
  for (std::size_t i = 0; i < label_bytes; ++i) {
    if (packed[i] > 9) return false;
  }
  const unsigned char* mask = packed + label_bytes;
  const unsigned char* nibbles = mask + mask_bytes;
  const std::size_t nibble_total = (size - label_bytes - mask_bytes) * 2;
  pixels.assign(pixel_total, 0);
  std::size_t used = 0;
  for (std::size_t i = 0; i < pixel_total; ++i) {
    if ((mask[i / 8] >> (i % 8) & 1) == 0) continue;
    if (used == nibble_total) return false;
    pixels[i] = static_cast<std::uint8_t>((nibbles[used / 2] >> (used % 2 * 4) & 15) + 1);
    ++used;
  }
  return used + 1 >= nibble_total;
}

}  // namespace normlab::data
