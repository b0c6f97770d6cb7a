#include "normlab/autograd/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/dropout.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/autograd/tensor_math.hpp"
#include "normlab/core/views.hpp"
#include "normlab/kernels/softmax.hpp"

namespace normlab {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What a mask adds to the scores: −∞ where a bool mask equals `blocked`, or its own numbers.
Tensor to_bias(const char* tag, const Tensor& mask, bool blocked, DType dtype) {
  if (is_floating_point(mask.dtype())) return cast(mask, dtype);
  check(mask.dtype() == DType::boolean, ErrorKind::argument, tag, "expected a mask of bools or floats, got ",
        mask.dtype());
  const Tensor hidden = Tensor::full({}, -infinity, dtype);
  const Tensor seen = Tensor::zeros({}, dtype);
  return where(mask, blocked ? hidden : seen, blocked ? seen : hidden);
}

// Two parts of a bias, either of which may be missing.
Tensor both(const Tensor& a, const Tensor& b) { return !a.defined() ? b : !b.defined() ? a : a + b; }

// softmax(scale · scores + bias) along the keys, as one operation: in passes of their own, the scale and the mask would
// cost as much as the products. Causal: the scores right of the diagonal count as −∞, and nothing is computed there.
Variable attention_weights(const char* tag, const Variable& scores, double scale, const Tensor& bias, bool causal) {
  const Shape& shape = scores.shape();
  const Index keys = shape.back();
  const Index queries = shape[shape.rank() - 2];
  const Index rows = keys == 0 ? 0 : shape.numel() / keys;
  check(!bias.defined() || broadcast_shapes(tag, bias.shape(), shape) == shape, ErrorKind::shape, tag,
        "expected a mask that broadcasts to the scores ", shape, ", got ", bias.defined() ? bias.shape() : Shape());
  const Tensor added = bias.defined() ? broadcast_to(tag, bias, shape) : Tensor();
  return dispatch_floating(tag, scores.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T factor = static_cast<T>(scale);
    Tensor y = Tensor::empty(shape, scores.dtype());
    const T* from = scores.data().data<T>();
    T* row = y.data<T>();
    const auto seen_by = [=](Index r) { return causal ? std::min(r % queries + 1, keys) : keys; };
    for (Index r = 0; r < rows; ++r, from += keys, row += keys) {
      const Index seen = seen_by(r);
      for (Index j = 0; j < seen; ++j) row[j] = from[j] * factor;
      if (added.defined()) {
        Index at = 0;
        Index rest = r;
        for (int axis = shape.rank() - 2; axis >= 0; --axis) {
          at += rest % shape[axis] * added.strides()[axis];
          rest /= shape[axis];
        }
        const Index step = added.strides()[shape.rank() - 1];
        for (Index j = 0; j < seen; ++j) row[j] += added.data<T>()[at + j * step];
      }
      kernels::softmax_forward(row, 1, seen, row);
      std::fill(row + seen, row + keys, T(0));
    }
    return record("SoftmaxBackward0", y, {scores}, [y = Saved(y), factor, rows, keys, seen_by](Backward& pass) {
      Tensor dx = Tensor::empty(pass.dy().shape(), pass.dy().dtype());
      const T* dy = pass.dy().data<T>();
      const T* weights = y.get("attention").data<T>();
      T* to = dx.data<T>();
      for (Index r = 0; r < rows; ++r, dy += keys, weights += keys, to += keys) {
        const Index seen = seen_by(r);
        kernels::softmax_backward(dy, weights, 1, seen, to);
        for (Index j = 0; j < seen; ++j) to[j] *= factor;
        std::fill(to + seen, to + keys, T(0));
      }
      pass.give(0, std::move(dx));
    });
  });
}

Variable attend(const char* tag, const Variable& q, const Variable& k, const Variable& v, const Tensor& bias,
                bool causal, double p, Generator& generator) {
  const double scale = 1 / std::sqrt(static_cast<double>(q.shape().back()));
  const Variable weights = attention_weights(tag, matmul(q, transpose(k, -2, -1)), scale, bias, causal);
  return matmul(dropout(weights, p, p > 0, generator), v);
}

// Rows [part · size, (part + 1) · size) of a weight or bias that may be undefined.
Variable part_of(const Variable& all, Index part, Index size) {
  return all.defined() ? slice(all, 0, part * size, (part + 1) * size, 1) : Variable();
}

