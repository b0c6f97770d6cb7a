#include <algorithm>
#include <cmath>

#include "normlab/autograd/arithmetic.hpp"
#include "normlab/autograd/losses.hpp"
#include "normlab/autograd/shaping.hpp"
#include "normlab/kernels/softmax.hpp"

namespace normlab {

namespace {

using Options = CrossEntropyOptions;

std::string sample_name(Index i, const Shape& shape) {
  return shape.rank() == 1 ? text("sample ", i) : text("sample ", unravel(i, shape));
}

// Axis 1 (the classes) as the last one, which is where the kernels work.
Variable classes_last(const Variable& x) {
  const int rank = x.data().rank();
  if (rank < 3) return x;
  Shape axes{0};
  for (int axis = 2; axis < rank; ++axis) axes.push_back(axis);
  axes.push_back(1);
  return permute(x, axes);
}

Tensor wide(const Tensor& x) { return cast(x, DType::float64).contiguous(); }

// Class numbers, checked; −1 for samples to ignore.
struct Labels {
  Labels(const Tensor& target, Index classes, const Options& options) {
    if (target.dtype() != DType::int64) refuse_dtype(target);
    numbers = target.clone();
    std::int64_t* label = numbers.data<std::int64_t>();
    for (Index i = 0; i < numbers.numel(); ++i) {
      if (label[i] == options.ignore_index) {
        label[i] = -1;
        continue;
      }
      if (label[i] < 0 || label[i] >= classes) {
        fail(ErrorKind::argument, "cross_entropy", "expected targets in 0..", classes - 1, ", got ", label[i], " for ",
             sample_name(i, target.shape()));
      }
      ++counted;
    }
    check(counted > 0 || options.reduction != Reduction::mean, ErrorKind::argument, "cross_entropy",
          "expected a mean over at least one target other than ignore_index ", options.ignore_index, ", got none");
  }

  // Names the first target that is no whole number.
  [[noreturn]] static void refuse_dtype(const Tensor& target) {
    const Tensor values = wide(target);
    const double* value = values.data<double>();
    Index first = 0;
    for (Index i = values.numel() - 1; i >= 0; --i) {
      if (!(value[i] == std::floor(value[i]))) first = i;
    }
    fail(ErrorKind::argument, "cross_entropy", "expected int64 targets (class numbers), got ", target.dtype(), ": ",
         value[first], " for ", sample_name(first, target.shape()));
  }

