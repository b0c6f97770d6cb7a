#include "normlab/nn/init.hpp"

#include <algorithm>
#include <cmath>

#include "normlab/core/check.hpp"

namespace normlab::init {
namespace {

void check_fan(const char* tag, Index fan) {
  check(fan > 0, ErrorKind::shape, tag, "expected a fan of at least 1, got ", fan);
}

}  // namespace

double xavier_std(Index fan_in, Index fan_out, double gain) {
  check_fan("xavier", fan_in + fan_out);
  return gain * std::sqrt(2.0 / static_cast<double>(fan_in + fan_out));
}

double kaiming_std(Index fan, double gain) {
  check_fan("kaiming", fan);
  return gain / std::sqrt(static_cast<double>(fan));
}

double uniform_bound(double std) { return std::sqrt(3.0) * std; }

double relu_gain() { return std::sqrt(2.0); }

double leaky_relu_gain(double negative_slope) { return std::sqrt(2.0 / (1 + negative_slope * negative_slope)); }

double linear_weight_bound(Index fan_in) { return uniform_bound(kaiming_std(fan_in, leaky_relu_gain(std::sqrt(5.0)))); }

double linear_bias_bound(Index fan_in) { return fan_in > 0 ? 1 / std::sqrt(static_cast<double>(fan_in)) : 0; }

template <class T>
void linear_weight(T* weight, Index fan_out, Index fan_in, Generator& generator) {
  if (fan_out * fan_in == 0) return;
  const double bound = linear_weight_bound(fan_in);
  generator.uniform(weight, fan_out * fan_in, -bound, bound);
}

template <class T>
void linear_bias(T* bias, Index fan_out, Index fan_in, Generator& generator) {
  const double bound = linear_bias_bound(fan_in);
  generator.uniform(bias, fan_out, -bound, bound);
}

template <class T>
void xavier_uniform(T* weight, Index count, Index fan_in, Index fan_out, Generator& generator, double gain) {
  if (count == 0) return;
  const double bound = uniform_bound(xavier_std(fan_in, fan_out, gain));
  generator.uniform(weight, count, -bound, bound);
}

template <class T>
void xavier_normal(T* weight, Index count, Index fan_in, Index fan_out, Generator& generator, double gain) {
  if (count == 0) return;
  generator.normal(weight, count, 0, xavier_std(fan_in, fan_out, gain));
}

template <class T>
void kaiming_uniform(T* weight, Index count, Index fan, Generator& generator, double gain) {
  if (count == 0) return;
  const double bound = uniform_bound(kaiming_std(fan, gain));
  generator.uniform(weight, count, -bound, bound);
}

template <class T>
void kaiming_normal(T* weight, Index count, Index fan, Generator& generator, double gain) {
  if (count == 0) return;
  generator.normal(weight, count, 0, kaiming_std(fan, gain));
}

template <class T>
void embedding(T* weight, Index rows, Index columns, Generator& generator, Index padding_index) {
  check(padding_index >= -1 && padding_index < rows, ErrorKind::argument, "Embedding",
        "expected padding_idx below num_embeddings = ", rows, ", got ", padding_index);
  generator.normal(weight, rows * columns);
  if (padding_index >= 0) std::fill_n(weight + padding_index * columns, columns, T{0});
}

// clang-format off
#define NORMLAB_INSTANTIATE(T)                                                              \
  template void linear_weight(T*, Index, Index, Generator&);                                \
  template void linear_bias(T*, Index, Index, Generator&);                                  \
  template void xavier_uniform(T*, Index, Index, Index, Generator&, double);                \
  template void xavier_normal(T*, Index, Index, Index, Generator&, double);                 \
  template void kaiming_uniform(T*, Index, Index, Generator&, double);                      \
  template void kaiming_normal(T*, Index, Index, Generator&, double);                       \
  template void embedding(T*, Index, Index, Generator&, Index);
// clang-format on

NORMLAB_INSTANTIATE(float)
NORMLAB_INSTANTIATE(double)
#undef NORMLAB_INSTANTIATE

}  // namespace normlab::init
