// What the fused norms share: how four elements are loaded, standardized and stored.
//
// float elements have two ways. FloatLanes is the fast one, with the mean split into two floats: x - high is exact near
// the mean (Sterbenz), so nothing is lost there and low is still felt. It holds while rstd is far from the ends of the
// float range; then |x - mean| <= sqrt(n) / rstd cannot overflow. Otherwise, and for double elements always,
// DoubleLanes does the same in double.
#pragma once

#include <cmath>

#include "normlab/kernels/simd.hpp"

namespace normlab::kernels {

struct FloatLanes {
  using Element = float;
  using Vec = simd::F32x4;
  static Vec splat(double x) { return simd::splat(static_cast<float>(x)); }
  static Vec from_double(simd::F64x4 v) { return simd::narrow(v); }
  template <class Block>
  static Vec load(const float* p, Block block) {
    return simd::load(p, block);
  }
};

template <class T>
struct DoubleLanes {
  using Element = T;
  using Vec = simd::F64x4;
  static Vec splat(double x) { return simd::splat4(x); }
  static Vec from_double(simd::F64x4 v) { return v; }
  template <class Block>
  static Vec load(const T* p, Block block) {
    return simd::load_wide(p, block);
  }
};

// h = (x - mean) rstd; mean and rstd either one of each splat to all lanes or one of each per lane.
template <class Lanes>
class Standardize;

template <>
class Standardize<FloatLanes> {
 public:
  Standardize(simd::F64x4 mean, simd::F64x4 rstd)
      : high_(simd::narrow(mean)), low_(simd::narrow(mean - simd::widen(high_))), rstd_(simd::narrow(rstd)) {}
  simd::F32x4 operator()(simd::F32x4 x) const { return ((x - high_) - low_) * rstd_; }
  simd::F32x4 rstd() const { return rstd_; }

 private:
  simd::F32x4 high_;
  simd::F32x4 low_;
  simd::F32x4 rstd_;
};

template <class T>
class Standardize<DoubleLanes<T>> {
 public:
  Standardize(simd::F64x4 mean, simd::F64x4 rstd) : mean_(mean), rstd_(rstd) {}
  simd::F64x4 operator()(simd::F64x4 x) const { return (x - mean_) * rstd_; }
  simd::F64x4 rstd() const { return rstd_; }

 private:
  simd::F64x4 mean_;
  simd::F64x4 rstd_;
};

inline bool fits_float_lanes(double rstd) { return rstd > 1e-15 && rstd < 1e15; }

// Calls run(FloatLanes{}) or run(DoubleLanes<T>{}), by the element type (the first argument) and the group's rstd.
template <class Run>
inline void with_lanes(float, double rstd, Run run) {
  if (fits_float_lanes(rstd)) {
    run(FloatLanes{});
  } else {
    run(DoubleLanes<float>{});
  }
}
template <class Run>
inline void with_lanes(double, double, Run run) {
  run(DoubleLanes<double>{});
}

// 1 / sqrt(variance + eps), or 0 where that is a division by zero: the deviations are all 0 then.
inline double reciprocal_deviation(double variance, double eps) {
  const double square = variance + eps;
  return square == 0 ? 0 : 1 / std::sqrt(square);
}
inline simd::F64x4 reciprocal_deviation(simd::F64x4 variance, double eps) {
  const simd::F64x4 square = variance + simd::splat4(eps);
  const simd::F64x4 reciprocal = simd::splat4(1) / simd::sqrt(square);
  const simd::F64x2 zero{};
  return {simd::select(square.low == zero, zero, reciprocal.low),
          simd::select(square.high == zero, zero, reciprocal.high)};
}

}  // namespace normlab::kernels
