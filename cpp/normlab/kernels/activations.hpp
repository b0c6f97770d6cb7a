// Activation functions over n adjacent elements, each forward with its backward. Outputs may be the same memory as an
// input. Backward takes the saved output y where the derivative is a function of it, so x need not be kept; else x.
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

// y = x sigmoid(x). Elfwing, Uchibe & Doya 2017; torch.nn.SiLU. float: within 3.5 ulp.
template <class T>
void silu_forward(const T* x, Index n, T* y);
// With s = sigmoid(x):  dx = dy s (1 + x (1 - s))
template <class T>
void silu_backward(const T* dy, const T* x, Index n, T* dx);

// y = x P(x), P the distribution function of the standard normal: (1 + erf(x / sqrt 2)) / 2. Hendrycks & Gimpel 2016;
// torch.nn.GELU. Computed in double, rounded once.
template <class T>
void gelu_forward(const T* x, Index n, T* y);
// With p the density, e^(-x^2 / 2) / sqrt(2 pi):  dx = dy (P(x) + x p(x))
template <class T>
void gelu_backward(const T* dy, const T* x, Index n, T* dx);

// The approximation with u = sqrt(2 / pi) (x + 0.044715 x^3): y = x (1 + tanh u) / 2, which is x sigmoid(2 u).
template <class T>
void gelu_tanh_forward(const T* x, Index n, T* y);
// With s = sigmoid(2 u):  dx = dy (s + 2 x s (1 - s) du/dx)
template <class T>
void gelu_tanh_backward(const T* dy, const T* x, Index n, T* dx);

}  // namespace normlab::kernels
