#include "normlab/autograd/norms.hpp"

#include <limits>

#include "normlab/kernels/norms.hpp"

namespace normlab {

namespace {

// weight and bias of a norm: contiguous and of the right shape, or left out.
struct Affine {
  Affine(const char* tag, const Shape& shape, DType dtype, const Variable& weight_in, const Variable& bias_in)
      : weight(checked(tag, "weight", shape, dtype, weight_in)), bias(checked(tag, "bias", shape, dtype, bias_in)) {}

  template <class T>
  static const T* pointer(const Tensor& x) {
    return x.defined() ? x.data<T>() : nullptr;
  }

  Tensor weight;
  Tensor bias;

 private:
  static Tensor checked(const char* tag, const char* name, const Shape& shape, DType dtype, const Variable& value) {
    if (!value.defined()) return Tensor();
    check(value.shape() == shape, ErrorKind::shape, tag, "expected ", name, " of shape ", shape, ", got ",
          value.shape());
    check(value.dtype() == dtype, ErrorKind::argument, tag, "expected ", name, " of dtype ", dtype, ", got ",
          value.dtype());
    return value.data().contiguous();
  }
};

void check_eps(const char* tag, double eps) {
  check(eps >= 0 && eps <= std::numeric_limits<double>::max(), ErrorKind::argument, tag,
        "expected eps to be a finite number of at least 0, got ", eps);
}

// The inputs that take part in the graph: x, then weight and bias where there are any. Backward gives their gradients
// under these positions.
struct GraphInputs {
  GraphInputs(const Variable& x, const Variable& weight, const Variable& bias) {
    variables.reserve(3);
    variables.push_back(x);
    if (weight.defined()) weight_position = add(weight);
    if (bias.defined()) bias_position = add(bias);
  }
  std::size_t add(const Variable& variable) {
    variables.push_back(variable);
    return variables.size() - 1;
  }

  std::vector<Variable> variables;
  std::size_t weight_position = 0;  // 0: none
  std::size_t bias_position = 0;
};

// Room for the gradients that are wanted, and their delivery.
class Gradients {
 public:
  Gradients(Backward& pass, std::size_t weight_position, std::size_t bias_position, const Shape& affine_shape)
      : pass_(pass), weight_position_(weight_position), bias_position_(bias_position) {
    const DType dtype = pass.dy().dtype();
    if (pass.needs(0)) dx_ = Tensor::empty(pass.dy().shape(), dtype);
    if (weight_position > 0 && pass.needs(weight_position)) dweight_ = Tensor::empty(affine_shape, dtype);
    if (bias_position > 0 && pass.needs(bias_position)) dbias_ = Tensor::empty(affine_shape, dtype);
  }

  template <class T>
  T* dx() { return pointer<T>(dx_); }
  template <class T>
  T* dweight() { return pointer<T>(dweight_); }
  template <class T>
  T* dbias() { return pointer<T>(dbias_); }

  void deliver() {
    if (dx_.defined()) pass_.give(0, std::move(dx_));
    if (dweight_.defined()) pass_.give(weight_position_, std::move(dweight_));
    if (dbias_.defined()) pass_.give(bias_position_, std::move(dbias_));
  }

 private:
  template <class T>
  static T* pointer(Tensor& x) {
    return x.defined() ? x.data<T>() : nullptr;
  }

