// The three norms as layers. What each averages over is the difference between them.
#pragma once

#include <optional>

#include "normlab/autograd/norms.hpp"
#include "normlab/nn/module.hpp"

namespace normlab::nn {

struct BatchNormOptions {
  double eps = 1e-5;
  std::optional<double> momentum = 0.1;  // none: plain average over all batches so far
  bool affine = true;
  bool track_running_stats = true;
};

// y = (x − E[x]) / √(Var[x] + eps) · weight + bias per feature (column) of x (N, C) or channel of (N, C, L).
// In training E and Var (biased) come from the batch, and the running ones move by
// new = (1 − momentum) · old + momentum · batch, with the unbiased variance; in evaluation the running ones are used.
// Errors: other ranks or another C (shape), one value per channel in training (argument).
// Source: Ioffe & Szegedy 2015, algorithms 1 and 2; torch.nn.BatchNorm1d.
class BatchNorm1d : public Layer {
 public:
  explicit BatchNorm1d(Index num_features, const BatchNormOptions& options = {});

  Variable forward(const Variable& x) override;
  std::string class_name() const override { return "BatchNorm1d"; }
  std::string extra_repr() const override;

  Variable weight;               // (C), 1 at the start; undefined unless affine
  Variable bias;                 // (C), 0 at the start; undefined unless affine
  Variable running_mean;         // (C), 0 at the start; undefined unless track_running_stats
  Variable running_var;          // (C), 1 at the start; undefined unless track_running_stats
  Variable num_batches_tracked;  // int64, 0-d

 private:
  // How much the next batch counts in the running statistics.
  double next_momentum() const;
  void count_batch();

  Index num_features_;
  BatchNormOptions options_;
};

struct LayerNormOptions {
  double eps = 1e-5;
  bool elementwise_affine = true;
  bool bias = true;
};

// y = (x − E[x]) / √(Var[x] + eps) · weight + bias over the last axes (`normalized_shape`) of each example.
// Source: Ba, Kiros & Hinton 2016, equation 4; torch.nn.LayerNorm.
class LayerNorm : public Layer {
 public:
  explicit LayerNorm(const Shape& normalized_shape, const LayerNormOptions& options = {});

  Variable forward(const Variable& x) override;
  std::string class_name() const override { return "LayerNorm"; }
  std::string extra_repr() const override;

  Variable weight;  // normalized_shape, 1 at the start; undefined unless elementwise_affine
  Variable bias;    // normalized_shape, 0 at the start

 private:
  Shape normalized_shape_;
  LayerNormOptions options_;
};

struct RMSNormOptions {
  std::optional<double> eps;  // none: the machine epsilon of x's dtype, as in PyTorch
  bool elementwise_affine = true;
};

// y = x / √(mean(x²) + eps) · weight over the last axes (`normalized_shape`): no mean is subtracted.
// Source: Zhang & Sennrich 2019, equation 4; torch.nn.RMSNorm (since 2.4).
class RMSNorm : public Layer {
 public:
  explicit RMSNorm(const Shape& normalized_shape, const RMSNormOptions& options = {});

  Variable forward(const Variable& x) override;
  std::string class_name() const override { return "RMSNorm"; }
  std::string extra_repr() const override;

  Variable weight;  // normalized_shape, 1 at the start; undefined unless elementwise_affine

 private:
  Shape normalized_shape_;
  RMSNormOptions options_;
};

}  // namespace normlab::nn
