// One code for both layouts. With L = 1 (columns) a block is up to 4 channels side by side, each lane its own channel,
// walked down the rows. With L > 1 it is one channel, 4 positions at a time, and statistics are the same in all lanes.
#include <cassert>
#include <cstddef>
#include <type_traits>

#include "normlab/kernels/norm_lanes.hpp"
#include "normlab/kernels/norms.hpp"

namespace normlab::kernels {
namespace {

using simd::F64x4;
using Offset = std::ptrdiff_t;

struct Extents {
  Offset batch;
  Offset channels;
  Offset positions;
  double per_channel() const { return static_cast<double>(batch) * static_cast<double>(positions); }
};

Extents extents(Index batch, Index channels, Index positions) {
  assert(batch >= 0 && channels >= 0 && positions >= 0);
  return {static_cast<Offset>(batch), static_cast<Offset>(channels), static_cast<Offset>(positions)};
}

// Up to four adjacent channels of (N, C), from channel `at` on.
template <class Block>
struct ColumnGroup {
  Extents size;
  Offset at;
  Block block;

  template <class Body>
  void for_each(Body body) const {
    Offset offset = at;
    for (Offset n = 0; n < size.batch; ++n, offset += size.channels) body(offset, block);
  }
  // Lanes past the channels hold anything: each lane stands for itself.
  template <class T>
  F64x4 load_wide(const T* p, Offset offset, Block, F64x4) const {
    return simd::load_wide(p + offset, block);
  }
  template <class T>
  F64x4 first(const T* x) const {
    return simd::load_wide(x + at, block);
  }
  F64x4 total(F64x4 lanes) const { return lanes; }
  template <class Lanes, class T>
  typename Lanes::Vec parameter(const T* p) const {
    return Lanes::load(p + at, block);
  }
  template <class T>
  F64x4 wide_parameter(const T* p) const {
    return simd::load_wide(p + at, block);
  }
  template <class T>
  void store(T* p, F64x4 v) const {
    if (p) simd::store(p + at, v, block);
  }
  // Calls body(channel as its own group, its value of a, its value of b).
  template <class Body>
  void for_each_channel(F64x4 a, F64x4 b, Body body) const {
    const double as[] = {a.low[0], a.low[1], a.high[0], a.high[1]};
    const double bs[] = {b.low[0], b.low[1], b.high[0], b.high[1]};
    for (Offset i = 0; i < simd::count(block); ++i) {
      body(ColumnGroup<simd::Partial>{size, at + i, {1}}, as[i], bs[i]);
    }
  }
};

// One channel of (N, C, L).
struct ChannelGroup {
  Extents size;
  Offset at;

