#include "normlab/kernels/gemm.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <type_traits>

#include "normlab/kernels/scratch.hpp"
#include "normlab/kernels/simd.hpp"

namespace normlab::kernels {
namespace {

using Offset = std::ptrdiff_t;  // 32 bits in wasm, where 64-bit address arithmetic is slow

// Tile of 4 rows by 2 registers: 8 sums, 2 loads of b and 1 of a fit the 16 registers of SSE2; larger tiles spill.
// float64 is for checking, not for training: one row keeps it small.
template <class T>
constexpr int tile_rows = sizeof(T) == sizeof(float) ? 4 : 1;
constexpr int tile_vectors = 2;

// Panels of b that reach over more memory than this are packed even if their columns are adjacent.
constexpr Offset panel_bytes = 32 * 1024;

struct GemmMemory;

template <class T>
struct Output {
  T* data;
  Offset row_stride;
  const T* bias;
  bool accumulate;
};

template <class T>
inline const T* advance(const T* p, Offset bytes) {
  return reinterpret_cast<const T*>(reinterpret_cast<const char*>(p) + bytes);
}

// The columns of a tile that is cut off at the right, from its sums in rows of `width`.
template <class T>
void store_cut_tile(const T* values, int rows, int width, const Output<T>& c, Offset row, Offset col, Offset cols) {
  for (int r = 0; r < rows; ++r) {
    T* out = c.data + (row + r) * c.row_stride + col;
    for (Offset j = 0; j < cols; ++j) {
      T value = values[r * width + j];
      if (c.bias) value = value + c.bias[col + j];
      out[j] = c.accumulate ? out[j] + value : value;
    }
  }
}

// One register tile of c: the sums over p of a(r, p) * b(p, v), p in order. `adjacent` means a_row is 1, so that one
// pointer serves all rows. Steps are in bytes: wasm has no scaled addressing, and a shift per load costs a quarter.
// The loops over rows and vectors must be unrolled, and the tile a function of its own, else the sums live in memory:
// browsers' compilers run out of registers in large functions.
template <class T, int rows, int vectors, bool adjacent>
[[gnu::noinline]] void multiply_tile(Offset k, const T* a, Offset a_row, Offset a_step, const T* b, Offset b_step,
                          const Output<T>& c, Offset row, Offset col, Offset cols) {
  using Vec = typename simd::Lanes<T>::Vec;
  constexpr int lanes = simd::Lanes<T>::count;
  Vec sums[rows][vectors];
  const T* a_rows[rows];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
    a_rows[r] = a + r * a_row;
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) sums[r][v] = Vec{};
  }
  for (Offset p = 0; p < k; ++p) {
    Vec b_values[vectors];
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) b_values[v] = simd::load(b + v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const Vec a_value = simd::splat(adjacent ? a_rows[0][r] : *a_rows[r]);
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) sums[r][v] = sums[r][v] + a_value * b_values[v];
    }
#pragma GCC unroll 8
    for (int r = 0; r < (adjacent ? 1 : rows); ++r) a_rows[r] = advance(a_rows[r], a_step);
    b = advance(b, b_step);
  }
  if (cols < vectors * lanes) {
    T values[rows * vectors * lanes];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) simd::store(values + (r * vectors + v) * lanes, sums[r][v]);
    }
    return store_cut_tile(values, rows, vectors * lanes, c, row, col, cols);
  }
  T* out = c.data + row * c.row_stride + col;
#pragma GCC unroll 8
  for (int v = 0; v < vectors; ++v) {
    // Without a bias, adding 0 changes no bit: a sum that started at +0 is never -0.
    const Vec bias = c.bias ? simd::load(c.bias + col + v * lanes) : Vec{};
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) sums[r][v] = sums[r][v] + bias;
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) {
      T* at = out + r * c.row_stride + v * lanes;
      simd::store(at, c.accumulate ? simd::load(at) + sums[r][v] : sums[r][v]);
    }
  }
}

