#include "normlab/autograd/linear.hpp"

#include "normlab/autograd/shaping.hpp"
#include "normlab/autograd/tensor_math.hpp"
#include "normlab/core/views.hpp"
#include "normlab/kernels/gemm.hpp"
#include "normlab/kernels/reduce.hpp"

namespace normlab {

namespace {

// A matrix with the numbers of an operand, whatever its strides.
template <class T>
kernels::Operand<T> operand(const Tensor& x, Index offset = 0) {
  return {x.data<T>() + offset, x.strides()[x.rank() - 2], x.strides()[x.rank() - 1]};
}

// out (n, m) = a (n, k) · b (k, m) [+ bias (m)], or out += the same.
void write_product(Tensor& out, const Tensor& a, const Tensor& b, const Tensor& bias, bool accumulate) {
  dispatch_floating("matmul", a.dtype(), [&](auto zero) {
    using T = decltype(zero);
    kernels::GemmOptions<T> options;
    options.accumulate = accumulate;
    if (bias.defined()) options.bias = bias.data<T>();
    kernels::gemm(a.size(0), b.size(1), a.size(1), operand<T>(a), operand<T>(b), out.data<T>(), b.size(1), options);
  });
}

Tensor product(const Tensor& a, const Tensor& b, const Tensor& bias = Tensor()) {
  Tensor out = Tensor::empty({a.size(0), b.size(1)}, a.dtype());
  write_product(out, a, b, bias, false);
  return out;
}

Shape batch_sizes(const Tensor& x) {
  Shape out;
  for (int axis = 0; axis < x.rank() - 2; ++axis) out.push_back(x.size(axis));
  return out;
}

Tensor broadcast_batch(const Tensor& x, Shape batch) {
  batch.push_back(x.size(x.rank() - 2));
  batch.push_back(x.size(x.rank() - 1));
  return broadcast_to("matmul", x, batch);
}

// (…, n, k) · (…, k, m), a matrix at a time.
Tensor batched_product(const Tensor& a, const Tensor& b) {
  if (a.rank() == 2 && b.rank() == 2) return product(a, b);
  Shape shape = broadcast_shapes("matmul", batch_sizes(a), batch_sizes(b));
  const Tensor left = broadcast_batch(a, shape);
  const Tensor right = broadcast_batch(b, shape);
  const int batch_rank = shape.rank();
  const Index matrices = shape.numel();
  const Index n = a.size(a.rank() - 2);
  const Index k = a.size(a.rank() - 1);
  const Index m = b.size(b.rank() - 1);
  shape.push_back(n);
  shape.push_back(m);
  Tensor out = Tensor::empty(shape, a.dtype());
  for (Index i = 0; i < matrices; ++i) {
    Index a_offset = 0;
    Index b_offset = 0;
    Index rest = i;
    for (int axis = batch_rank - 1; axis >= 0; --axis) {
      a_offset += rest % shape[axis] * left.strides()[axis];
      b_offset += rest % shape[axis] * right.strides()[axis];
      rest /= shape[axis];
    }
    dispatch_floating("matmul", a.dtype(), [&](auto zero) {
      using T = decltype(zero);
      kernels::gemm(n, m, k, operand<T>(left, a_offset), operand<T>(right, b_offset), out.data<T>() + i * n * m, m);
    });
  }
  return out;
}

Tensor transposed(const Tensor& x) { return transpose(x, -2, -1); }

void check_floating_pair(const char* tag, const Variable& a, const Variable& b) {
  check(is_floating_point(a.dtype()) && a.dtype() == b.dtype(), ErrorKind::argument, tag,
        "expected two floating point tensors of one dtype, got ", a.dtype(), " and ", b.dtype());
}

}  // namespace

Variable matmul(const Variable& a, const Variable& b) {
  const int a_rank = a.data().rank();
  const int b_rank = b.data().rank();
  check(a_rank > 0 && b_rank > 0 && a.shape().back() == b.shape()[std::max(b_rank - 2, 0)], ErrorKind::shape, "matmul",
        "expected shapes (…, n, k) and (…, k, m), got ", a.shape(), " and ", b.shape());
  check_floating_pair("matmul", a, b);
  if (a_rank == 1) {
    const Variable y = matmul(unsqueeze(a, 0), b);
    return squeeze(y, b_rank == 1 ? 0 : -2);
  }
  if (b_rank == 1) return squeeze(matmul(a, unsqueeze(b, 1)), -1);
  const char* op = a_rank == 2 && b_rank == 2 ? "MmBackward0" : "BmmBackward0";
  return record(op, batched_product(a.data(), b.data()), {a, b},
                [a = Saved(a.data()), b = Saved(b.data())](Backward& pass) {
    if (pass.needs(0)) pass.give_reduced(0, batched_product(pass.dy(), transposed(b.get("matmul"))));
    if (pass.needs(1)) pass.give_reduced(1, batched_product(transposed(a.get("matmul")), pass.dy()));
  });
}

Variable linear(const Variable& x, const Variable& weight, const Variable& bias) {
  check(weight.data().rank() == 2, ErrorKind::shape, "linear", "expected weight of shape (out, in), got ",
        weight.shape());
  const Index out_features = weight.shape()[0];
  const Index in_features = weight.shape()[1];
  check(x.data().rank() >= 1 && x.shape().back() == in_features, ErrorKind::shape, "linear",
        "expected x of shape (…, ", in_features, ") for weight of shape ", weight.shape(), ", got ", x.shape());
  check(!bias.defined() || bias.shape() == Shape({out_features}), ErrorKind::shape, "linear",
        "expected bias of shape (", out_features, "), got ", bias.defined() ? bias.shape() : Shape());
  check_floating_pair("linear", x, weight);
  if (bias.defined()) check_floating_pair("linear", x, bias);

  Shape out_shape = x.shape();
  out_shape[out_shape.rank() - 1] = out_features;
  Index rows = 1;
  for (int axis = 0; axis + 1 < x.data().rank(); ++axis) rows *= x.shape()[axis];
  const Tensor x_rows = reshape(x.data(), {rows, in_features});
  Tensor y = product(x_rows, transposed(weight.data()), bias.defined() ? bias.data().contiguous() : Tensor());
  auto backward = [=, x = Saved(x_rows), weight = Saved(weight.data()), shape = x.shape(),
                   has_bias = bias.defined()](Backward& pass) {
    const Tensor dy = reshape(pass.dy(), {rows, out_features});
    if (pass.needs(0)) pass.give(0, reshape(product(dy, weight.get("linear")), shape));
    if (pass.needs(1)) {
      const Tensor& from = x.get("linear");
      Tensor* grad = pass.grad_to_add_to(1, dy, from);
      if (grad) write_product(*grad, transposed(dy), from, Tensor(), true);
      else pass.give(1, product(transposed(dy), from));
    }
    if (has_bias && pass.needs(2)) {
      Tensor db = Tensor::empty({out_features}, dy.dtype());
      dispatch_floating("linear", dy.dtype(), [&](auto zero) {
        using T = decltype(zero);
        kernels::sum(dy.data<T>(), Index(1), rows, out_features, db.data<T>());
      });
      pass.give(2, std::move(db));
    }
  };
  y = reshape(y, out_shape);
  return bias.defined() ? record("AddmmBackward0", std::move(y), {x, weight, bias}, std::move(backward))
                        : record("MmBackward0", std::move(y), {x, weight}, std::move(backward));
}

}  // namespace normlab
