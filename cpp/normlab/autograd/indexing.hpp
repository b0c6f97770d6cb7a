// x[…]: views by numbers and slices, copies by index tensors and masks, with gradients.
#pragma once

#include "normlab/autograd/variable.hpp"
#include "normlab/core/indexing.hpp"

namespace normlab {

// One part of x[a, b, …].
struct IndexItem {
  enum class Kind {
    position,  // start: this entry, without the axis
    slice,     // start:stop:step
    new_axis,  // None
    ellipsis,  // …: all axes that no other item names
    tensor,    // int64 or int32 positions, or a bool mask
  };

  Kind kind = Kind::ellipsis;
  Index start = 0;
  Index stop = 0;
  Index step = 1;
  Tensor tensor;
};

// x[items] as in NumPy and PyTorch: positions, slices and new axes give a view; with index tensors a copy, whose new
// axes stand where the index tensors stood, or in front if other items separate them.
// Errors: too many items, two ellipses, positions out of range (shape); index tensors of another dtype (argument).
Variable index(const Variable& x, const std::vector<IndexItem>& items);

// x[items] = values in place: values broadcast to what items choose, and take x's dtype.
// Errors: as index() and become() in autograd/in_place.hpp.
void index_put(Variable& x, const std::vector<IndexItem>& items, const Variable& values);

// out[i][j] = x[i][index[i][j]] for axis 1 and so on, as torch.gather.
Variable gather(const Variable& x, Index axis, const Tensor& index);

// The picked blocks of x (core/indexing.hpp), as the result of an operation called `op`.
Variable take(const char* op, const Variable& x, Picks picks);

}  // namespace normlab
