#pragma once

#include <optional>

#include "normlab/autograd/variable.hpp"

namespace normlab {

// Rows of a table: indices of any shape, weight (rows, dim) → (…indices, dim). A row named several times receives every
// gradient; row `padding_idx` receives none.
// Errors: indices that are no int64 or int32, or out of range (argument, naming the place), a weight of another rank
// (shape). Source: torch.nn.functional.embedding.
Variable embedding(const Tensor& indices, const Variable& weight, std::optional<Index> padding_idx = std::nullopt);

}  // namespace normlab
