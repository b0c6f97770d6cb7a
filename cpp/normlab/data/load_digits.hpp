#pragma once

#include <cstddef>

#include "normlab/core/tensor.hpp"

namespace normlab::data {

struct Digits {
  Tensor data;    // (1797, 64) float64, grey values 0..16
  Tensor target;  // (1797) int64, 0..9
};

// The arrays from the bytes of digits.bin, for programs that don't have them compiled in. Errors: other bytes (argument).
Digits unpack_digits(const unsigned char* packed, std::size_t size);

// As sklearn.datasets.load_digits: the arrays of digits.hpp with scikit-learn's dtypes.
Digits load_digits();

}  // namespace normlab::data
