#include "normlab/autograd/embedding.hpp"

#include "normlab/core/elementwise.hpp"
#include "normlab/core/views.hpp"

namespace normlab {

Variable embedding(const Tensor& indices, const Variable& weight, std::optional<Index> padding_idx) {
  check(weight.data().rank() == 2, ErrorKind::shape, "embedding", "expected weight of shape (rows, dim), got ",
        weight.shape());
  check(indices.dtype() == DType::int64 || indices.dtype() == DType::int32, ErrorKind::argument, "embedding",
        "expected int64 or int32 indices, got ", indices.dtype());
  const Index rows = weight.shape()[0];
  const Index dim = weight.shape()[1];
  const Index padding = padding_idx.value_or(-1);
  check(padding >= -1 && padding < rows, ErrorKind::argument, "embedding", "expected padding_idx below ", rows,
        ", got ", padding);
  const Tensor picks = cast(indices, DType::int64).contiguous();
  const std::int64_t* pick = picks.data<std::int64_t>();
  const Index count = picks.numel();
  for (Index i = 0; i < count; ++i) {
    if (pick[i] >= 0 && pick[i] < rows) continue;
    fail(ErrorKind::argument, "embedding", "expected indices in 0..", rows - 1, ", got ", pick[i], " at position ",
         unravel(i, indices.shape()));
  }
  Shape shape = indices.shape();
  shape.push_back(dim);
  Tensor y = reshape(take_rows(weight.data(), pick, count), shape);
  return record("EmbeddingBackward0", std::move(y), {weight}, [=, picks = Saved(picks)](Backward& pass) {
    const std::int64_t* from_row = picks.get("embedding").data<std::int64_t>();
    Tensor dweight = Tensor::zeros({rows, dim}, pass.dy().dtype());
    dispatch_floating("embedding", dweight.dtype(), [&](auto zero) {
      using T = decltype(zero);
      const T* from = pass.dy().data<T>();
      for (Index i = 0; i < count; ++i, from += dim) {
        if (from_row[i] == padding) continue;
        T* to = dweight.data<T>() + from_row[i] * dim;
        for (Index k = 0; k < dim; ++k) to[k] += from[k];
      }
    });
    pass.give(0, std::move(dweight));
  });
}

}  // namespace normlab
