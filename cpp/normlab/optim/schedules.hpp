// Learning rates that change from step to step, by the rules of torch.optim.lr_scheduler: `lr` is the rate now, the
// result is the rate for step t = 0, 1, … (t = 0: before the first update). Rules that multiply `lr` can be chained.
#pragma once

#include "normlab/core/shape.hpp"

namespace normlab::optim {

// base · factor before step `total`, base from then on.
double constant_lr(double lr, Index t, double factor, Index total);

// base · (start + (end − start) · min(t, total) / total).
double linear_lr(double lr, Index t, double start, double end, Index total);

// eta_min + (base − eta_min) · (1 + cos(π t / t_max)) / 2: down to eta_min at t_max and up again.
// Source: Loshchilov & Hutter 2017, equation 5, without restarts.
double cosine_annealing_lr(double lr, Index t, double base, Index t_max, double eta_min);

// base · gamma^(t / step_size rounded down); with step_size 1 PyTorch's ExponentialLR.
double step_lr(double lr, Index t, Index step_size, double gamma);

// The factors of a base rate for LambdaLR: (t + 1) / warmup while t < warmup, so that the first step has a rate above
// 0 and none exceeds the base; then 1.
double warmup_factor(Index t, Index warmup);
// The same warm-up, then half a cosine down to 0 at step `total`, and 0 from there on.
double warmup_cosine_factor(Index t, Index warmup, Index total);

}  // namespace normlab::optim
