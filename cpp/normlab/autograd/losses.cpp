#include "normlab/autograd/losses.hpp"

#include "normlab/autograd/tensor_math.hpp"
#include "normlab/kernels/softmax.hpp"

namespace normlab {

namespace {

// The last axis of a tensor as the columns of a matrix.
struct Rows {
  Tensor data;
  Index rows;
  Index cols;
};

Rows as_rows(const char* tag, const Variable& x) {
  check(x.data().rank() > 0, ErrorKind::shape, tag, "expected a tensor with at least one axis, got a 0-d tensor");
  const Index cols = x.shape().back();
  return {x.data().contiguous(), cols == 0 ? 0 : x.data().numel() / cols, cols};
}

}  // namespace

Variable softmax(const Variable& x) {
  const Rows in = as_rows("softmax", x);
  return dispatch_floating("softmax", x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    kernels::softmax_forward(in.data.data<T>(), in.rows, in.cols, y.data<T>());
    return record("SoftmaxBackward0", y, {x}, [y = Saved(y), rows = in.rows, cols = in.cols](Backward& pass) {
      Tensor dx = Tensor::empty(pass.dy().shape(), pass.dy().dtype());
      kernels::softmax_backward(pass.dy().data<T>(), y.get("softmax").data<T>(), rows, cols, dx.data<T>());
      pass.give(0, std::move(dx));
    });
  });
}

Variable log_softmax(const Variable& x) {
  const Rows in = as_rows("log_softmax", x);
  return dispatch_floating("log_softmax", x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    kernels::log_softmax_forward(in.data.data<T>(), in.rows, in.cols, y.data<T>());
    return record("LogSoftmaxBackward0", y, {x}, [y = Saved(y), rows = in.rows, cols = in.cols](Backward& pass) {
      Tensor dx = Tensor::empty(pass.dy().shape(), pass.dy().dtype());
      kernels::log_softmax_backward(pass.dy().data<T>(), y.get("log_softmax").data<T>(), rows, cols, dx.data<T>());
      pass.give(0, std::move(dx));
    });
  });
}

Variable mse_loss(const Variable& x, const Variable& target, Reduction reduction) {
  check(x.shape() == target.shape(), ErrorKind::shape, "mse_loss", "expected x and target of one shape, got ",
        x.shape(), " and ", target.shape());
  const Index count = x.data().numel();
  check(count > 0 && is_floating_point(promote_types(x.dtype(), target.dtype())), ErrorKind::argument, "mse_loss",
        "expected at least one number, in floating point, got ", x.dtype(), x.shape());
  const Tensor difference = x.data() - target.data();
  const double divisor = reduction == Reduction::mean ? static_cast<double>(count) : 1;
  Tensor y = difference * difference;
  if (reduction != Reduction::none) y = sum(y, AxisSet().set(), false) / constant(y, divisor);
  return record("MseLossBackward0", std::move(y), {x, target}, [=](Backward& pass) {
    const Tensor dx = pass.dy() * (difference * constant(difference, 2 / divisor));
    if (pass.needs(0)) pass.give_reduced(0, dx);
    if (pass.needs(1)) pass.give_reduced(1, -dx);
  });
}

}  // namespace normlab
