// 4 float lanes and 2 double lanes by GCC/Clang vector extensions: one source for SSE2 and wasm SIMD. Every operation
// is the IEEE one, rounded once, so that all builds give the same bits (compile with -ffp-contract=off).
//
// Arithmetic and comparisons are the compiler's operators; what they lack is below. A Block says how many of the 4
// lanes a load or store touches: Full{} in the body of a loop, Partial{count} in its tail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#else
#include <cmath>
#endif

namespace normlab::kernels::simd {

typedef float F32x4 __attribute__((vector_size(16)));
typedef double F64x2 __attribute__((vector_size(16)));
typedef std::int32_t I32x4 __attribute__((vector_size(16)));
typedef std::int64_t I64x2 __attribute__((vector_size(16)));
typedef std::uint64_t U64x2 __attribute__((vector_size(16)));

// The register of an element type: Lanes<float>::Vec is F32x4.
template <class T>
struct Lanes;
template <>
struct Lanes<float> {
  using Vec = F32x4;
  static constexpr int count = 4;
};
template <>
struct Lanes<double> {
  using Vec = F64x2;
  static constexpr int count = 2;
};

inline F32x4 splat(float x) { return F32x4{x, x, x, x}; }
inline F64x2 splat(double x) { return F64x2{x, x}; }

// memcpy because kernels take pointers of any alignment; it compiles to one unaligned move.
inline F32x4 load(const float* p) {
  F32x4 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline F64x2 load(const double* p) {
  F64x2 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store(float* p, F32x4 v) { std::memcpy(p, &v, sizeof v); }
inline void store(double* p, F64x2 v) { std::memcpy(p, &v, sizeof v); }

// Lanes p[0], p[stride], p[2 * stride]...
inline F32x4 gather(const float* p, std::ptrdiff_t stride) {
  return F32x4{p[0], p[stride], p[2 * stride], p[3 * stride]};
}
inline F64x2 gather(const double* p, std::ptrdiff_t stride) { return F64x2{p[0], p[stride]}; }

inline F32x4 select(I32x4 mask, F32x4 if_true, F32x4 if_false) { return mask ? if_true : if_false; }
inline F64x2 select(I64x2 mask, F64x2 if_true, F64x2 if_false) { return mask ? if_true : if_false; }

// A NaN in `a` stays, one in `bound` is ignored (minps and pmin with this order).
inline F32x4 min(F32x4 a, F32x4 bound) { return bound < a ? bound : a; }
inline F32x4 max(F32x4 a, F32x4 bound) { return a < bound ? bound : a; }
inline F64x2 min(F64x2 a, F64x2 bound) { return bound < a ? bound : a; }
inline F64x2 max(F64x2 a, F64x2 bound) { return a < bound ? bound : a; }

inline double sum(F64x2 v) { return v[0] + v[1]; }

// Square root and conversions by name: written as vector code g++ converts lane by lane, and so does clang for wasm.
#if defined(__wasm_simd128__)
inline F64x2 sqrt(F64x2 v) { return (F64x2)wasm_f64x2_sqrt((v128_t)v); }
inline F64x2 widen_low(F32x4 v) { return (F64x2)wasm_f64x2_promote_low_f32x4((v128_t)v); }
inline F64x2 widen_high(F32x4 v) { return widen_low((F32x4)wasm_i32x4_shuffle((v128_t)v, (v128_t)v, 2, 3, 2, 3)); }
inline F32x4 narrow(F64x2 low, F64x2 high) {
  const v128_t a = wasm_f32x4_demote_f64x2_zero((v128_t)low);
  const v128_t b = wasm_f32x4_demote_f64x2_zero((v128_t)high);
  return (F32x4)wasm_i32x4_shuffle(a, b, 0, 1, 4, 5);
}
#elif defined(__SSE2__)
inline F64x2 sqrt(F64x2 v) { return (F64x2)_mm_sqrt_pd((__m128d)v); }
inline F64x2 widen_low(F32x4 v) { return (F64x2)_mm_cvtps_pd((__m128)v); }
inline F64x2 widen_high(F32x4 v) { return (F64x2)_mm_cvtps_pd(_mm_movehl_ps((__m128)v, (__m128)v)); }
inline F32x4 narrow(F64x2 low, F64x2 high) {
  return (F32x4)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)low), _mm_cvtpd_ps((__m128d)high));
}
#else
inline F64x2 sqrt(F64x2 v) { return F64x2{std::sqrt(v[0]), std::sqrt(v[1])}; }
inline F64x2 widen_low(F32x4 v) { return F64x2{v[0], v[1]}; }
inline F64x2 widen_high(F32x4 v) { return F64x2{v[2], v[3]}; }
inline F32x4 narrow(F64x2 low, F64x2 high) {
  return F32x4{static_cast<float>(low[0]), static_cast<float>(low[1]), static_cast<float>(high[0]),
               static_cast<float>(high[1])};
}
#endif

