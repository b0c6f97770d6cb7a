#include "normlab/data/load_digits.hpp"

#include <vector>

#include "normlab/data/digits.hpp"

namespace normlab::data {

namespace {

Digits to_tensors(const std::uint8_t* pixels, const std::uint8_t* labels) {
  Digits digits{Tensor::empty({digits_count, digits_pixel_count}, DType::float64),
                Tensor::empty({digits_count}, DType::int64)};
  std::copy_n(pixels, digits.data.numel(), digits.data.data<double>());
  std::copy_n(labels, digits.target.numel(), digits.target.data<std::int64_t>());
  return digits;
}

}  // namespace

Digits unpack_digits(const unsigned char* packed, std::size_t size) {
  std::vector<std::uint8_t> pixels;
  check(unpack_pixels(packed, size, pixels), ErrorKind::argument, "load_digits",
        "expected the packed digits, got ", size, " bytes of something else");
  return to_tensors(pixels.data(), packed);
}

Digits load_digits() { return to_tensors(digits_pixels(), digits_labels()); }

}  // namespace normlab::data