  Backward& pass_;
  std::size_t weight_position_;
  std::size_t bias_position_;
  Tensor dx_, dweight_, dbias_;
};

// x as (rows, cols), the last axes of shape `normalized_shape` being the columns.
struct RowView {
  Index rows;
  Index cols;
};

RowView rows_over(const char* tag, const Variable& x, const Shape& normalized_shape) {
  const int rank = x.data().rank();
  const int leading = rank - normalized_shape.rank();
  bool fits = normalized_shape.rank() > 0 && leading >= 0;
  for (int axis = 0; fits && axis < normalized_shape.rank(); ++axis) {
    fits = x.shape()[leading + axis] == normalized_shape[axis];
  }
  check(fits, ErrorKind::shape, tag, "expected x whose last sizes are ", normalized_shape, ", got x of shape ",
        x.shape());
  const Index cols = normalized_shape.numel();
  return {cols == 0 ? 0 : x.data().numel() / cols, cols};
}

Tensor statistics(Index count) { return Tensor::empty({count}, DType::float64); }

}  // namespace

Variable layer_norm(const Variable& x, const Shape& normalized_shape, const Variable& weight, const Variable& bias,
                    double eps) {
  const RowView view = rows_over("layer_norm", x, normalized_shape);
  check_eps("layer_norm", eps);
  const Affine affine("layer_norm", normalized_shape, x.dtype(), weight, bias);
  const Tensor in = x.data().contiguous();
  return dispatch_floating("layer_norm", x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    Tensor mean = statistics(view.rows);
    Tensor rstd = statistics(view.rows);
    kernels::layer_norm_forward(in.data<T>(), view.rows, view.cols, Affine::pointer<T>(affine.weight),
                                Affine::pointer<T>(affine.bias), eps, y.data<T>(), mean.data<double>(),
                                rstd.data<double>());
    GraphInputs inputs(x, weight, bias);
    return record("NativeLayerNormBackward0", std::move(y), inputs.variables,
                  [=, x = Saved(in), weight = Saved(affine.weight), w = inputs.weight_position,
                   b = inputs.bias_position](Backward& pass) {
      Gradients out(pass, w, b, normalized_shape);
      kernels::layer_norm_backward(pass.dy().data<T>(), x.get("layer_norm").data<T>(), view.rows, view.cols,
                                   Affine::pointer<T>(weight.get("layer_norm")), mean.data<double>(),
                                   rstd.data<double>(), out.dx<T>(), out.dweight<T>(), out.dbias<T>());
      out.deliver();
    });
  });
}

Variable rms_norm(const Variable& x, const Shape& normalized_shape, const Variable& weight, const Variable& bias,
                  std::optional<double> eps_in) {
  const RowView view = rows_over("rms_norm", x, normalized_shape);
  const double machine_epsilon = x.dtype() == DType::float32
                                     ? static_cast<double>(std::numeric_limits<float>::epsilon())
                                     : std::numeric_limits<double>::epsilon();
  const double eps = eps_in.value_or(machine_epsilon);
  check_eps("rms_norm", eps);
  const Affine affine("rms_norm", normalized_shape, x.dtype(), weight, bias);
  const Tensor in = x.data().contiguous();
  return dispatch_floating("rms_norm", x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    Tensor rstd = statistics(view.rows);
    kernels::rms_norm_forward(in.data<T>(), view.rows, view.cols, Affine::pointer<T>(affine.weight),
                              Affine::pointer<T>(affine.bias), eps, y.data<T>(), rstd.data<double>());
    GraphInputs inputs(x, weight, bias);
    return record("RmsNormBackward0", std::move(y), inputs.variables,
                  [=, x = Saved(in), weight = Saved(affine.weight), w = inputs.weight_position,
                   b = inputs.bias_position](Backward& pass) {
      Gradients out(pass, w, b, normalized_shape);
      kernels::rms_norm_backward(pass.dy().data<T>(), x.get("rms_norm").data<T>(), view.rows, view.cols,
                                 Affine::pointer<T>(weight.get("rms_norm")), rstd.data<double>(), out.dx<T>(),
                                 out.dweight<T>(), out.dbias<T>());
      out.deliver();
    });
  });
}

namespace {

// new = (1 − momentum) · old + momentum · batch, in double, rounded once.
template <class T>
void move_running(Tensor& running, const double* batch, Index count, double momentum, double factor) {
  T* values = running.data<T>();
  for (Index c = 0; c < count; ++c) {
    values[c] = static_cast<T>((1 - momentum) * static_cast<double>(values[c]) + momentum * (batch[c] * factor));
  }
  running.bump_version();
}

void check_running(const char* name, const Tensor& running, Index channels, DType dtype) {
  check(running.shape() == Shape({channels}), ErrorKind::shape, "batch_norm", "expected ", name, " of shape (",
        channels, "), got ", running.shape());
  check(running.dtype() == dtype && running.is_contiguous(), ErrorKind::argument, "batch_norm", "expected ", name,
        " to be contiguous and ", dtype, ", got ", running.dtype());
}

}  // namespace