// Four doubles in two registers: what four elements of either type widen to. All statistics are kept in these.
struct F64x4 {
  F64x2 low;
  F64x2 high;

  friend F64x4 operator+(F64x4 a, F64x4 b) { return {a.low + b.low, a.high + b.high}; }
  friend F64x4 operator-(F64x4 a, F64x4 b) { return {a.low - b.low, a.high - b.high}; }
  friend F64x4 operator*(F64x4 a, F64x4 b) { return {a.low * b.low, a.high * b.high}; }
  friend F64x4 operator/(F64x4 a, F64x4 b) { return {a.low / b.low, a.high / b.high}; }
  F64x4& operator+=(F64x4 other) { return *this = *this + other; }
};

inline F64x4 splat4(double x) { return {splat(x), splat(x)}; }
inline F64x4 widen(F32x4 v) { return {widen_low(v), widen_high(v)}; }
inline F64x4 widen(F64x4 v) { return v; }
inline F32x4 narrow(F64x4 v) { return narrow(v.low, v.high); }
inline F64x4 sqrt(F64x4 v) { return {sqrt(v.low), sqrt(v.high)}; }
inline F64x4 max(F64x4 a, F64x4 bound) { return {max(a.low, bound.low), max(a.high, bound.high)}; }
// Fixed order: (0 + 1) + (2 + 3).
inline double sum(F64x4 v) { return sum(v.low) + sum(v.high); }
inline double max(F64x4 v) {
  const F64x2 pair = max(v.low, v.high);
  return pair[0] < pair[1] ? pair[1] : pair[0];
}

struct Full {};
struct Partial {
  std::ptrdiff_t count;  // 1, 2 or 3
};
inline std::ptrdiff_t count(Full) { return 4; }
inline std::ptrdiff_t count(Partial block) { return block.count; }

// Calls body(offset, Full{}) for each four of n elements, then body(offset, Partial{rest}) if any are left.
template <class Body>
inline void for_each_block(std::ptrdiff_t n, Body body) {
  std::ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4) body(i, Full{});
  if (i < n) body(i, Partial{n - i});
}

// The sum of term(offset, block) over the blocks of n elements, in a fixed order: whole blocks in turn to two sums, so
// that one addition does not wait for the last, a partial block to the second; then first + second.
template <class Term>
inline F64x4 sum_of_blocks(std::ptrdiff_t n, Term term) {
  F64x4 first{};
  F64x4 second{};
  std::ptrdiff_t i = 0;
  for (; i + 8 <= n; i += 8) {
    first += term(i, Full{});
    second += term(i + 4, Full{});
  }
  if (i + 4 <= n) {
    first += term(i, Full{});
    i += 4;
  }
  if (i < n) second += term(i, Partial{n - i});
  return first + second;
}

// Partial blocks are put together lane by lane: through memory, the vector load would wait for the single stores.
inline F32x4 load(const float* p, Full) { return load(p); }
inline F32x4 load(const float* p, Partial block) {
  return F32x4{p[0], block.count > 1 ? p[1] : 0, block.count > 2 ? p[2] : 0, 0};
}
inline void store(float* p, F32x4 v, Full) { store(p, v); }
inline void store(float* p, F32x4 v, Partial block) {
  p[0] = v[0];
  if (block.count > 1) p[1] = v[1];
  if (block.count > 2) p[2] = v[2];
}

// Loads four elements of either type as doubles; lanes past a Partial block are `fill`.
inline F64x4 load_wide(const float* p, Full, double = 0) { return widen(load(p)); }
inline F64x4 load_wide(const double* p, Full, double = 0) { return {load(p), load(p + 2)}; }
template <class T>
inline F64x4 load_wide(const T* p, Partial block, double fill = 0) {
  const double second = block.count > 1 ? static_cast<double>(p[1]) : fill;
  const double third = block.count > 2 ? static_cast<double>(p[2]) : fill;
  return {F64x2{static_cast<double>(p[0]), second}, F64x2{third, fill}};
}

// Stores four doubles as elements of either type, rounded once.
inline void store(float* p, F64x4 v, Full) { store(p, narrow(v)); }
inline void store(double* p, F64x4 v, Full) {
  store(p, v.low);
  store(p + 2, v.high);
}
template <class T>
inline void store(T* p, F64x4 v, Partial block) {
  p[0] = static_cast<T>(v.low[0]);
  if (block.count > 1) p[1] = static_cast<T>(v.low[1]);
  if (block.count > 2) p[2] = static_cast<T>(v.high[0]);
}

}  // namespace normlab::kernels::simd
