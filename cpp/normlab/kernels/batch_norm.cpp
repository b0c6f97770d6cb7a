#include <algorithm>
#include <cassert>
#include <cstddef>
#include <type_traits>

#include "normlab/kernels/channel_groups.hpp"
#include "normlab/kernels/norm_lanes.hpp"
#include "normlab/kernels/norms.hpp"
#include "normlab/kernels/scratch.hpp"

namespace normlab::kernels {
namespace {

using simd::F64x4;

struct BatchNormMemory;

// What forward leaves for backward, one value for each channel.
struct Statistics {
  const double* mean;
  const double* rstd;

  template <class Lanes, class Group>
  Standardize<Lanes> standardize(const Group& group) const {
    return Standardize<Lanes>(group.wide_parameter(mean), group.wide_parameter(rstd));
  }
};

// Calls run(group, standardize) for every group, in the fast lanes if all channels of the group allow it and else
// channel by channel, so that no channel's bits depend on its neighbours.
template <class T, class Run>
void for_each_standardized(const Extents& size, const Statistics& statistics, Run run) {
  for_each_group<T>(size, [&](const auto& group) {
    if constexpr (std::is_same_v<T, double>) {
      run(group, statistics.standardize<DoubleLanes<T>>(group));
    } else {
      bool fits = true;
      group.for_each_channel([&](const auto& part) { fits = fits && fits_float_lanes(statistics.rstd[part.at]); });
      if (fits) {
        run(group, statistics.standardize<FloatLanes>(group));
        return;
      }
      group.for_each_channel([&](const auto& part) {
        with_lanes(T{}, statistics.rstd[part.at],
                   [&](auto lanes) { run(part, statistics.standardize<decltype(lanes)>(part)); });
      });
    }
  });
}

template <class T>
void moments(const T* x, const Extents& size, double eps, double* mean, double* variance, double* rstd) {
  const double count = size.per_channel();
  // Sums of differences to the first element: those of a constant channel are exactly 0, so its mean is exact.
  double* first = rstd;
  for (Offset c = 0; c < size.channels; ++c) first[c] = static_cast<double>(x[c * size.positions]);
  std::fill(mean, mean + size.channels, 0.0);
  for_each_group<T>(size, [&](const auto& group) {
    const F64x4 start = group.wide_parameter(first);
    F64x4 differences{};
    group.for_each([&](Offset i, auto block) { differences += group.load_wide(x, i, block, start) - start; });
    group.add(mean, differences);
  });
  for (Offset c = 0; c < size.channels; ++c) mean[c] = first[c] + mean[c] / count;
  std::fill(variance, variance + size.channels, 0.0);
  for_each_group<T>(size, [&](const auto& group) {
    const F64x4 centre = group.wide_parameter(mean);
    F64x4 squares{};
    group.for_each([&](Offset i, auto block) {
      const F64x4 deviation = group.load_wide(x, i, block, centre) - centre;
      squares += deviation * deviation;
    });
    group.add(variance, squares);
  });
  simd::for_each_block(size.channels, [&](Offset c, auto block) {
    const F64x4 biased = simd::load_wide(variance + c, block) / simd::splat4(count);
    simd::store(variance + c, biased, block);
    simd::store(rstd + c, reciprocal_deviation(biased, eps), block);
  });
}

// The loops are not inlined: each has many callers, and is long.
template <class Lanes, class T, class Group>
[[gnu::noinline]] void normalize_group(const T* x, const Group& group, const Standardize<Lanes>& standardize,
                                       const T* weight, const T* bias, T* y) {
  const auto scale = weight ? group.template parameter<Lanes>(weight) : Lanes::splat(1);
  const auto shift = bias ? group.template parameter<Lanes>(bias) : Lanes::splat(0);
  group.for_each(
      [&](Offset i, auto block) { simd::store(y + i, standardize(Lanes::load(x + i, block)) * scale + shift, block); });
}

// Adds to the sums of dy and of dy h. Lanes past a partial block have dy = 0 and so add nothing.
template <class Lanes, class T, class Group>
[[gnu::noinline]] void add_gradient_sums(const T* dy, const T* x, const Group& group,
                                         const Standardize<Lanes>& standardize, double* dy_sums, double* dy_h_sums) {
  F64x4 dy_sum{};
  F64x4 dy_h_sum{};
  group.for_each([&](Offset i, auto block) {
    const auto dy_block = Lanes::load(dy + i, block);
    dy_sum += simd::widen(dy_block);
    dy_h_sum += simd::widen(dy_block * standardize(Lanes::load(x + i, block)));
  });
  group.add(dy_sums, dy_sum);
  group.add(dy_h_sums, dy_h_sum);
}

// The means of dy and dy h over a channel; both null where the statistics are constants.
template <class Lanes, class T, class Group>
[[gnu::noinline]] void input_gradient(const T* dy, const T* x, const Group& group,
                                      const Standardize<Lanes>& standardize, const T* weight, const double* dy_means,
                                      const double* dy_h_means, T* dx) {
  const auto scale = weight ? group.template parameter<Lanes>(weight) : Lanes::splat(1);
  if (!dy_means) {
    group.for_each([&](Offset i, auto block) {
      simd::store(dx + i, Lanes::load(dy + i, block) * standardize.rstd() * scale, block);
    });
    return;
  }
  const auto dy_mean = Lanes::from_double(group.wide_parameter(dy_means));
  const auto dy_h_mean = Lanes::from_double(group.wide_parameter(dy_h_means));
  group.for_each([&](Offset i, auto block) {
    const auto h = standardize(Lanes::load(x + i, block));
    const auto centred = (Lanes::load(dy + i, block) - dy_mean) - h * dy_h_mean;
    simd::store(dx + i, centred * standardize.rstd() * scale, block);
  });
}

// for_each_lanes(run) calls run(group, standardize) for every group.
template <class T, class ForEach>
void backward(const T* dy, const T* x, const Extents& size, const T* weight, bool constant_statistics, T* dx,
              T* dweight, T* dbias, ForEach for_each_lanes) {
  double* dy_sums = scratch<BatchNormMemory, double>(2 * size.channels);
  double* dy_h_sums = dy_sums + size.channels;
  std::fill(dy_sums, dy_h_sums + size.channels, 0.0);
  if (!constant_statistics || dweight || dbias) {
    for_each_lanes([&](const auto& group, const auto& standardize) {
      add_gradient_sums(dy, x, group, standardize, dy_sums, dy_h_sums);
    });
  }
  for (Offset c = 0; dbias && c < size.channels; ++c) dbias[c] = static_cast<T>(dy_sums[c]);
  for (Offset c = 0; dweight && c < size.channels; ++c) dweight[c] = static_cast<T>(dy_h_sums[c]);
  if (!dx) return;
  for (double* sum = dy_sums; sum < dy_h_sums + size.channels; ++sum) *sum /= size.per_channel();
  for_each_lanes([&](const auto& group, const auto& standardize) {
    input_gradient(dy, x, group, standardize, weight, constant_statistics ? nullptr : dy_sums, dy_h_sums, dx);
  });
}

}  // namespace

template <class T>
void batch_norm_forward(const T* x, Index batch, Index channels, Index positions, const T* weight, const T* bias,
                        double eps, T* y, double* mean, double* var, double* rstd) {
  assert(eps >= 0);
  if (batch == 0 || positions == 0) return;
  const Extents size = extents(batch, channels, positions);
  double* memory = scratch<BatchNormMemory, double>(3 * channels);
  if (!mean) mean = memory;
  if (!var) var = memory + channels;
  if (!rstd) rstd = memory + 2 * channels;
  moments(x, size, eps, mean, var, rstd);
  for_each_standardized<T>(size, {mean, rstd}, [&](const auto& group, const auto& standardize) {
    normalize_group(x, group, standardize, weight, bias, y);
  });
}

template <class T>
void batch_norm_backward(const T* dy, const T* x, Index batch, Index channels, Index positions, const T* weight,
                         const double* mean, const double* rstd, T* dx, T* dweight, T* dbias) {
  const Extents size = extents(batch, channels, positions);
  backward(dy, x, size, weight, false, dx, dweight, dbias,
           [&](auto run) { for_each_standardized<T>(size, {mean, rstd}, run); });
}

// Evaluation stays in DoubleLanes: x may be anywhere relative to running statistics, so float could overflow.
template <class T>
void batch_norm_eval_forward(const T* x, Index batch, Index channels, Index positions, const T* running_mean,
                             const T* running_var, const T* weight, const T* bias, double eps, T* y, double* mean,
                             double* rstd) {
  assert(eps >= 0);
  double* memory = scratch<BatchNormMemory, double>(2 * channels);
  if (!mean) mean = memory;
  if (!rstd) rstd = memory + channels;
  for (Index c = 0; c < channels; ++c) {
    mean[c] = static_cast<double>(running_mean[c]);
    rstd[c] = reciprocal_deviation(static_cast<double>(running_var[c]), eps);
  }
  const Statistics statistics{mean, rstd};
  for_each_group<T>(extents(batch, channels, positions), [&](const auto& group) {
    normalize_group(x, group, statistics.standardize<DoubleLanes<T>>(group), weight, bias, y);
  });
}

template <class T>
void batch_norm_eval_backward(const T* dy, const T* x, Index batch, Index channels, Index positions, const T* weight,
                              const double* mean, const double* rstd, T* dx, T* dweight, T* dbias) {
  const Extents size = extents(batch, channels, positions);
  const Statistics statistics{mean, rstd};
  backward(dy, x, size, weight, true, dx, dweight, dbias, [&](auto run) {
    for_each_group<T>(size, [&](const auto& group) {
      run(group, statistics.standardize<DoubleLanes<T>>(group));
    });
  });
}

#define NORMLAB_INSTANTIATE(T)                                                                                         \
  template void batch_norm_forward(const T*, Index, Index, Index, const T*, const T*, double, T*, double*, double*,    \
                                   double*);                                                                           \
  template void batch_norm_backward(const T*, const T*, Index, Index, Index, const T*, const double*, const double*,   \
                                    T*, T*, T*);                                                                       \
  template void batch_norm_eval_forward(const T*, Index, Index, Index, const T*, const T*, const T*, const T*, double, \
                                        T*, double*, double*);                                                         \
  template void batch_norm_eval_backward(const T*, const T*, Index, Index, Index, const T*, const double*,             \
                                         const double*, T*, T*, T*);
NORMLAB_INSTANTIATE(float)
NORMLAB_INSTANTIATE(double)
#undef NORMLAB_INSTANTIATE

}  // namespace normlab::kernels