  template <class Body>
  void for_each(Body body) const {
    Offset offset = at * size.positions;
    for (Offset n = 0; n < size.batch; ++n, offset += size.channels * size.positions) {
      simd::for_each_block(size.positions, [&](Offset l, auto block) { body(offset + l, block); });
    }
  }
  // Lanes past the positions are filled so that they add nothing to sums of differences.
  template <class T, class Block>
  F64x4 load_wide(const T* p, Offset offset, Block block, F64x4 fill) const {
    return simd::load_wide(p + offset, block, fill.low[0]);
  }
  template <class T>
  F64x4 first(const T* x) const {
    return simd::splat4(static_cast<double>(x[at * size.positions]));
  }
  F64x4 total(F64x4 lanes) const { return simd::splat4(simd::sum(lanes)); }
  template <class Lanes, class T>
  typename Lanes::Vec parameter(const T* p) const {
    return Lanes::splat(static_cast<double>(p[at]));
  }
  template <class T>
  F64x4 wide_parameter(const T* p) const {
    return simd::splat4(static_cast<double>(p[at]));
  }
  template <class T>
  void store(T* p, F64x4 v) const {
    if (p) p[at] = static_cast<T>(v.low[0]);
  }
  template <class Body>
  void for_each_channel(F64x4 a, F64x4 b, Body body) const {
    body(*this, a.low[0], b.low[0]);
  }
};

// float64 is for checking, not for training: one channel at a time keeps it small.
template <class T, class Body>
void for_each_group(const Extents& size, Body body) {
  if (size.positions != 1) {
    for (Offset c = 0; c < size.channels; ++c) body(ChannelGroup{size, c});
  } else if constexpr (std::is_same_v<T, double>) {
    for (Offset c = 0; c < size.channels; ++c) body(ColumnGroup<simd::Partial>{size, c, {1}});
  } else {
    simd::for_each_block(size.channels, [&](Offset c, auto block) {
      body(ColumnGroup<decltype(block)>{size, c, block});
    });
  }
}

// Calls run(group, standardize), in the fast lanes if all channels of the group allow it and else channel by channel,
// so that no channel's bits depend on its neighbours.
template <class T, class Group, class Run>
void with_standardize(const Group& group, F64x4 mean, F64x4 rstd, Run run) {
  if constexpr (std::is_same_v<T, double>) {
    run(group, Standardize<DoubleLanes<T>>(mean, rstd));
  } else {
    bool fits = true;
    group.for_each_channel(mean, rstd, [&](const auto&, double, double r) { fits = fits && fits_float_lanes(r); });
    if (fits) {
      run(group, Standardize<FloatLanes>(mean, rstd));
      return;
    }
    group.for_each_channel(mean, rstd, [&](const auto& channel, double m, double r) {
      with_lanes(T{}, r,
                 [&](auto lanes) { run(channel, Standardize<decltype(lanes)>(simd::splat4(m), simd::splat4(r))); });
    });
  }
}

struct Moments {
  F64x4 mean;
  F64x4 variance;  // biased
};

template <class T, class Group>
Moments group_moments(const T* x, const Group& group) {
  const F64x4 count = simd::splat4(group.size.per_channel());
  // Sums of differences to the first element: those of a constant channel are exactly 0, so its mean is exact.
  const F64x4 first = group.first(x);
  F64x4 differences{};
  group.for_each([&](Offset i, auto block) { differences += group.load_wide(x, i, block, first) - first; });
  const F64x4 mean = first + group.total(differences) / count;
  F64x4 squares{};
  group.for_each([&](Offset i, auto block) {
    const F64x4 deviation = group.load_wide(x, i, block, mean) - mean;
    squares += deviation * deviation;
  });
  return {mean, group.total(squares) / count};
}

template <class Lanes, class T, class Group>
void normalize_group(const T* x, const Group& group, const Standardize<Lanes>& standardize, const T* weight,
                     const T* bias, T* y) {
  const auto scale = weight ? group.template parameter<Lanes>(weight) : Lanes::splat(1);
  const auto shift = bias ? group.template parameter<Lanes>(bias) : Lanes::splat(0);
  group.for_each(
      [&](Offset i, auto block) { simd::store(y + i, standardize(Lanes::load(x + i, block)) * scale + shift, block); });
}

// Lanes past a partial block have dy = 0 and so add nothing.
template <class Lanes, class T, class Group>
void group_backward(const T* dy, const T* x, const Group& group, const Standardize<Lanes>& standardize, const T* weight,
                    bool constant_statistics, T* dx, T* dweight, T* dbias) {
  F64x4 dy_sum{};
  F64x4 dy_h_sum{};
  group.for_each([&](Offset i, auto block) {
    const auto dy_block = Lanes::load(dy + i, block);
    dy_sum += simd::widen(dy_block);
    dy_h_sum += simd::widen(dy_block * standardize(Lanes::load(x + i, block)));
  });
  dy_sum = group.total(dy_sum);
  dy_h_sum = group.total(dy_h_sum);
  group.store(dbias, dy_sum);
  group.store(dweight, dy_h_sum);
  if (!dx) return;
  const auto scale = weight ? group.template parameter<Lanes>(weight) : Lanes::splat(1);
  if (constant_statistics) {
    group.for_each([&](Offset i, auto block) {
      simd::store(dx + i, Lanes::load(dy + i, block) * standardize.rstd() * scale, block);
    });
    return;
  }
  const F64x4 count = simd::splat4(group.size.per_channel());
  const auto dy_mean = Lanes::from_double(dy_sum / count);
  const auto dy_h_mean = Lanes::from_double(dy_h_sum / count);
  group.for_each([&](Offset i, auto block) {
    const auto h = standardize(Lanes::load(x + i, block));
    const auto centred = (Lanes::load(dy + i, block) - dy_mean) - h * dy_h_mean;
    simd::store(dx + i, centred * standardize.rstd() * scale, block);
  });
}

}  // namespace

template <class T>
void batch_norm_forward(const T* x, Index batch, Index channels, Index positions, const T* weight, const T* bias,
                        double eps, T* y, double* mean, double* var, double* rstd) {
  assert(eps >= 0);
  if (batch == 0 || positions == 0) return;
  for_each_group<T>(extents(batch, channels, positions), [&](const auto& group) {
    const Moments moments = group_moments(x, group);
    const F64x4 group_rstd = reciprocal_deviation(moments.variance, eps);
    group.store(mean, moments.mean);
    group.store(var, moments.variance);
    group.store(rstd, group_rstd);
    with_standardize<T>(group, moments.mean, group_rstd, [&](const auto& part, const auto& standardize) {
      normalize_group(x, part, standardize, weight, bias, y);
    });
  });
}

template <class T>
void batch_norm_backward(const T* dy, const T* x, Index batch, Index channels, Index positions, const T* weight,
                         const double* mean, const double* rstd, T* dx, T* dweight, T* dbias) {
  for_each_group<T>(extents(batch, channels, positions), [&](const auto& group) {
    const F64x4 group_mean = group.wide_parameter(mean);
    with_standardize<T>(group, group_mean, group.wide_parameter(rstd), [&](const auto& part, const auto& standardize) {
      group_backward(dy, x, part, standardize, weight, false, dx, dweight, dbias);
    });
  });
}

// Evaluation stays in DoubleLanes: x may be anywhere relative to running statistics, so float could overflow.
template <class T>
void batch_norm_eval_forward(const T* x, Index batch, Index channels, Index positions, const T* running_mean,
                             const T* running_var, const T* weight, const T* bias, double eps, T* y, double* mean,
                             double* rstd) {
  assert(eps >= 0);
  for_each_group<T>(extents(batch, channels, positions), [&](const auto& group) {
    const F64x4 group_mean = group.wide_parameter(running_mean);
    const F64x4 group_rstd = reciprocal_deviation(group.wide_parameter(running_var), eps);
    group.store(mean, group_mean);
    group.store(rstd, group_rstd);
    normalize_group(x, group, Standardize<DoubleLanes<T>>(group_mean, group_rstd), weight, bias, y);
  });
}

template <class T>
void batch_norm_eval_backward(const T* dy, const T* x, Index batch, Index channels, Index positions, const T* weight,
                              const double* mean, const double* rstd, T* dx, T* dweight, T* dbias) {
  for_each_group<T>(extents(batch, channels, positions), [&](const auto& group) {
    const Standardize<DoubleLanes<T>> standardize(group.wide_parameter(mean), group.wide_parameter(rstd));
    group_backward(dy, x, group, standardize, weight, true, dx, dweight, dbias);
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