Variable batch_norm(const Variable& x, const RunningStats& running, const Variable& weight, const Variable& bias,
                    bool use_batch, double momentum, double eps) {
  check(x.data().rank() >= 2, ErrorKind::shape, "batch_norm", "expected x of shape (N, C) or (N, C, …), got ",
        x.shape());
  check_eps("batch_norm", eps);
  check(momentum >= 0 && momentum <= 1, ErrorKind::argument, "batch_norm", "expected momentum in 0..1, got ", momentum);
  const Index batch = x.shape()[0];
  const Index channels = x.shape()[1];
  Index positions = 1;
  for (int axis = 2; axis < x.data().rank(); ++axis) positions *= x.shape()[axis];
  const Affine affine("batch_norm", {channels}, x.dtype(), weight, bias);
  const bool tracked = running.mean.defined() && running.var.defined();
  if (tracked) {
    check_running("running_mean", running.mean, channels, x.dtype());
    check_running("running_var", running.var, channels, x.dtype());
  }
  check(use_batch || tracked, ErrorKind::argument, "batch_norm",
        "expected running statistics in evaluation, got none");
  const Index per_channel = batch * positions;
  check(!use_batch || per_channel != 1, ErrorKind::argument, "batch_norm",
        "expected more than 1 value per channel to take the batch's statistics, got x of shape ", x.shape(),
        "; use a larger batch (drop_last leaves out a last one of 1), or evaluation mode with track_running_stats");

  const Tensor in = x.data().contiguous();
  return dispatch_floating("batch_norm", x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    Tensor y = Tensor::empty(x.shape(), x.dtype());
    Tensor mean = statistics(channels);
    Tensor rstd = statistics(channels);
    const T* w_data = Affine::pointer<T>(affine.weight);
    const T* b_data = Affine::pointer<T>(affine.bias);
    if (!use_batch) {
      kernels::batch_norm_eval_forward(in.data<T>(), batch, channels, positions, running.mean.data<T>(),
                                       running.var.data<T>(), w_data, b_data, eps, y.data<T>(), mean.data<double>(),
                                       rstd.data<double>());
    } else if (per_channel > 0) {
      Tensor var = statistics(channels);
      kernels::batch_norm_forward(in.data<T>(), batch, channels, positions, w_data, b_data, eps, y.data<T>(),
                                  mean.data<double>(), var.data<double>(), rstd.data<double>());
      if (tracked) {
        RunningStats target = running;
        const double unbiased = static_cast<double>(per_channel) / static_cast<double>(per_channel - 1);
        move_running<T>(target.mean, mean.data<double>(), channels, momentum, 1);
        move_running<T>(target.var, var.data<double>(), channels, momentum, unbiased);
      }
    }
    GraphInputs inputs(x, weight, bias);
    return record("NativeBatchNormBackward0", std::move(y), inputs.variables,
                  [=, x = Saved(in), weight = Saved(affine.weight), w = inputs.weight_position,
                   b = inputs.bias_position](Backward& pass) {
      Gradients out(pass, w, b, {channels});
      using Kernel = void (*)(const T*, const T*, Index, Index, Index, const T*, const double*, const double*, T*, T*,
                              T*);
      const Kernel kernel = use_batch ? Kernel(kernels::batch_norm_backward<T>)
                                      : Kernel(kernels::batch_norm_eval_backward<T>);
      kernel(pass.dy().data<T>(), x.get("batch_norm").data<T>(), batch, channels, positions,
             Affine::pointer<T>(weight.get("batch_norm")), mean.data<double>(), rstd.data<double>(), out.dx<T>(),
             out.dweight<T>(), out.dbias<T>());
      out.deliver();
    });
  });
}

Variable batch_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  return batch_norm(x, RunningStats(), weight, bias, true, 0, eps);
}

Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  return layer_norm(x, {x.shape().back()}, weight, bias, eps);
}

Variable rms_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  return rms_norm(x, {x.shape().back()}, weight, bias, eps);
}

}  // namespace normlab
