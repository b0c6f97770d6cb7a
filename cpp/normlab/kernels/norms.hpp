// The fused norms, forward and backward. Letters: N batch, C channels, L positions; rows, cols of a matrix.
//
// Common to all: statistics are double and centred first (two passes), eps is added to the variance inside the root
// and stays double; x - mean keeps its digits however large the mean is; where variance + eps is 0 the reciprocal
// deviation rstd is taken as 0, so that constant input gives exactly `bias` for every eps. Sums over elements or rows
// are double, in a fixed order. NaN or inf in a group makes its outputs NaN.
// weight and bias may be null (1 and 0), as may each of mean, var, rstd, dx, dweight and dbias (not wanted).
// dx may be the memory of dy. Forward saves mean and rstd per group, all that backward needs beside x.
#pragma once

#include "normlab/core/shape.hpp"

namespace normlab::kernels {

// y = (x - mean) rstd weight + bias, each row over its cols; rstd = 1 / sqrt(var + eps), var the biased variance.
// x, y: (rows, cols); weight, bias: (cols); mean, rstd: (rows). Ba, Kiros & Hinton 2016, eq. 4; torch.nn.LayerNorm.
template <class T>
void layer_norm_forward(const T* x, Index rows, Index cols, const T* weight, const T* bias, double eps, T* y,
                        double* mean, double* rstd);
// With g = dy weight and h = (x - mean) rstd:  dx = rstd (g - mean(g) - h mean(g h)),
// dweight = sum over rows of dy h,  dbias = sum over rows of dy.
template <class T>
void layer_norm_backward(const T* dy, const T* x, Index rows, Index cols, const T* weight, const double* mean,
                         const double* rstd, T* dx, T* dweight, T* dbias);

// y = x rstd weight + bias, rstd = 1 / sqrt(mean(x^2) + eps) of each row. Zhang & Sennrich 2019, eq. 4, whose bias
// torch.nn.RMSNorm leaves out.
template <class T>
void rms_norm_forward(const T* x, Index rows, Index cols, const T* weight, const T* bias, double eps, T* y,
                      double* rstd);
// With g = dy weight and h = x rstd:  dx = rstd (g - h mean(g h)),  dweight = sum over rows of dy h,
// dbias = sum over rows of dy.
template <class T>
void rms_norm_backward(const T* dy, const T* x, Index rows, Index cols, const T* weight, const double* rstd, T* dx,
                       T* dweight, T* dbias);

// y = (x - mean) rstd weight + bias, each channel over N and L; x, y: (N, C, L), everything else: (C). var is the
// biased variance (running statistics are the caller's). Without elements it does nothing, statistics stay unset. Ioffe
// & Szegedy 2015, algorithm 1; torch.nn.BatchNorm1d in training.
template <class T>
void batch_norm_forward(const T* x, Index batch, Index channels, Index positions, const T* weight, const T* bias,
                        double eps, T* y, double* mean, double* var, double* rstd);
// As layer_norm_backward with channels in the place of rows: dx = weight rstd (dy - mean(dy) - h mean(dy h)).
template <class T>
void batch_norm_backward(const T* dy, const T* x, Index batch, Index channels, Index positions, const T* weight,
                         const double* mean, const double* rstd, T* dx, T* dweight, T* dbias);

// The same y from running statistics (evaluation); mean and rstd return them as double, for backward.
template <class T>
void batch_norm_eval_forward(const T* x, Index batch, Index channels, Index positions, const T* running_mean,
                             const T* running_var, const T* weight, const T* bias, double eps, T* y, double* mean,
                             double* rstd);
// The statistics are constants here: dx = dy weight rstd.
template <class T>
void batch_norm_eval_backward(const T* dy, const T* x, Index batch, Index channels, Index positions, const T* weight,
                              const double* mean, const double* rstd, T* dx, T* dweight, T* dbias);

// --- One form for all of them over a matrix; norms.inc lists which ones there are. ---

template <class T>
struct NormInputs {
  Index rows;
  Index cols;
  const T* x;       // (rows, cols)
  const T* weight;  // (cols) or null
  const T* bias;    // (cols) or null
  double eps;
};

// Saved by forward for backward: one of each per row or per column. A norm without means leaves `mean` alone.
struct NormSaved {
  double* mean;
  double* rstd;
};

// Each may be null.
template <class T>
struct NormGradients {
  T* dx;
  T* dweight;
  T* dbias;
};

template <class T>
void batch_norm(const NormInputs<T>& in, T* y, NormSaved saved) {
  batch_norm_forward(in.x, in.rows, in.cols, Index{1}, in.weight, in.bias, in.eps, y, saved.mean,
                     static_cast<double*>(nullptr), saved.rstd);
}

template <class T>
void batch_norm_backward(const NormInputs<T>& in, const T* dy, NormSaved saved, NormGradients<T> out) {
  batch_norm_backward(dy, in.x, in.rows, in.cols, Index{1}, in.weight, saved.mean, saved.rstd, out.dx, out.dweight,
                      out.dbias);
}

template <class T>
void layer_norm(const NormInputs<T>& in, T* y, NormSaved saved) {
  layer_norm_forward(in.x, in.rows, in.cols, in.weight, in.bias, in.eps, y, saved.mean, saved.rstd);
}

template <class T>
void layer_norm_backward(const NormInputs<T>& in, const T* dy, NormSaved saved, NormGradients<T> out) {
  layer_norm_backward(dy, in.x, in.rows, in.cols, in.weight, saved.mean, saved.rstd, out.dx, out.dweight, out.dbias);
}

template <class T>
void rms_norm(const NormInputs<T>& in, T* y, NormSaved saved) {
  rms_norm_forward(in.x, in.rows, in.cols, in.weight, in.bias, in.eps, y, saved.rstd);
}

template <class T>
void rms_norm_backward(const NormInputs<T>& in, const T* dy, NormSaved saved, NormGradients<T> out) {
  rms_norm_backward(dy, in.x, in.rows, in.cols, in.weight, saved.rstd, out.dx, out.dweight, out.dbias);
}

}  // namespace normlab::kernels
