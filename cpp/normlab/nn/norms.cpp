#include "normlab/nn/norms.hpp"

#include <limits>

#include "normlab/core/format.hpp"

namespace normlab::nn {

namespace {

Tensor ones(const Shape& shape) { return Tensor::full(shape, 1, DType::float32); }
Tensor zeros(const Shape& shape) { return Tensor::zeros(shape, DType::float32); }
const char* python_bool(bool value) { return value ? "True" : "False"; }

void check_features(const char* tag, const Shape& shape) {
  check(shape.rank() > 0, ErrorKind::shape, tag, "expected normalized_shape with at least one size, got ()");
  check(shape.numel() > 0, ErrorKind::shape, tag, "expected sizes of at least 1 in normalized_shape, got ", shape);
}

}  // namespace

BatchNorm::BatchNorm(const char* name, const char* axes, int min_rank, int max_rank, Index num_features,
                     const BatchNormOptions& options)
    : name_(name), axes_(axes), min_rank_(min_rank), max_rank_(max_rank), num_features_(num_features),
      options_(options) {
  check(num_features > 0, ErrorKind::argument, name, "expected num_features of at least 1, got ",
        num_features);
  if (options.affine) {
    weight = register_parameter("weight", ones({num_features}));
    bias = register_parameter("bias", zeros({num_features}));
  }
  if (options.track_running_stats) {
    running_mean = register_buffer("running_mean", zeros({num_features}));
    running_var = register_buffer("running_var", ones({num_features}));
    num_batches_tracked = register_buffer("num_batches_tracked", Tensor::zeros({}, DType::int64));
  }
}

Variable BatchNorm::forward(const Variable& x) {
  const int rank = x.data().rank();
  check(rank >= min_rank_ && rank <= max_rank_, ErrorKind::shape, name_, "expected x of shape ", axes_, ", got ",
        x.shape());
  check(x.shape()[1] == num_features_, ErrorKind::shape, name_, "expected ", num_features_,
        " features along dim 1, got x of shape ", x.shape());
  const bool has_statistics = running_mean.defined();
  const bool use_batch = training() || !has_statistics;
  const bool track = training() && has_statistics && options_.track_running_stats;
  RunningStats running;
  if (track || !use_batch) running = {running_mean.data(), running_var.data()};
  const Variable y = batch_norm(x, running, weight, bias, use_batch, track ? next_momentum() : 0, options_.eps);
  if (track && x.data().numel() > 0) count_batch();
  return y;
}

double BatchNorm::next_momentum() const {
  return options_.momentum ? *options_.momentum : 1.0 / (item(name_, num_batches_tracked.data()) + 1);
}

void BatchNorm::count_batch() {
  Tensor count = num_batches_tracked.data();
  ++*count.data<std::int64_t>();
  count.bump_version();
}

std::string BatchNorm::extra_repr() const {
  return text(num_features_, ", eps=", python_float(options_.eps),
              ", momentum=", options_.momentum ? python_float(*options_.momentum) : "None",
              ", affine=", python_bool(options_.affine),
              ", track_running_stats=", python_bool(options_.track_running_stats));
}

LayerNorm::LayerNorm(const Shape& normalized_shape, const LayerNormOptions& options)
    : normalized_shape_(normalized_shape), options_(options) {
  check_features("LayerNorm", normalized_shape);
  if (!options.elementwise_affine) return;
  weight = register_parameter("weight", ones(normalized_shape));
  if (options.bias) bias = register_parameter("bias", zeros(normalized_shape));
}

Variable LayerNorm::forward(const Variable& x) {
  return layer_norm(x, normalized_shape_, weight, bias, options_.eps);
}

std::string LayerNorm::extra_repr() const {
  return text(python_shape(normalized_shape_), ", eps=", python_float(options_.eps),
              ", elementwise_affine=", python_bool(options_.elementwise_affine));
}

RMSNorm::RMSNorm(const Shape& normalized_shape, const RMSNormOptions& options)
    : normalized_shape_(normalized_shape), options_(options) {
  check_features("RMSNorm", normalized_shape);
  if (!options.elementwise_affine) return;
  weight = register_parameter("weight", ones(normalized_shape));
  if (options.bias) bias = register_parameter("bias", zeros(normalized_shape));
}

Variable RMSNorm::forward(const Variable& x) {
  return rms_norm(x, normalized_shape_, weight, bias, options_.eps);
}

std::string RMSNorm::extra_repr() const {
  return text(python_shape(normalized_shape_), ", eps=", options_.eps ? python_float(*options_.eps) : "None",
              ", elementwise_affine=", python_bool(options_.elementwise_affine), options_.bias ? ", bias=True" : "");
}

}  // namespace normlab::nn
