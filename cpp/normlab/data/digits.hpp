// The handwritten digits of sklearn.datasets.load_digits(), compiled into the library. Origin and licence: digits.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "normlab/core/shape.hpp"

namespace normlab::data {

inline constexpr Index digits_count = 1797;
inline constexpr Index digits_pixel_count = 64;

// (1797, 64): rows of 8 x 8 grey values, 0 (white) .. 16 (black).
const std::uint8_t* digits_pixels();

// (1797): the digit that each image shows, 0..9.
const std::uint8_t* digits_labels();

// The pixels of digits.bin, whose first bytes are the labels; false when these are not its bytes.
bool unpack_pixels(const unsigned char* packed, std::size_t size, std::vector<std::uint8_t>& pixels);

}  // namespace normlab::data
