// Initial weights as torch.nn.init draws them: the bound or the standard deviation is computed in double, then the
// generator fills the weight in row-major order. Every fill is for float and double.
//
// fan_in is the number of inputs of one output (columns of a Linear weight), fan_out the number of outputs (rows). The
// gain makes up for the activation that follows: see the functions *_gain. An empty weight draws nothing.
#pragma once

#include "normlab/core/rng.hpp"

namespace normlab::init {

// Glorot & Bengio 2010: gain * sqrt(2 / (fan_in + fan_out)) is the standard deviation.
double xavier_std(Index fan_in, Index fan_out, double gain = 1);
// He et al. 2015: gain / sqrt(fan).
double kaiming_std(Index fan, double gain);
// Half the width of the uniform distribution around 0 with a standard deviation: sqrt(3) * std.
double uniform_bound(double std);

// torch.nn.init.calculate_gain.
inline constexpr double tanh_gain = 5.0 / 3;
// sqrt(2)
double relu_gain();
// sqrt(2 / (1 + slope^2))
double leaky_relu_gain(double negative_slope = 0.01);

// What nn.Linear draws: a weight of out x in, uniform in ±1/sqrt(in) (by way of kaiming_uniform with a = sqrt(5), which
// may differ from it in the last bit), then a bias uniform in ±1/sqrt(in).
double linear_weight_bound(Index fan_in);
double linear_bias_bound(Index fan_in);

template <class T>
void linear_weight(T* weight, Index fan_out, Index fan_in, Generator& generator);
template <class T>
void linear_bias(T* bias, Index fan_out, Index fan_in, Generator& generator);

template <class T>
void xavier_uniform(T* weight, Index count, Index fan_in, Index fan_out, Generator& generator, double gain = 1);
template <class T>
void xavier_normal(T* weight, Index count, Index fan_in, Index fan_out, Generator& generator, double gain = 1);
template <class T>
void kaiming_uniform(T* weight, Index count, Index fan, Generator& generator, double gain);
template <class T>
void kaiming_normal(T* weight, Index count, Index fan, Generator& generator, double gain);

// What nn.Embedding draws: standard normal rows; then row `padding_index`, if any (-1: none), is set to 0.
template <class T>
void embedding(T* weight, Index rows, Index columns, Generator& generator, Index padding_index = -1);

}  // namespace normlab::init
