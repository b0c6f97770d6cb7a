#include "normlab/autograd/linear.hpp"

#include "normlab/autograd/tensor_math.hpp"
#include "normlab/core/views.hpp"
#include "normlab/kernels/gemm.hpp"
#include "normlab/kernels/reduce.hpp"

namespace normlab {

namespace {

using kernels::Operand;

// A rank-2 tensor as a gemm operand, whatever its strides.
template <class T>
Operand<T> operand(const Tensor& x) {
  return {x.data<T>(), x.strides()[0], x.strides()[1]};
}
template <class T>
Operand<T> transposed_operand(const Tensor& x) {
  return {x.data<T>(), x.strides()[1], x.strides()[0]};
}

template <class T>
Tensor product(Index m, Index n, Index k, Operand<T> a, Operand<T> b, const T* bias = nullptr) {
  Tensor out = Tensor::empty({m, n}, dtype_of<T>);
  kernels::GemmOptions<T> options;
  options.bias = bias;
  kernels::gemm(m, n, k, a, b, out.data<T>(), n, options);
  return out;
}

void check_floating_pair(const char* tag, const Variable& a, const Variable& b) {
  check(is_floating_point(a.dtype()) && a.dtype() == b.dtype(), ErrorKind::argument, tag,
        "expected two floating point tensors of one dtype, got ", a.dtype(), " and ", b.dtype());
}

}  // namespace

Variable matmul(const Variable& a, const Variable& b) {
  check(a.data().rank() == 2 && b.data().rank() == 2 && a.shape()[1] == b.shape()[0], ErrorKind::shape, "matmul",
        "expected shapes (n, k) and (k, m), got ", a.shape(), " and ", b.shape());
  check_floating_pair("matmul", a, b);
  const Index n = a.shape()[0];
  const Index k = a.shape()[1];
  const Index m = b.shape()[1];
  return dispatch_floating("matmul", a.dtype(), [&](auto zero) {
    using T = decltype(zero);
    Tensor y = product<T>(n, m, k, operand<T>(a.data()), operand<T>(b.data()));
    return record("MmBackward0", std::move(y), {a, b}, [=, a = Saved(a.data()), b = Saved(b.data())](Backward& pass) {
      const Operand<T> dy = operand<T>(pass.dy());
      if (pass.needs(0)) pass.give(0, product<T>(n, k, m, dy, transposed_operand<T>(b.get("matmul"))));
      if (pass.needs(1)) pass.give(1, product<T>(k, m, n, transposed_operand<T>(a.get("matmul")), dy));
    });
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
  return dispatch_floating("linear", x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const Tensor bias_row = bias.defined() ? bias.data().contiguous() : Tensor();
    Tensor y = product<T>(rows, out_features, in_features, operand<T>(x_rows), transposed_operand<T>(weight.data()),
                          bias_row.defined() ? bias_row.data<T>() : nullptr);
    const auto backward = [=, x = Saved(x_rows), weight = Saved(weight.data()), shape = x.shape(),
                           has_bias = bias.defined()](Backward& pass) {
      const Operand<T> dy{pass.dy().data<T>(), out_features, 1};
      if (pass.needs(0)) {
        pass.give(0, reshape(product<T>(rows, in_features, out_features, dy, operand<T>(weight.get("linear"))), shape));
      }
      if (pass.needs(1)) {
        const Operand<T> dy_transposed{pass.dy().data<T>(), 1, out_features};
        pass.give(1, product<T>(out_features, in_features, rows, dy_transposed, operand<T>(x.get("linear"))));
      }
      if (has_bias && pass.needs(2)) {
        Tensor db = Tensor::empty({out_features}, dtype_of<T>);
        kernels::sum(pass.dy().data<T>(), Index(1), rows, out_features, db.data<T>());
        pass.give(2, std::move(db));
      }
    };
    const char* op = "AddmmBackward0";
    y = reshape(y, out_shape);
    return bias.defined() ? record(op, std::move(y), {x, weight, bias}, backward)
                          : record("MmBackward0", std::move(y), {x, weight}, backward);
  });
}

}  // namespace normlab
