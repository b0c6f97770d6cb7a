#include "normlab/optim/schedules.hpp"

#include "normlab/core/math.hpp"

namespace normlab::optim {

namespace {

constexpr double pi = 3.14159265358979323846;

}  // namespace

double constant_lr(double lr, Index t, double factor, Index total) {
  if (t == 0) lr *= factor;
  return t == total ? lr * (1 / factor) : lr;
}

double linear_lr(double lr, Index t, double start, double end, Index total) {
  if (t == 0) return lr * start;
  if (t > total) return lr;
  const double slope = end - start;
  return lr * (1 + slope / (static_cast<double>(total) * start + static_cast<double>(t - 1) * slope));
}

double cosine_annealing_lr(double lr, Index t, double base, Index t_max, double eta_min) {
  if (t == 0) return lr;
  const double period = static_cast<double>(t_max);
  // One step after the bottom the quotient below would be 0 / 0.
  if ((t - 1 - t_max) % (2 * t_max) == 0) return lr + (base - eta_min) * (1 - math::cos(pi / period)) / 2;
  const double now = 1 + math::cos(pi * static_cast<double>(t) / period);
  const double before = 1 + math::cos(pi * static_cast<double>(t - 1) / period);
  return now / before * (lr - eta_min) + eta_min;
}

double step_lr(double lr, Index t, Index step_size, double gamma) {
  return t == 0 || t % step_size != 0 ? lr : lr * gamma;
}

double warmup_factor(Index t, Index warmup) {
  return t < warmup ? static_cast<double>(t + 1) / static_cast<double>(warmup) : 1;
}

double warmup_cosine_factor(Index t, Index warmup, Index total) {
  if (t < warmup) return warmup_factor(t, warmup);
  if (t >= total) return 0;
  return (1 + math::cos(pi * static_cast<double>(t - warmup) / static_cast<double>(total - warmup))) / 2;
}

}  // namespace normlab::optim
