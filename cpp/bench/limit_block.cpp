#include "limit_block.hpp"

#include <limits>

#include "normlab/kernels/simd_math.hpp"

namespace normlab::bench {

namespace {

namespace simd = kernels::simd;
using simd::F32x4;
using simd::load;
using simd::splat;
using simd::store;

constexpr int batch = limit_batch;
constexpr int width = limit_width;
constexpr int row_vectors = width / lanes;
// Down the columns, so many registers side by side: enough independent sums to keep the adder busy.
constexpr int group_vectors = 4;
constexpr float eps = 1e-5f;
constexpr float rms_eps = std::numeric_limits<float>::epsilon();  // RMSNorm's default
constexpr float momentum = 0.1f;

F32x4 reciprocal_root(F32x4 v) { return splat(1.0f) / simd::narrow(simd::sqrt(simd::widen(v))); }

void bare_forward(const float* h, LimitBlock& block) {
  for (int i = 0; i < batch * width; i += lanes) store(block.y + i, simd::tanh(load(h + i)));
}

// LayerNorm if centred, else RMSNorm, which takes no mean off and has no shift.
template <bool centred>
void row_norm_forward(const float* h, LimitBlock& block) {
  float means[batch];
  for (int r = 0; r < batch; ++r) {
    const float* row = h + r * width;
    F32x4 mean{};
    if constexpr (centred) {
      F32x4 even{}, odd{};
      for (int c = 0; c < width; c += 2 * lanes) {
        even += load(row + c);
        odd += load(row + c + lanes);
      }
      means[r] = lane_sum(even + odd) / width;
      mean = splat(means[r]);
    }
    F32x4 even{}, odd{};
    for (int c = 0; c < width; c += 2 * lanes) {
      const F32x4 a = load(row + c) - mean;
      const F32x4 b = load(row + c + lanes) - mean;
      even += a * a;
      odd += b * b;
    }
    block.rstd[r] = lane_sum(even + odd) / width;
  }
  for (int r = 0; r < batch; r += lanes) {
    store(block.rstd + r, reciprocal_root(load(block.rstd + r) + splat(centred ? eps : rms_eps)));
  }
  for (int r = 0; r < batch; ++r) {
    const F32x4 mean = centred ? splat(means[r]) : F32x4{};
    const F32x4 rstd = splat(block.rstd[r]);
    for (int c = 0; c < width; c += lanes) {
      const int i = r * width + c;
      const F32x4 normalized = (centred ? load(h + i) - mean : load(h + i)) * rstd;
      store(block.normalized + i, normalized);
      const F32x4 scaled = normalized * load(block.scale + c);
      store(block.y + i, simd::tanh(centred ? scaled + load(block.shift + c) : scaled));
    }
  }
}

void column_norm_forward(const float* h, LimitBlock& block) {
  for (int c = 0; c < width; c += group_vectors * lanes) {
    F32x4 mean[group_vectors]{}, var[group_vectors]{}, rstd[group_vectors];
    for (int r = 0; r < batch; ++r) {
      for (int v = 0; v < group_vectors; ++v) mean[v] += load(h + r * width + c + v * lanes);
    }
    for (F32x4& m : mean) m = m * splat(1.0f / batch);
    for (int r = 0; r < batch; ++r) {
      for (int v = 0; v < group_vectors; ++v) {
        const F32x4 deviation = load(h + r * width + c + v * lanes) - mean[v];
        var[v] += deviation * deviation;
      }
    }
    for (int v = 0; v < group_vectors; ++v) {
      const int at = c + v * lanes;
      rstd[v] = reciprocal_root(var[v] * splat(1.0f / batch) + splat(eps));
      store(block.rstd + at, rstd[v]);
      const F32x4 old_mean = load(block.running_mean + at);
      const F32x4 old_var = load(block.running_var + at);
      store(block.running_mean + at, old_mean + splat(momentum) * (mean[v] - old_mean));
      store(block.running_var + at, old_var + splat(momentum) * (var[v] * splat(1.0f / (batch - 1)) - old_var));
    }
    for (int r = 0; r < batch; ++r) {
      for (int v = 0; v < group_vectors; ++v) {
        const int at = c + v * lanes;
        const int i = r * width + at;
        const F32x4 normalized = (load(h + i) - mean[v]) * rstd[v];
        store(block.normalized + i, normalized);
        store(block.y + i, simd::tanh(normalized * load(block.scale + at) + load(block.shift + at)));
      }
    }
  }
}

F32x4 through_tanh(const float* gradient, const float* y) {
  const F32x4 value = load(y);
  return load(gradient) * (splat(1.0f) - value * value);
}

void bare_backward(float* gradient, LimitBlock& block) {
  for (int c = 0; c < width; c += group_vectors * lanes) {
    F32x4 dbias[group_vectors]{};
    for (int r = 0; r < batch; ++r) {
      for (int v = 0; v < group_vectors; ++v) {
        const int i = r * width + c + v * lanes;
        const F32x4 d = through_tanh(gradient + i, block.y + i);
        store(gradient + i, d);
        dbias[v] += d;
      }
    }
    for (int v = 0; v < group_vectors; ++v) add_to(block.bias + c + v * lanes, dbias[v]);
  }
}

template <bool centred>
void row_norm_backward(float* gradient, LimitBlock& block) {
  F32x4 dscale[row_vectors]{}, dshift[row_vectors]{}, dbias[row_vectors]{};
  for (int r = 0; r < batch; ++r) {
    float* row = gradient + r * width;
    const float* y = block.y + r * width;
    const float* normalized = block.normalized + r * width;
    F32x4 sum{}, normalized_sum{};
    for (int v = 0; v < row_vectors; ++v) {
      const int c = v * lanes;
      const F32x4 d = through_tanh(row + c, y + c);
      const F32x4 d_normalized = d * load(normalized + c);
      dscale[v] += d_normalized;
      if constexpr (centred) dshift[v] += d;
      const F32x4 scale = load(block.scale + c);
      const F32x4 g = d * scale;
      store(row + c, g);
      if constexpr (centred) sum += g;
      normalized_sum += d_normalized * scale;
    }
    const F32x4 mean = splat(lane_sum(sum) / width);
    const F32x4 normalized_mean = splat(lane_sum(normalized_sum) / width);
    const F32x4 rstd = splat(block.rstd[r]);
    for (int v = 0; v < row_vectors; ++v) {
      const int c = v * lanes;
      const F32x4 g = centred ? load(row + c) - mean : load(row + c);
      const F32x4 dx = (g - load(normalized + c) * normalized_mean) * rstd;
      store(row + c, dx);
      dbias[v] += dx;
    }
  }
  for (int v = 0; v < row_vectors; ++v) {
    add_to(block.bias + v * lanes, dbias[v]);
    add_to(block.scale + v * lanes, dscale[v]);
    if constexpr (centred) add_to(block.shift + v * lanes, dshift[v]);
  }
}

void column_norm_backward(float* gradient, LimitBlock& block) {
  for (int c = 0; c < width; c += group_vectors * lanes) {
    F32x4 dscale[group_vectors]{}, dshift[group_vectors]{}, dbias[group_vectors]{}, factor[group_vectors];
    for (int r = 0; r < batch; ++r) {
      for (int v = 0; v < group_vectors; ++v) {
        const int i = r * width + c + v * lanes;
        const F32x4 d = through_tanh(gradient + i, block.y + i);
        store(gradient + i, d);
        dshift[v] += d;
        dscale[v] += d * load(block.normalized + i);
      }
    }
    for (int v = 0; v < group_vectors; ++v) {
      const int at = c + v * lanes;
      factor[v] = load(block.scale + at) * load(block.rstd + at);
      add_to(block.scale + at, dscale[v]);
      add_to(block.shift + at, dshift[v]);
      dscale[v] = dscale[v] * splat(1.0f / batch);
      dshift[v] = dshift[v] * splat(1.0f / batch);
    }
    for (int r = 0; r < batch; ++r) {
      for (int v = 0; v < group_vectors; ++v) {
        const int i = r * width + c + v * lanes;
        const F32x4 dx = ((load(gradient + i) - dshift[v]) - load(block.normalized + i) * dscale[v]) * factor[v];
        store(gradient + i, dx);
        dbias[v] += dx;
      }
    }
    for (int v = 0; v < group_vectors; ++v) add_to(block.bias + c + v * lanes, dbias[v]);
  }
}

}  // namespace

void block_forward(LimitNorm norm, const float* h, LimitBlock& block) {
  switch (norm) {
    case LimitNorm::none: return bare_forward(h, block);
    case LimitNorm::batch: return column_norm_forward(h, block);
    case LimitNorm::layer: return row_norm_forward<true>(h, block);
    case LimitNorm::rms: return row_norm_forward<false>(h, block);
  }
}

void block_backward(LimitNorm norm, float* gradient, LimitBlock& block) {
  switch (norm) {
    case LimitNorm::none: return bare_backward(gradient, block);
    case LimitNorm::batch: return column_norm_backward(gradient, block);
    case LimitNorm::layer: return row_norm_backward<true>(gradient, block);
    case LimitNorm::rms: return row_norm_backward<false>(gradient, block);
  }
}

}  // namespace normlab::bench
