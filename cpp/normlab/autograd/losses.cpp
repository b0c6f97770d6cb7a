#include "normlab/autograd/losses.hpp"

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

Variable cross_entropy(const Variable& logits, const Tensor& target) {
  check(logits.data().rank() == 2 && target.rank() == 1 && target.size(0) == logits.shape()[0], ErrorKind::shape,
        "cross_entropy", "expected logits of shape (N, C) and target of shape (N), got ", logits.shape(), " and ",
        target.shape());
  const Index rows = logits.shape()[0];
  const Index classes = logits.shape()[1];
  check(rows > 0 && classes > 0, ErrorKind::argument, "cross_entropy",
        "expected at least one sample and one class, got logits of shape ", logits.shape());
  check(target.dtype() == DType::int64, ErrorKind::argument, "cross_entropy",
        "expected int64 targets (class numbers), got ", target.dtype());
  const Tensor labels = target.contiguous();
  const std::int64_t* label = labels.data<std::int64_t>();
  for (Index i = 0; i < rows; ++i) {
    check(label[i] >= 0 && label[i] < classes, ErrorKind::argument, "cross_entropy", "expected targets in 0..",
          classes - 1, ", got ", label[i], " for sample ", i);
  }
  return dispatch_floating("cross_entropy", logits.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const Tensor in = logits.data().contiguous();
    const bool recorded = will_record({logits});
    Tensor residuals = recorded ? Tensor::empty(in.shape(), in.dtype()) : Tensor();
    const double total = kernels::cross_entropy_forward<T>(in.data<T>(), label, rows, classes, nullptr,
                                                           recorded ? residuals.data<T>() : nullptr);
    Tensor y = Tensor::full({}, total / static_cast<double>(rows), in.dtype());
    return record("NllLossBackward0", std::move(y), {logits}, [residuals, rows, classes](Backward& pass) {
      Tensor dx = Tensor::empty(residuals.shape(), residuals.dtype());
      const double scale = item("cross_entropy", pass.dy()) / static_cast<double>(rows);
      kernels::cross_entropy_backward<T>(residuals.data<T>(), rows, classes, nullptr, scale, dx.data<T>());
      pass.give(0, std::move(dx));
    });
  });
}

}  // namespace normlab