  Tensor numbers;
  Index counted = 0;
};

double divisor_of(Reduction reduction, Index counted) {
  return reduction == Reduction::mean ? static_cast<double>(counted) : 1;
}

// Labels without smoothing: softmax and loss in one kernel.
Variable label_loss(const char* op, const Variable& logits, const Shape& samples, const Labels& labels,
                    Reduction reduction) {
  const Tensor in = logits.data().contiguous();
  const Index rows = samples.numel();
  const Index classes = in.shape().back();
  return dispatch_floating("cross_entropy", in.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const bool each = reduction == Reduction::none;
    const double divisor = divisor_of(reduction, labels.counted);
    Tensor y = Tensor::empty(each ? samples : Shape(), in.dtype());
    Tensor residuals = will_record({logits}) ? Tensor::empty(in.shape(), in.dtype()) : Tensor();
    const double total = kernels::cross_entropy_forward<T>(
        in.data<T>(), labels.numbers.data<std::int64_t>(), rows, classes, each ? y.data<T>() : nullptr,
        residuals.defined() ? residuals.data<T>() : nullptr);
    if (!each) *y.data<T>() = static_cast<T>(total / divisor);
    return record(op, std::move(y), {logits}, [=](Backward& pass) {
      Tensor dx = Tensor::empty(residuals.shape(), residuals.dtype());
      const double scale = each ? 1 : item("cross_entropy", pass.dy()) / divisor;
      kernels::cross_entropy_backward<T>(residuals.data<T>(), rows, classes, each ? pass.dy().data<T>() : nullptr,
                                         scale, dx.data<T>());
      pass.give(0, std::move(dx));
    });
  });
}

// −Σ_c t_c log p_c of each row, summed and divided unless each is wanted. All in double: one code for both dtypes.
Variable expected_loss(const char* op, const Variable& log_p, const Variable& target, const Shape& samples,
                       Index counted, Reduction reduction) {
  const DType dtype = log_p.dtype();
  check(target.dtype() == dtype, ErrorKind::argument, "cross_entropy", "expected probabilities of dtype ", dtype,
        ", got ", target.dtype());
  const bool each = reduction == Reduction::none;
  const double divisor = divisor_of(reduction, counted);
  const Index rows = samples.numel();
  const Index classes = log_p.shape().back();
  const Tensor logs = wide(log_p.data());
  const Tensor weights = wide(target.data());
  const double* log = logs.data<double>();
  const double* t = weights.data<double>();
  Tensor losses = Tensor::zeros(each ? samples : Shape(), DType::float64);
  double* loss = losses.data<double>();
  for (Index i = 0; i < rows * classes; ++i) {
    if (t[i] != 0) loss[each ? i / classes : 0] -= t[i] * log[i];
  }
  if (!each) *loss /= divisor;
  return record(op, cast(losses, dtype), {log_p, target},
                [=, kept_logs = Saved(log_p.data()), kept_target = Saved(target.data())](Backward& pass) {
    const Tensor upstream = wide(pass.dy());
    const double* dy = upstream.data<double>();
    for (std::size_t input = 0; input < 2; ++input) {
      if (!pass.needs(input)) continue;
      Tensor dx = wide((input == 0 ? kept_target : kept_logs).get("cross_entropy")).clone();
      double* slope = dx.data<double>();
      for (Index i = 0; i < rows * classes; ++i) slope[i] *= -dy[each ? i / classes : 0] / divisor;
      pass.give(input, cast(dx, dtype));
    }
  });
}

// One-hot rows, 0 for samples to ignore, smoothed.
Tensor smoothed(const Labels& labels, const Shape& shape, DType dtype, double smoothing) {
  Tensor out = Tensor::zeros(shape, DType::float64);
  const Index classes = shape.back();
  const double spread = smoothing / static_cast<double>(classes);
  double* t = out.data<double>();
  for (Index r = 0; r < labels.numbers.numel(); ++r, t += classes) {
    const Index label = labels.numbers.data<std::int64_t>()[r];
    if (label < 0) continue;
    std::fill_n(t, classes, spread);
    t[label] += 1 - smoothing;
  }
  return cast(out, dtype);
}

}  // namespace

Variable cross_entropy(const Variable& logits_in, const Variable& target_in, const Options& options) {
  const double smoothing = options.label_smoothing;
  check(smoothing >= 0 && smoothing <= 1, ErrorKind::argument, "cross_entropy",
        "expected label_smoothing in 0..1, got ", smoothing);
  check(logits_in.data().rank() > 0, ErrorKind::shape, "cross_entropy",
        "expected logits of shape (N, C), (N, C, …) or (C), got ()");
  const Variable logits = classes_last(logits_in);
  const Index classes = logits.shape().back();
  Shape samples;
  for (int axis = 0; axis + 1 < logits.data().rank(); ++axis) samples.push_back(logits.shape()[axis]);
  check(logits.data().numel() > 0, ErrorKind::argument, "cross_entropy",
        "expected at least one sample and one class, got logits of shape ", logits_in.shape());

  if (target_in.shape() == logits_in.shape() && is_floating_point(target_in.dtype())) {
    check(options.ignore_index < 0, ErrorKind::argument, "cross_entropy",
          "expected no ignore_index beside class probabilities, got ", options.ignore_index);
    Variable target = classes_last(target_in);
    if (smoothing > 0) {
      target = add(mul(target, scalar_like(target, 1 - smoothing, false)),
                   scalar_like(target, smoothing / static_cast<double>(classes), false));
    }
    return expected_loss(options.reduction == Reduction::mean ? "DivBackward1" : "NegBackward0", log_softmax(logits),
                         target, samples, samples.numel(), options.reduction);
  }
  check(target_in.shape() == samples, ErrorKind::shape, "cross_entropy", "expected target of shape ", samples,
        " (class numbers) or ", logits_in.shape(), " (floating point probabilities) for logits of shape ",
        logits_in.shape(), ", got ", target_in.dtype(), " of shape ", target_in.shape());
  const Labels labels(target_in.data(), classes, options);
  if (smoothing > 0) {
    return expected_loss("AddBackward0", log_softmax(logits),
                         Variable(smoothed(labels, logits.shape(), logits.dtype(), smoothing)), samples, labels.counted,
                         options.reduction);
  }
  const bool flat = logits.data().rank() < 3;
  return label_loss(flat ? "NllLossBackward0" : "NllLoss2DBackward0", logits, samples, labels, options.reduction);
}

}  // namespace normlab
