// The norms as layers. What each averages over is the difference between them.
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

// y = (x − E[x]) / √(Var[x] + eps) · weight + bias per channel of x (N, C, …): the base of BatchNorm1d and 2d.
// In training E and Var (biased) come from the batch, and the running ones move by
// new = (1 − momentum) · old + momentum · batch, with the unbiased variance; in evaluation the running ones are used,
// or the batch's where none are tracked. An empty batch gives an empty result and moves nothing.
// Errors: other ranks or another C (shape), one value per channel where the batch's statistics are used (argument).
// Source: Ioffe & Szegedy 2015, algorithms 1 and 2; torch.nn.BatchNorm1d, BatchNorm2d.
class BatchNorm : public Layer {
 public:
  Variable forward(const Variable& x) override;
  std::string class_name() const override { return name_; }
  std::string extra_repr() const override;

  // Set to false after construction, it stops the running statistics where they are; evaluation still uses them.
  void set_track_running_stats(bool on) { options_.track_running_stats = on; }

  Variable weight;               // (C), 1 at the start; undefined unless affine
  Variable bias;                 // (C), 0 at the start; undefined unless affine
  Variable running_mean;         // (C), 0 at the start; undefined unless track_running_stats
  Variable running_var;          // (C), 1 at the start; undefined unless track_running_stats
  Variable num_batches_tracked;  // int64, 0-d

 protected:
  // `axes` names the shapes of x that have a rank in min_rank..max_rank.
  BatchNorm(const char* name, const char* axes, int min_rank, int max_rank, Index num_features,
            const BatchNormOptions& options);

 private:
  // How much the next batch counts in the running statistics.
  double next_momentum() const;
  void count_batch();

  const char* name_;
  const char* axes_;
  int min_rank_;
  int max_rank_;
  Index num_features_;
  BatchNormOptions options_;
};

// Over a batch of features (N, C) or sequences (N, C, L).
class BatchNorm1d : public BatchNorm {
 public:
  explicit BatchNorm1d(Index num_features, const BatchNormOptions& options = {})
      : BatchNorm("BatchNorm1d", "(N, C) or (N, C, L)", 2, 3, num_features, options) {}
};

// Over a batch of images (N, C, H, W).
class BatchNorm2d : public BatchNorm {
 public:
  explicit BatchNorm2d(Index num_features, const BatchNormOptions& options = {})
      : BatchNorm("BatchNorm2d", "(N, C, H, W)", 4, 4, num_features, options) {}
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
  bool bias = false;  // not in PyTorch: the b of the paper's equation 4
};

// y = x / √(mean(x²) + eps) · weight [+ bias] over the last axes (`normalized_shape`): no mean is subtracted.
// Source: Zhang & Sennrich 2019, equation 4; torch.nn.RMSNorm (since 2.4), which has no bias.
class RMSNorm : public Layer {
 public:
  explicit RMSNorm(const Shape& normalized_shape, const RMSNormOptions& options = {});

  Variable forward(const Variable& x) override;
  std::string class_name() const override { return "RMSNorm"; }
  std::string extra_repr() const override;

  Variable weight;  // normalized_shape, 1 at the start; undefined unless elementwise_affine
  Variable bias;    // normalized_shape, 0 at the start; undefined unless asked for

 private:
  Shape normalized_shape_;
  RMSNormOptions options_;
};

}  // namespace normlab::nn
