#include "normlab/kernels/reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "normlab/core/math.hpp"

namespace normlab::reference {
namespace {

double weight_at(const NormInputs<double>& in, Index c) { return in.weight ? in.weight[c] : 1; }
double bias_at(const NormInputs<double>& in, Index c) { return in.bias ? in.bias[c] : 0; }

// The offsets in x of one group's elements.
using Group = std::vector<Index>;

Group row_group(const NormInputs<double>& in, Index row) {
  Group group;
  for (Index c = 0; c < in.cols; ++c) group.push_back(row * in.cols + c);
  return group;
}

Group column_group(const NormInputs<double>& in, Index col) {
  Group group;
  for (Index r = 0; r < in.rows; ++r) group.push_back(r * in.cols + col);
  return group;
}

double mean_of(const NormInputs<double>& in, const Group& group) {
  double sum = 0;
  for (Index i : group) sum += in.x[i];
  return sum / static_cast<double>(group.size());
}

double mean_square_of(const NormInputs<double>& in, const Group& group, double mean) {
  double sum = 0;
  for (Index i : group) sum += (in.x[i] - mean) * (in.x[i] - mean);
  return sum / static_cast<double>(group.size());
}

void centred_norm(const NormInputs<double>& in, const Group& group, double* y) {
  const double mean = mean_of(in, group);
  const double var = mean_square_of(in, group, mean);
  for (Index i : group) {
    const double h = (in.x[i] - mean) / std::sqrt(var + in.eps);
    y[i] = h * weight_at(in, i % in.cols) + bias_at(in, i % in.cols);
  }
}

void centred_norm_backward(const NormInputs<double>& in, const Group& group, const double* dy, double* dx,
                           double* dweight, double* dbias) {
  const double n = static_cast<double>(group.size());
  const double mean = mean_of(in, group);
  const double var = mean_square_of(in, group, mean);
  const double std = std::sqrt(var + in.eps);
  double dvar = 0;   // dL/dvar = sum of dL/dh * dh/dvar
  double dmean = 0;  // dL/dmean: by h directly; by var it is 0, since deviations add to 0
  for (Index i : group) {
    const double dh = dy[i] * weight_at(in, i % in.cols);
    dvar += dh * (in.x[i] - mean) * -0.5 / (std * std * std);
    dmean += -dh / std;
  }
  for (Index i : group) {
    const double dh = dy[i] * weight_at(in, i % in.cols);
    dx[i] = dh / std + dvar * 2 * (in.x[i] - mean) / n + dmean / n;
    dweight[i % in.cols] += dy[i] * (in.x[i] - mean) / std;
    dbias[i % in.cols] += dy[i];
  }
}

}  // namespace

void matmul(const double* a, const double* b, Index m, Index n, Index k, double* c) {
  for (Index i = 0; i < m; ++i) {
    for (Index j = 0; j < n; ++j) {
      double sum = 0;
      for (Index p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
  }
}

double tanh(double x) { return (math::exp(2 * x) - 1) / (math::exp(2 * x) + 1); }

double sigmoid(double x) { return 1 / (1 + math::exp(-x)); }

void softmax(const double* x, Index rows, Index classes, double* y) {
  for (Index r = 0; r < rows; ++r) {
    const double* row = x + r * classes;
    const double max = *std::max_element(row, row + classes);
    double sum = 0;
    for (Index c = 0; c < classes; ++c) sum += math::exp(row[c] - max);
    for (Index c = 0; c < classes; ++c) y[r * classes + c] = math::exp(row[c] - max) / sum;
  }
}

double cross_entropy(const double* logits, const std::int64_t* targets, Index rows, Index classes, double* dlogits) {
  const double n = static_cast<double>(rows);
  double loss = 0;
  for (Index r = 0; r < rows; ++r) {
    const double* row = logits + r * classes;
    const double max = *std::max_element(row, row + classes);
    double sum = 0;
    for (Index c = 0; c < classes; ++c) sum += math::exp(row[c] - max);
    loss += (math::log(sum) - (row[targets[r]] - max)) / n;
    for (Index c = 0; dlogits && c < classes; ++c) {
      dlogits[r * classes + c] = (math::exp(row[c] - max) / sum - (c == targets[r] ? 1 : 0)) / n;
    }
  }
  return loss;
}

void batch_norm(const NormInputs<double>& in, double* y) {
  for (Index c = 0; c < in.cols; ++c) centred_norm(in, column_group(in, c), y);
}

void batch_norm_backward(const NormInputs<double>& in, const double* dy, NormGradients<double> out) {
  std::fill(out.dweight, out.dweight + in.cols, 0.0);
  std::fill(out.dbias, out.dbias + in.cols, 0.0);
  for (Index c = 0; c < in.cols; ++c) {
    centred_norm_backward(in, column_group(in, c), dy, out.dx, out.dweight, out.dbias);
  }
}

void layer_norm(const NormInputs<double>& in, double* y) {
  for (Index r = 0; r < in.rows; ++r) centred_norm(in, row_group(in, r), y);
}

void layer_norm_backward(const NormInputs<double>& in, const double* dy, NormGradients<double> out) {
  std::fill(out.dweight, out.dweight + in.cols, 0.0);
  std::fill(out.dbias, out.dbias + in.cols, 0.0);
  for (Index r = 0; r < in.rows; ++r) {
    centred_norm_backward(in, row_group(in, r), dy, out.dx, out.dweight, out.dbias);
  }
}

void rms_norm(const NormInputs<double>& in, double* y) {
  for (Index r = 0; r < in.rows; ++r) {
    const Group row = row_group(in, r);
    const double mean_square = mean_square_of(in, row, 0);
    for (Index i : row) {
      y[i] = in.x[i] / std::sqrt(mean_square + in.eps) * weight_at(in, i % in.cols) + bias_at(in, i % in.cols);
    }
  }
}

void rms_norm_backward(const NormInputs<double>& in, const double* dy, NormGradients<double> out) {
  std::fill(out.dweight, out.dweight + in.cols, 0.0);
  std::fill(out.dbias, out.dbias + in.cols, 0.0);
  for (Index r = 0; r < in.rows; ++r) {
    const Group row = row_group(in, r);
    const double n = static_cast<double>(in.cols);
    const double rms = std::sqrt(mean_square_of(in, row, 0) + in.eps);
    double dmean_square = 0;  // dL/d(mean square) = sum of dL/dh * dh/d(mean square)
    for (Index i : row) dmean_square += dy[i] * weight_at(in, i % in.cols) * in.x[i] * -0.5 / (rms * rms * rms);
    for (Index i : row) {
      out.dx[i] = dy[i] * weight_at(in, i % in.cols) / rms + dmean_square * 2 * in.x[i] / n;
      out.dweight[i % in.cols] += dy[i] * in.x[i] / rms;
      out.dbias[i % in.cols] += dy[i];
    }
  }
}

}  // namespace normlab::reference
