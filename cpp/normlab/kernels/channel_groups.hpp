// The channels of (N, C) and (N, C, L) in groups for SIMD: how batch norm walks its input.
//
// One code for both layouts. With L = 1 (columns) a block is up to 4 channels side by side, each lane its own channel,
// walked down the rows. With L > 1 it is one channel, 4 positions at a time, and its sums are added over the lanes.
//
// Sums live in memory, so that the columns of a large batch can be walked in tiles of few rows: a cache line is then
// still there for the next block, and so are the page's address and the rows' other columns.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <type_traits>

#include "normlab/core/shape.hpp"
#include "normlab/kernels/simd.hpp"

namespace normlab::kernels {

using Offset = std::ptrdiff_t;

struct Extents {
  Offset batch;
  Offset channels;
  Offset positions;
  double per_channel() const { return static_cast<double>(batch) * static_cast<double>(positions); }
};

// Elements of a tile: those of x, dy and dx fit the first-level cache together.
constexpr Offset tile_elements = 4096;
constexpr Offset fewest_tile_rows = 8;

inline Extents extents(Index batch, Index channels, Index positions) {
  assert(batch >= 0 && channels >= 0 && positions >= 0);
  return {static_cast<Offset>(batch), static_cast<Offset>(channels), static_cast<Offset>(positions)};
}

// Up to four adjacent channels of (N, C), from channel `at` on, in the rows first_row to last_row - 1.
template <class Block>
struct ColumnGroup {
  Extents size;
  Offset first_row;
  Offset last_row;
  Offset at;
  Block block;

  template <class Body>
  void for_each(Body body) const {
    Offset offset = first_row * size.channels + at;
    for (Offset n = first_row; n < last_row; ++n, offset += size.channels) body(offset, block);
  }
  // Lanes past the channels hold anything: each lane stands for itself.
  template <class T>
  simd::F64x4 load_wide(const T* p, Offset offset, Block, simd::F64x4) const {
    return simd::load_wide(p + offset, block);
  }
  template <class Lanes, class T>
  typename Lanes::Vec parameter(const T* p) const {
    return Lanes::load(p + at, block);
  }
  simd::F64x4 wide_parameter(const double* p) const { return simd::load_wide(p + at, block); }
  void add(double* sums, simd::F64x4 v) const { simd::store(sums + at, simd::load_wide(sums + at, block) + v, block); }
  // Calls body(channel as its own group).
  template <class Body>
  void for_each_channel(Body body) const {
    for (Offset i = 0; i < simd::count(block); ++i) {
      body(ColumnGroup<simd::Partial>{size, first_row, last_row, at + i, {1}});
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
  simd::F64x4 load_wide(const T* p, Offset offset, Block block, simd::F64x4 fill) const {
    return simd::load_wide(p + offset, block, fill.low[0]);
  }
  template <class Lanes, class T>
  typename Lanes::Vec parameter(const T* p) const {
    return Lanes::splat(static_cast<double>(p[at]));
  }
  simd::F64x4 wide_parameter(const double* p) const { return simd::splat4(p[at]); }
  void add(double* sums, simd::F64x4 v) const { sums[at] += simd::sum(v); }
  template <class Body>
  void for_each_channel(Body body) const {
    body(*this);
  }
};

// float64 is for checking, not for training: one channel at a time keeps it small.
template <class T, class Body>
void for_each_group(const Extents& size, Body body) {
  if (size.positions != 1) {
    for (Offset c = 0; c < size.channels; ++c) body(ChannelGroup{size, c});
  } else if constexpr (std::is_same_v<T, double>) {
    for (Offset c = 0; c < size.channels; ++c) body(ColumnGroup<simd::Partial>{size, 0, size.batch, c, {1}});
  } else {
    const Offset tile_rows = std::max(tile_elements / std::max<Offset>(size.channels, 1), fewest_tile_rows);
    for (Offset row = 0; row < size.batch; row += tile_rows) {
      const Offset end = std::min(row + tile_rows, size.batch);
      simd::for_each_block(size.channels, [&](Offset c, auto block) {
        body(ColumnGroup<decltype(block)>{size, row, end, c, block});
      });
    }
  }
}

}  // namespace normlab::kernels