// (N, L, E) → (N, heads, L, E / heads)
Variable split_heads(const Variable& x, Index heads) {
  const Shape& s = x.shape();
  return transpose(reshape(x, {s[0], s[1], heads, s[2] / heads}), 1, 2);
}

}  // namespace

Variable scaled_dot_product_attention(const Variable& q, const Variable& k, const Variable& v,
                                      const AttentionOptions& options, Generator& generator) {
  const char* tag = "scaled_dot_product_attention";
  for (const Variable* each : {&q, &k, &v}) {
    check(each->data().rank() >= 2, ErrorKind::shape, tag, "expected q, k and v with at least 2 axes, got ",
          each->shape());
  }
  check(q.shape().back() == k.shape().back(), ErrorKind::shape, tag, "expected q (…, L, E) and k (…, S, E), got ",
        q.shape(), " and ", k.shape());
  const Tensor bias = options.mask.defined() ? to_bias(tag, options.mask, false, q.dtype()) : Tensor();
  return attend(tag, q, k, v, bias, options.causal, options.dropout, generator);
}

Variable multi_head_attention(const Variable& query, const Variable& key, const Variable& value, Index heads,
                              const AttentionWeights& weights, const MultiheadOptions& options, Generator& generator) {
  const char* tag = "MultiheadAttention";
  const Index size = weights.out_proj_weight.shape()[0];
  const int rank = query.data().rank();
  for (const Variable* each : {&query, &key, &value}) {
    const bool fits = (rank == 2 || rank == 3) && each->data().rank() == rank && each->shape().back() == size;
    check(fits, ErrorKind::shape, tag,
          "expected query, key and value of shape ", options.batch_first ? "(N, L, " : "(L, N, ", size, ") or (L, ",
          size, "), got ", each->shape());
  }
  check(key.shape() == value.shape(), ErrorKind::shape, tag, "expected key and value of one shape, got ", key.shape(),
        " and ", value.shape());
  const auto batched = [&](const Variable& x) {
    return rank == 2 ? unsqueeze(x, 0) : options.batch_first ? x : transpose(x, 0, 1);
  };
  const auto project = [&](const Variable& x, Index part) {
    return split_heads(linear(batched(x), part_of(weights.in_proj_weight, part, size),
                              part_of(weights.in_proj_bias, part, size)), heads);
  };
  const Variable q = project(query, 0);
  const Variable k = project(key, 1);
  const Variable v = project(value, 2);
  const Index batch = q.shape()[0];
  const Index queries = q.shape()[2];
  const Index keys = k.shape()[2];
  check(k.shape()[0] == batch, ErrorKind::shape, tag, "expected query and key of one batch size, got ", batch, " and ",
        k.shape()[0]);

  Tensor bias;
  if (options.attn_mask.defined()) {
    const Tensor& mask = options.attn_mask;
    const bool for_all = mask.shape() == Shape({queries, keys});
    check(for_all || mask.shape() == Shape({batch * heads, queries, keys}), ErrorKind::shape, tag,
          "expected attn_mask of shape ", Shape({queries, keys}), " or ", Shape({batch * heads, queries, keys}),
          ", got ", mask.shape());
    bias = to_bias(tag, for_all ? mask : reshape(mask, {batch, heads, queries, keys}), true, q.dtype());
  }
  if (options.key_padding_mask.defined()) {
    const Tensor& mask = options.key_padding_mask;
    check(mask.shape() == (rank == 2 ? Shape({keys}) : Shape({batch, keys})), ErrorKind::shape, tag,
          "expected key_padding_mask of shape ", rank == 2 ? Shape({keys}) : Shape({batch, keys}), ", got ",
          mask.shape());
    bias = both(bias, to_bias(tag, reshape(mask, {batch, 1, 1, keys}), true, q.dtype()));
  }
  const Variable heads_out = attend(tag, q, k, v, bias, options.causal, options.dropout, generator);
  const Variable joined = reshape(transpose(heads_out, 1, 2), {batch, queries, size});
  const Variable y = linear(joined, weights.out_proj_weight, weights.out_proj_bias);
  return rank == 2 ? squeeze(y, 0) : options.batch_first ? y : transpose(y, 0, 1);
}

}  // namespace normlab