// Columns col..col+cols-1 of c, from a panel of b with adjacent columns that may be read to its full width.
template <class T, int vectors, bool adjacent>
void multiply_panel(Offset m, Offset k, const Operand<T>& a, const T* b, Offset b_row, const Output<T>& c, Offset col,
                    Offset cols) {
  const Offset a_row = adjacent ? 1 : static_cast<Offset>(a.row_stride);
  const Offset a_step = static_cast<Offset>(a.col_stride) * static_cast<Offset>(sizeof(T));
  const Offset b_step = b_row * static_cast<Offset>(sizeof(T));
  const auto multiply_rows = [&](Offset row, auto count) {
    constexpr int rows = decltype(count)::value;
    multiply_tile<T, rows, vectors, adjacent>(k, a.data + row * a_row, a_row, a_step, b, b_step, c, row, col, cols);
  };
  Offset row = 0;
  for (; row + tile_rows<T> <= m; row += tile_rows<T>) multiply_rows(row, std::integral_constant<int, tile_rows<T>>{});
  for (; row < m; ++row) multiply_rows(row, std::integral_constant<int, 1>{});
}

// Copies a panel of b to rows of `width` elements, zeros beyond `cols`.
template <class T>
void pack_panel(Offset k, Offset cols, Offset width, const T* b, Offset b_row, Offset b_col, T* packed) {
  constexpr Offset lanes = simd::Lanes<T>::count;
  if (cols < width) std::fill(packed, packed + k * width, T{0});
  Offset j = 0;
  for (; j + lanes <= cols; j += lanes) {
    const T* from = b + j * b_col;
    for (Offset p = 0; p < k; ++p, from += b_row) {
      simd::store(packed + p * width + j, simd::gather(from, b_col));
    }
  }
  for (; j < cols; ++j) {
    for (Offset p = 0; p < k; ++p) packed[p * width + j] = b[p * b_row + j * b_col];
  }
}

template <class T, bool adjacent>
void multiply(Offset m, Offset n, Offset k, const Operand<T>& a, const Operand<T>& b, const Output<T>& c) {
  constexpr Offset lanes = simd::Lanes<T>::count;
  constexpr Offset width = tile_vectors * lanes;
  const Offset b_row = static_cast<Offset>(b.row_stride);
  const Offset b_col = static_cast<Offset>(b.col_stride);
  const bool pack_all = b_col != 1 || (m > tile_rows<T> && k * b_row * static_cast<Offset>(sizeof(T)) > panel_bytes);
  for (Offset col = 0; col < n; col += width) {
    const Offset cols = std::min(width, n - col);
    const Offset panel_width = cols <= lanes ? lanes : width;
    const T* panel = b.data + col * b_col;
    Offset panel_row = b_row;
    if (pack_all || cols < panel_width) {
      T* packed = scratch<GemmMemory, T>(k * width);
      pack_panel(k, cols, panel_width, panel, b_row, b_col, packed);
      panel = packed;
      panel_row = panel_width;
    }
    if (panel_width == width) {
      multiply_panel<T, tile_vectors, adjacent>(m, k, a, panel, panel_row, c, col, cols);
    } else {
      multiply_panel<T, 1, adjacent>(m, k, a, panel, panel_row, c, col, cols);
    }
  }
}

}  // namespace

template <class T>
void gemm(Index m, Index n, Index k, Operand<T> a, Operand<T> b, T* c, Index c_row_stride,
          const GemmOptions<T>& options) {
  assert(m >= 0 && n >= 0 && k >= 0);
  assert(c_row_stride >= n || m <= 1);
  const Output<T> out{c, static_cast<Offset>(c_row_stride), options.bias, options.accumulate};
  const Offset rows = static_cast<Offset>(m);
  const Offset cols = static_cast<Offset>(n);
  const Offset depth = static_cast<Offset>(k);
  if constexpr (tile_rows<T> > 1) {
    if (a.row_stride == 1) return multiply<T, true>(rows, cols, depth, a, b, out);
  }
  multiply<T, false>(rows, cols, depth, a, b, out);
}

template void gemm(Index, Index, Index, Operand<float>, Operand<float>, float*, Index, const GemmOptions<float>&);
template void gemm(Index, Index, Index, Operand<double>, Operand<double>, double*, Index, const GemmOptions<double>&);

}  // namespace normlab::kernels
