#include "normlab/autograd/attention.hpp"

#include <cmath>
#include <limits>

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/dropout.hpp"
#include "normlab/autograd/linear.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/autograd/tensor_math.hpp"
#include "normlab/core/views.hpp"

namespace normlab {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What a mask adds to the scores: −∞ where a bool mask equals `blocked`, or its own numbers.
Tensor to_bias(const char* tag, const Tensor& mask, bool blocked, DType dtype) {
  if (is_floating_point(mask.dtype())) return cast(mask, dtype);
  check(mask.dtype() == DType::boolean, ErrorKind::argument, tag, "expected a mask of bools or floats, got ",
        mask.dtype());
  return where(mask, Tensor::full({}, blocked ? -infinity : 0, dtype), Tensor::full({}, blocked ? 0 : -infinity, dtype));
}

// Queries down, keys across: −∞ right of the diagonal.
Tensor causal_bias(Index queries, Index keys, DType dtype) {
  Tensor out = Tensor::zeros({queries, keys}, dtype);
  dispatch_floating("attention", dtype, [&](auto zero) {
    using T = decltype(zero);
    for (Index i = 0; i < queries; ++i) {
      for (Index j = i + 1; j < keys; ++j) out.data<T>()[i * keys + j] = static_cast<T>(-infinity);
    }
  });
  return out;
}

// Two parts of a bias, either of which may be missing.
Tensor both(const Tensor& a, const Tensor& b) { return !a.defined() ? b : !b.defined() ? a : a + b; }

Variable attend(const char* tag, const Variable& q, const Variable& k, const Variable& v, Tensor bias, bool causal,
                double p, Generator& generator) {
  const Index width = q.shape().back();
  const Index queries = q.shape()[q.data().rank() - 2];
  const Index keys = k.shape()[k.data().rank() - 2];
  if (causal) bias = both(bias, causal_bias(queries, keys, q.dtype()));
  const Variable root = scalar_like(q, std::sqrt(static_cast<double>(width)), false);
  Variable scores = matmul(div(q, root), transpose(k, -2, -1));
  if (bias.defined()) {
    check(broadcast_shapes(tag, bias.shape(), scores.shape()) == scores.shape(), ErrorKind::shape, tag,
          "expected a mask that broadcasts to the scores ", scores.shape(), ", got ", bias.shape());
    scores = add(scores, Variable(bias));
  }
  return matmul(dropout(softmax(scores), p, p > 0, generator), v);
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
    check((rank == 2 || rank == 3) && each->data().rank() == rank && each->shape().back() == size, ErrorKind::shape, tag,
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
