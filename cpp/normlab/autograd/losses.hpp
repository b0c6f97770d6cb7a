#pragma once

#include "normlab/autograd/variable.hpp"

namespace normlab {

// softmax along the last axis: e^x / Σ e^x, computed from x − max.
Variable softmax(const Variable& x);
// log(softmax(x)) along the last axis.
Variable log_softmax(const Variable& x);

// What becomes of the losses of all samples.
enum class Reduction { mean, sum, none };

struct CrossEntropyOptions {
  Index ignore_index = -100;   // samples with this class number count neither in the loss nor in its mean
  double label_smoothing = 0;  // the part of each target that is spread evenly over all classes
  Reduction reduction = Reduction::mean;
};

// −Σ_c t_c log softmax(logits)_c of each sample, logits (N, C), (N, C, d1, …) or (C). `target` holds class numbers,
// int64 of logits' shape without C, or the probabilities t themselves, of logits' shape and dtype. With label smoothing
// e, t becomes (1 − e) t + e / C. A t of 0 counts as 0 even where log softmax is −∞ (a masked class); a masked target
// class gives ∞. "mean" divides by the number of samples that are not ignored, "none" gives the shape without C.
// Errors: shapes that do not fit (shape); no sample or, for a mean, none that is not ignored (PyTorch: NaN), class
// numbers that are no int64 or out of range (naming the sample), ignore_index >= 0 beside probabilities, smoothing
// outside 0..1 (argument). Source: torch.nn.functional.cross_entropy; smoothing: Szegedy et al. 2015, section 7.
Variable cross_entropy(const Variable& logits, const Variable& target, const CrossEntropyOptions& options = {});

// (x − target)² of each element. Errors: shapes that differ (PyTorch would broadcast), no elements.
// Source: torch.nn.functional.mse_loss.
Variable mse_loss(const Variable& x, const Variable& target, Reduction reduction = Reduction::mean);

}  // namespace normlab
