// Activation functions over n adjacent elements, each forward with its backward. Outputs may be the same memory as an
// input. Backward takes the saved output y where the derivative is a function of it, so x need not be kept.
// A new activation: a pair here and in activations.cpp, its vector function in simd_math.hpp, a row in its test.
#pragma once

#include "normlab/core/shape.hpp"

namespace normlab::kernels {

// y = tanh(x). float: within 2.6 ulp; double: math::tanh.
template <class T>
void tanh_forward(const T* x, Index n, T* y);
// dx = dy (1 - y^2)
template <class T>
void tanh_backward(const T* dy, const T* y, Index n, T* dx);

// y = max(x, 0); NaN stays NaN.
template <class T>
void relu_forward(const T* x, Index n, T* y);
// dx = dy where y > 0 (or y is NaN), else 0
template <class T>
void relu_backward(const T* dy, const T* y, Index n, T* dx);

// y = 1 / (1 + e^-x). float: within 2.5 ulp, also where the result is subnormal; double: by math::exp.
template <class T>
void sigmoid_forward(const T* x, Index n, T* y);
// dx = dy y (1 - y)
template <class T>
void sigmoid_backward(const T* dy, const T* y, Index n, T* dx);

}  // namespace normlab::kernels
