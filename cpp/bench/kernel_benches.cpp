// norm/<kind>/<rows>x<cols>/native: the fused kernels, forward and then backward, for every norm of the table.
// gemm/<m>x<n>x<k>/native: the matrix product.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "benches.hpp"
#include "normlab/core/rng.hpp"
#include "normlab/kernels/gemm.hpp"
#include "normlab/kernels/norm_table.hpp"

namespace normlab::bench {

namespace {

using Norm = kernels::NormKernel<float>;

struct Size {
  Index rows;
  Index cols;
};
// A lesson's layer, a GPT-2 layer's width, and 32 sequences of 128 tokens.
constexpr Size norm_sizes[] = {{64, 64}, {1024, 768}, {32 * 128, 512}};

std::vector<float> random_values(Index count) {
  static Generator generator(0);
  std::vector<float> values(static_cast<std::size_t>(count));
  generator.normal(values.data(), count);
  return values;
}

void norm_forward_backward(benchmark::State& state, const Norm& norm, Size size) {
  const Index count = size.rows * size.cols;
  const auto groups = static_cast<std::size_t>(norm.group_count(size.rows, size.cols));
  const std::vector<float> x = random_values(count), dy = random_values(count);
  const std::vector<float> weight = random_values(size.cols), bias = random_values(size.cols);
  std::vector<float> y(x.size()), dx(x.size()), dweight(weight.size()), dbias(weight.size());
  std::vector<double> mean(groups), rstd(groups);
  const kernels::NormInputs<float> inputs{size.rows, size.cols, x.data(), weight.data(),
                                          norm.has_bias ? bias.data() : nullptr, 1e-5};
  const kernels::NormGradients<float> gradients{dx.data(), dweight.data(), norm.has_bias ? dbias.data() : nullptr};
  for (auto _ : state) {
    norm.forward(inputs, y.data(), {mean.data(), rstd.data()});
    norm.backward(inputs, dy.data(), {mean.data(), rstd.data()}, gradients);
    benchmark::ClobberMemory();
  }
  // The least that must move, each matrix once per pass: forward reads x and writes y, backward reads dy and x and
  // writes dx. Five matrices of rows * cols floats; the parameters' cols are not counted.
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * 5 * count *
                          static_cast<std::int64_t>(sizeof(float)));
}

void square_product(benchmark::State& state, Index n) {
  const std::vector<float> a = random_values(n * n), b = random_values(n * n);
  std::vector<float> c(a.size());
  for (auto _ : state) {
    kernels::gemm(n, n, n, kernels::row_major(a.data(), n), kernels::row_major(b.data(), n), c.data(), n);
    benchmark::ClobberMemory();
  }
  // A multiplication and an addition for each of n terms of n * n sums.
  const double operations = 2 * static_cast<double>(n * n * n) * static_cast<double>(state.iterations());
  state.counters["flops"] = benchmark::Counter(operations, benchmark::Counter::kIsRate);
}

}  // namespace

void register_norm_benches() {
  for (const Norm& norm : kernels::norm_kernels<float>()) {
    for (const Size size : norm_sizes) {
      const std::string row = std::string("norm/") + norm.kind + "/" + std::to_string(size.rows) + "x" +
                              std::to_string(size.cols) + "/native";
      benchmark::RegisterBenchmark(row.c_str(), [&norm, size](benchmark::State& state) {
        norm_forward_backward(state, norm, size);
      })->Unit(benchmark::kMillisecond);
    }
  }
}

void register_gemm_benches() {
  benchmark::RegisterBenchmark("gemm/64x64x64/native", square_product, Index(64))->Unit(benchmark::kMillisecond);
}

}  // namespace normlab::bench
