#include "normlab/data/load_digits.hpp"

#include "normlab/data/digits.hpp"

namespace normlab::data {

Digits load_digits() {
  Digits digits{Tensor::empty({digits_count, digits_pixel_count}, DType::float64),
                Tensor::empty({digits_count}, DType::int64)};
  std::copy_n(digits_pixels(), digits.data.numel(), digits.data.data<double>());
  std::copy_n(digits_labels(), digits.target.numel(), digits.target.data<std::int64_t>());
  return digits;
}

}  // namespace normlab::data
