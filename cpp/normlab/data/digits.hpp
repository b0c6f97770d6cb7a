// The handwritten digits of sklearn.datasets.load_digits(), compiled into the library. Origin and licence: digits.md.
#pragma once

#include <cstdint>

#include "normlab/core/shape.hpp"

namespace normlab::data {

inline constexpr Index digits_count = 1797;
inline constexpr Index digits_pixel_count = 64;

// (1797, 64): rows of 8 x 8 grey values, 0 (white) .. 16 (black).
const std::uint8_t* digits_pixels();

// (1797): the digit that each image shows, 0..9.
const std::uint8_t* digits_labels();

}  // namespace normlab::data
